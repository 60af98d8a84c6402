import { emptyAudienceRule } from '@endcap/contract/audience';
import type { Usage } from '@endcap/contract/core';
import { LINKING_MOST, type LinkingItem } from '@endcap/contract/links';
import { sql } from 'kysely';
import type { DbOf } from '../../tables.ts';
import { leadsTo, usageBy } from '../entities/index.ts';

type Db = DbOf<'popup'>;

export const popupsLeadingTo = (db: Db, links: readonly string[]): Promise<Usage> =>
  usageBy(
    db,
    'popup',
    sql`select id, name from popup where deleted_at is null and ${leadsTo(sql`text`, links)} order by created_at desc, id`,
  );

/** The same, with whom they are shown to: by version alone, and until they are deleted (A-107). */
export const popupsLinkingTo = async (db: Db, link: string, at: Date): Promise<LinkingItem[]> => {
  const rows = await db
    .selectFrom('popup')
    .where('deletedAt', 'is', null)
    .where(leadsTo(sql`text`, link))
    .select(['id', 'name', 'version'])
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(LINKING_MOST)
    .execute();
  const shown = { ...emptyAudienceRule, includeStoreType: 'all' as const, segments: [], from: at.toISOString(), until: null };
  return rows.map(({ id, name, version }) => ({ kind: 'popup', id, name, source: { ...shown, is: 'shown', version } }));
};
