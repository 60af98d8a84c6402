import type { AudienceRule } from '@endcap/contract/audience';
import type { PlannedContent } from '@endcap/contract/calendar';
import type { ContentType } from '@endcap/contract/content';
import { type RawBuilder, sql } from 'kysely';
import { foldedContains } from '../../platform/db/search.ts';
import type { DbOf } from '../../tables.ts';
import { isPlanned, reachesSomebody } from '../delivery/index.ts';
import { instantOf } from '../entities/index.ts';

type Db = DbOf<'content' | 'notification' | 'fanOut' | 'fanOutPlan'>;

const ruleLists = ['includeStores', 'excludeStores', 'includeStoreGroups', 'excludeStoreGroups'] as const;
const found = (text: string, column: RawBuilder<unknown>): RawBuilder<boolean> =>
  text === '' ? sql<boolean>`true` : foldedContains(column, text);

/** ISO instants: the first one inside, the last one not. */
type Stretch = { from: string; before: string };
export type FoundContent = PlannedContent & { revision: number; found: boolean };
/** Whose rules are read: a rule names up to ten thousand stores, and of most items nobody asks for it. The others' lists are empty. */
type WithRules = 'ofAll' | 'ofCoupons';

const listsOf = (withRules: WithRules) => {
  const isRead = sql<boolean>`(${withRules === 'ofAll'} or cardinality(${sql.ref('productEANs')}) > 0)`;
  return ruleLists.map((list) => sql<string[]>`case when ${isRead} then ${sql.ref(list)} else '{}' end`.as(list));
};

/** Living items whose publication touches a stretch of time, and whether their names have a text in them. */
export const contentBetween = (
  db: Db,
  { from, before, text = '', type, withRules }: Stretch & { text?: string; type?: ContentType; withRules: WithRules },
): Promise<FoundContent[]> =>
  db
    .selectFrom('content')
    .where('deletedAt', 'is', null)
    .where(sql<boolean>`coalesce(publication_start < ${before}, true) and coalesce(publication_end >= ${from}, true)`)
    .$if(type !== undefined, (all) => all.where('contentType', '=', type ?? 'leaflet'))
    .select(['id as _id', 'contentType', 'segments', 'version', 'disabled', 'productEANs', 'revision', 'includeStoreType'])
    .select(listsOf(withRules))
    .select([sql<string>`coalesce(title, name, '')`.as('name'), found(text, sql`names_folded`).as('found')])
    .select([
      instantOf(sql.ref('content.publicationStart')).as('publicationStart'),
      instantOf(sql.ref('content.publicationEnd')).as('publicationEnd'),
      instantOf(sql.ref('content.validityStart')).as('validityStart'),
      instantOf(sql.ref('content.validityEnd')).as('validityEnd'),
    ])
    .execute();

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

/** What head office sent or planned, and the given stores by themselves, that is valid in a stretch of time; no tests. */
export const pushesBetween = (
  db: Db,
  { from, before, text, stores }: Stretch & { text: string; stores: readonly string[] },
): Promise<SentPush[]> =>
  db
    .selectFrom('notification')
    .where('isTest', '=', false)
    .where('createdAt', '<', new Date(before))
    .where('validUntil', '>=', new Date(from))
    .where(sql<boolean>`(store_id is null or store_id = any(${stores}))`)
    .where(found(text, sql`text_folded`))
    .where(reachesSomebody)
    .select(['id as _id', 'title', 'createdAt', 'validUntil', 'storeId', 'safety', 'includeStoreType', ...ruleLists])
    .select([isPlanned.as('planned'), sql<boolean>`recalled_at is not null`.as('takenBack')])
    .execute();
