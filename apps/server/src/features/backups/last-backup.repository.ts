import type { DbOf } from '../../tables.ts';

type Db = DbOf<'lastBackup'>;

/** The last backup: `takenAt` is the age of its data, `lost` the number of its files that were already missing. */
export type LastBackup = { takenAt: Date; lost: number };

export const noteBackup = async (db: Db, { takenAt, lost }: LastBackup): Promise<void> => {
  await db
    .insertInto('lastBackup')
    .values({ takenAt, lost })
    .onConflict((conflict) => conflict.column('theOnly').doUpdateSet({ takenAt, lost }))
    .execute();
};

/** The last backup of this database, or of the one that it was restored from; null when there never was one. */
export const lastBackup = async (db: Db): Promise<LastBackup | null> =>
  (await db.selectFrom('lastBackup').select(['takenAt', 'lost']).executeTakeFirst()) ?? null;
