import pg from 'pg';
import { WORK_CHANNEL } from './fan-out.repository.ts';

const AGAIN_MS = 2_000;

/** Calls `hint` when a notification was accepted. Loses nothing when it goes deaf: workers poll anyway (F75). */
export const listenForWork = (url: string, hint: () => void): { close: () => Promise<void> } => {
  let closed = false;
  let client: pg.Client | undefined;
  const connect = async (): Promise<void> => {
    if (closed) return;
    client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    client.on('end', () => setTimeout(connect, AGAIN_MS).unref());
    client.on('notification', hint);
    await client
      .connect()
      .then(() => client?.query(`listen ${WORK_CHANNEL}`))
      .catch(() => {});
  };
  void connect();
  return {
    close: async () => {
      closed = true;
      await client?.end().catch(() => {});
    },
  };
};
