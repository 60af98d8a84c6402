import pg from 'pg';
import { newId } from '../ids.ts';
import { streamOf } from './connection.ts';

const AGAIN_MS = 2_000;

export type Subscription = {
  /** Returns whether notifications arrive. They do not while disconnected, nor through a pooler in transaction mode. */
  isReceiving: () => boolean;
  close: () => Promise<void>;
};

/** Sends a notification on its own connection. On the listening one it would arrive with the response, even through a pooler. */
const notify = async (url: string, channel: string, payload: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: AGAIN_MS, query_timeout: AGAIN_MS });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select pg_notify($1, $2)', [channel, payload]);
  } finally {
    client.end().catch(() => {});
    streamOf(client).destroySoon();
  }
};

/**
 * Listens to a channel on a connection of its own. Calls `hint` with the payload of each notification, when it begins to listen, because it
 * may have missed some, and when the connection is lost. Callers have to poll while no notifications arrive (F75).
 */
export const listenTo = (url: string, channel: string, hint: (payload?: string) => void): Subscription => {
  let closed = false;
  let receiving = false;
  let client: pg.Client | undefined;
  // Receiving this payload proves that notifications arrive.
  const probe = newId();
  const connect = async (): Promise<void> => {
    if (closed) return;
    client = new pg.Client({ connectionString: url, application_name: channel, keepAlive: true, connectionTimeoutMillis: AGAIN_MS });
    client.on('error', () => {});
    client.on('end', () => {
      const wasReceiving = receiving;
      receiving = false;
      if (wasReceiving && !closed) hint();
      setTimeout(connect, AGAIN_MS).unref();
    });
    client.on('notification', ({ payload }) => {
      if (payload === probe) receiving = true;
      hint(payload);
    });
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
      await notify(url, channel, probe);
    } catch {
      // The handler of `end` tries again.
      client.end().catch(() => {});
    }
  };
  void connect();
  return {
    isReceiving: () => receiving,
    close: async () => {
      closed = true;
      if (!client) return;
      const ended = client.end().catch(() => {});
      // A server that does not respond would never confirm the end (F30).
      streamOf(client).destroySoon();
      await ended;
    },
  };
};
