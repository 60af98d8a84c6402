import type { DbOf } from '../../tables.ts';

type Db = DbOf<'lastBackup'>;

/** What the last backup holds is as old as `takenAt`; so many files of it were `lost` already. */
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
