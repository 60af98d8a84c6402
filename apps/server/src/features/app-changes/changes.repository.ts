import type { DbOf } from '../../tables.ts';

type Db = DbOf<'contentChange'>;

/** The number of the latest write that may change what phones see. */
export const latestChange = async (db: Db): Promise<number> =>
  (await db.selectFrom('contentChange').select('number').executeTakeFirstOrThrow()).number;
