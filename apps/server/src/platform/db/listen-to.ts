import pg from 'pg';
import { newId } from '../ids.ts';
import { streamOf } from './connection.ts';

const AGAIN_MS = 2_000;

export type Ears = {
  /** Whether what is said is heard: not while the connection is away, nor through a pooler that keeps no session. */
  isHearing: () => boolean;
  close: () => Promise<void>;
};

/** Says something by a connection that ends again. By the one that listens it would come back through a pooler as well, with the answer. */
const say = async (url: string, channel: string, what: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: AGAIN_MS, query_timeout: AGAIN_MS });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select pg_notify($1, $2)', [channel, what]);
  } finally {
    client.end().catch(() => {});
    streamOf(client).destroySoon();
  }
};

/**
 * Calls `hint` when something is said on a channel, with what was said, when it begins to hear, because of what was said before, and when it goes deaf. On a
 * connection of its own. Only ever a hint: whoever is deaf has to look by itself (F75).
 */
export const listenTo = (url: string, channel: string, hint: (said?: string) => void): Ears => {
  let closed = false;
  let hearing = false;
  let client: pg.Client | undefined;
  // Only who hears that can hear.
  const probe = newId();
  const connect = async (): Promise<void> => {
    if (closed) return;
    client = new pg.Client({ connectionString: url, application_name: channel, keepAlive: true, connectionTimeoutMillis: AGAIN_MS });
    client.on('error', () => {});
    client.on('end', () => {
      const heard = hearing;
      hearing = false;
      if (heard && !closed) hint();
      setTimeout(connect, AGAIN_MS).unref();
    });
    client.on('notification', ({ payload }) => {
      if (payload === probe) hearing = true;
      hint(payload);
    });
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
      await say(url, channel, probe);
    } catch {
      // Its end tries again.
      client.end().catch(() => {});
    }
  };
  void connect();
  return {
    isHearing: () => hearing,
    close: async () => {
      closed = true;
      if (!client) return;
      const ended = client.end().catch(() => {});
      // A server that has gone silent would never say that it heard of the end (F30).
      streamOf(client).destroySoon();
      await ended;
    },
  };
};
