import type { AudienceRule } from '@endcap/contract/audience';
import type { SavedAudienceDraft } from '@endcap/contract/notifications';
import { sql } from 'kysely';
import { isOneOf } from '../../../platform/db/list-rows.ts';
import type { DbOf } from '../../../tables.ts';
import { changed, hidden, instantOf, made, type Mark, marksOf } from '../../entities/index.ts';

type Db = DbOf<'savedAudience'>;

/** Number of a person's last sends that are read for the audiences used last. */
const SENDS_READ = 100;

const rule = ['includeStoreType', 'includeStores', 'excludeStores', 'includeStoreGroups', 'excludeStoreGroups'] as const;

const living = (db: Db) =>
  db
    .selectFrom('savedAudience')
    .where('deletedAt', 'is', null)
    .select(['id as _id', 'name', ...rule])
    .select(marksOf('saved_audience'));

/** By name in Polish order. */
export const savedAudiences = (db: Db) =>
  living(db)
    .orderBy(sql`name collate "pl-x-icu"`)
    .orderBy('id')
    .execute();

export const findSavedAudience = (db: Db, id: string) => living(db).where('id', '=', id).executeTakeFirst();

export const lockSavedAudience = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('savedAudience').where('deletedAt', 'is', null).where('id', '=', id).select('id').forUpdate().executeTakeFirst()) !==
  undefined;

export const insertSavedAudience = async (db: Db, id: string, draft: SavedAudienceDraft, mark: Mark): Promise<void> => {
  await db
    .insertInto('savedAudience')
    .values({ ...draft, ...made(id, mark) })
    .execute();
};

export const updateSavedAudience = async (db: Db, id: string, draft: SavedAudienceDraft, mark: Mark): Promise<void> => {
  await db
    .updateTable('savedAudience')
    .set({ ...draft, ...changed(mark) })
    .where('id', '=', id)
    .execute();
};

export const hideSavedAudiences = async (db: Db, ids: readonly string[], mark: Mark): Promise<void> => {
  await db.updateTable('savedAudience').set(hidden(mark)).where(isOneOf('id', ids)).execute();
};

/** Returns whether another audience than `own` has the name, ignoring case and diacritics, and the number of all audiences. */
export const namesBeside = (db: Db, name: string, own: string | null): Promise<{ isTaken: boolean; total: number }> =>
  db
    .selectFrom('savedAudience')
    .where('deletedAt', 'is', null)
    .select([
      sql<boolean>`coalesce(bool_or(folded(name) = folded(${name}) and name is distinct from ${own}), false)`.as('isTaken'),
      sql<number>`count(*)::int`.as('total'),
    ])
    .executeTakeFirstOrThrow();

/** Lists the audiences of a person's sends and plans, the latest first, without tests and sends of a selected store. */
export const audiencesOfSends = (db: DbOf<'history' | 'notification'>, person: string): Promise<(AudienceRule & { usedAt: string })[]> =>
  db
    .selectFrom('history')
    .innerJoin('notification', 'notification.id', 'history.entityId')
    .where('history.actor', '=', person)
    .where('history.entity', '=', 'notification')
    .where('history.action', 'in', ['send', 'create', 'ask'])
    // A request for a correction is an `ask` as well, but has no audience.
    .where(sql<boolean>`(history.action <> 'ask' or history.changes ? 'title')`)
    .where('notification.storeId', 'is', null)
    .where('notification.isTest', '=', false)
    .orderBy('history.at', 'desc')
    .orderBy('history.seq', 'desc')
    .limit(SENDS_READ)
    .select(rule)
    .select(instantOf(sql.ref('history.at')).as('usedAt'))
    .execute();
