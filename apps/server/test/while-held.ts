import { sql } from 'kysely';
import type { Database, Db } from '../src/tables.ts';

/** Runs `work` while a transaction holds the locks of `take`. The transaction ends even if `work` fails. */
export const whileHeld = async <T>(db: Database, take: (trx: Db) => Promise<unknown>, work: () => Promise<T>): Promise<T> => {
  let release = (): void => {};
  const isOver = new Promise<void>((resolve) => (release = resolve));
  let tell = (): void => {};
  const isTaken = new Promise<void>((resolve) => (tell = resolve));
  const holding = db.transaction().execute(async (trx) => {
    await take(trx);
    tell();
    await isOver;
  });
  try {
    await Promise.race([isTaken, holding]);
    return await work();
  } finally {
    release();
    await holding;
  }
};

/** Returns the number of sessions of this database that wait for a lock. */
export const waitingForLocks = async (db: Database): Promise<number> => {
  const { rows } = await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows.length;
};
