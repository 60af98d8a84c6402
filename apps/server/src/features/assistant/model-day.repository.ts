import { sql } from 'kysely';
import type { DbOf } from '../../tables.ts';

type Db = DbOf<'assistantModelDay'>;

/** By the clock of the database, so that all processes mean the same day. */
const today = sql`(now() at time zone 'Europe/Warsaw')::date`;

/** Takes one of today's calls of the model, over all processes; false when that many were made. */
export const takeModelCall = async (db: Db, most: number): Promise<boolean> => {
  const { rows } = await sql`insert into assistant_model_day as used (day, calls) values (${today}, 1)
    on conflict (day) do update set calls = used.calls + 1 where used.calls < ${most} returning 1`.execute(db);
  return rows.length > 0;
};

/** Counts today's calls of the model by all processes. */
export const modelCallsToday = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ calls: number }>`select calls from assistant_model_day where day = ${today}`.execute(db);
  return rows[0]?.calls ?? 0;
};
