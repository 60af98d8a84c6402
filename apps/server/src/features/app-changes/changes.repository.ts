import type { Db } from '../../tables.ts';

/** The number of the latest write that may change what phones see. */
export const latestChange = async (db: Db): Promise<number> =>
  (await db.selectFrom('contentChange').select('number').executeTakeFirstOrThrow()).number;
