import type { DbOf } from '../../tables.ts';

type Db = DbOf<'lastDrill'>;

/** Notes that a backup of this database came back whole. */
export const noteDrill = async (db: Db, drilledAt: Date): Promise<void> => {
  await db
    .insertInto('lastDrill')
    .values({ drilledAt })
    .onConflict((conflict) => conflict.column('theOnly').doUpdateSet({ drilledAt }))
    .execute();
};

/** When a drill last succeeded; null when there was none. */
export const lastDrill = async (db: Db): Promise<Date | null> =>
  (await db.selectFrom('lastDrill').select('drilledAt').executeTakeFirst())?.drilledAt ?? null;
