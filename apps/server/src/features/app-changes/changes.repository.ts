import { sql } from 'kysely';
import type { DbOf } from '../../tables.ts';

type Db = DbOf<'contentChange'>;

/** The number of the latest write that may change what phones see. */
export const latestChange = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ number: number }>`/* prepared: latest change */ select number from content_change`.execute(db);
  return rows[0]?.number ?? 0;
};
