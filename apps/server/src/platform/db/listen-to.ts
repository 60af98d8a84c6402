import pg from 'pg';
import { newId } from '../ids.ts';
import { streamOf } from './connection.ts';

const AGAIN_MS = 2_000;

export type Ears = {
  /** Whether what is said is heard: not while the connection is away, nor through a pooler that keeps no session. */
  isHearing: () => boolean;
  close: () => Promise<void>;
};

/**
 * Calls `hint` when something is said on a channel, when it begins to hear, because of what was said before, and when it goes deaf. On a
 * connection of its own. Only ever a hint: whoever is deaf has to look by itself (F75).
 */
export const listenTo = (url: string, channel: string, hint: () => void): Ears => {
  let closed = false;
  let hearing = false;
  let client: pg.Client | undefined;
  // Told to itself: only who hears that can hear.
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
      hint();
    });
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
      await client.query('select pg_notify($1, $2)', [channel, probe]);
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
