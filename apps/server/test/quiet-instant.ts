import { sql } from 'kysely';
import type { Database } from '../src/tables.ts';

const clock = async (db: Database): Promise<number> =>
  (await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db)).rows[0]?.at.getTime() ?? Number.NaN;

const clockAfter = async (db: Database, before: number): Promise<number> => {
  for (;;) {
    const at = await clock(db);
    if (at > before) return at;
  }
};

/** An instant of the database's clock in whose millisecond nothing was written or will be. */
export const quietInstant = async (db: Database): Promise<string> => {
  const at = await clockAfter(db, await clock(db));
  await clockAfter(db, at);
  return new Date(at).toISOString();
};
