import { sql } from 'kysely';
import type { Database, Db } from '../src/tables.ts';

/** Runs `work` while another transaction holds the locks that `take` took. The transaction ends even if `work` fails. */
export const whileHeld = async <T>(db: Database, take: (trx: Db) => Promise<unknown>, work: () => Promise<T>): Promise<T> => {
  let release = (): void => {};
  const isOver = new Promise<void>((resolve) => (release = resolve));
  let resolveTaken = (): void => {};
  const isTaken = new Promise<void>((resolve) => (resolveTaken = resolve));
  const transaction = db.transaction().execute(async (trx) => {
    await take(trx);
    resolveTaken();
    await isOver;
  });
  try {
    await Promise.race([isTaken, transaction]);
    return await work();
  } finally {
    release();
    await transaction;
  }
};

/** Returns the number of sessions of this database that wait for a lock. */
export const waitingForLocks = async (db: Database): Promise<number> => {
  const { rows } = await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows.length;
};
