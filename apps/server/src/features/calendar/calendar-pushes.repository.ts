import type { AudienceRule } from '@endcap/contract/audience';
import { sql } from 'kysely';
import type { DbOf } from '../../tables.ts';
import { isPlanned, reachesSomebody } from '../delivery/index.ts';
import { matchesText, type Period } from './calendar-content.repository.ts';

type Db = DbOf<'notification' | 'fanOut' | 'fanOutPlan'>;

export type SentPush = AudienceRule & {
  _id: string;
  title: string;
  createdAt: Date;
  validUntil: Date;
  storeId: string | null;
  planned: boolean;
  takenBack: boolean;
  safety: boolean;
};

/**
 * Notifications valid in a period, sent or planned by head office or by the given stores themselves. Excludes tests. An end at midnight is
 * that of the day before (E-61).
 */
export const pushesBetween = (
  db: Db,
  { from, before, text, stores }: Period & { text: string; stores: readonly string[] },
): Promise<SentPush[]> =>
  db
    .selectFrom('notification')
    .where('isTest', '=', false)
    .where('createdAt', '<', new Date(before))
    .where('validUntil', '>', new Date(from))
    .where(sql<boolean>`(store_id is null or store_id = any(${stores}))`)
    .where(matchesText(text, sql`text_folded`))
    .where(reachesSomebody)
    .select(['id as _id', 'title', 'createdAt', 'validUntil', 'storeId', 'safety', 'includeStoreType'])
    .select(['includeStores', 'excludeStores', 'includeStoreGroups', 'excludeStoreGroups'])
    .select([isPlanned.as('planned'), sql<boolean>`recalled_at is not null`.as('takenBack')])
    .execute();
