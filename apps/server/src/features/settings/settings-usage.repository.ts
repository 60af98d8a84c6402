import { emptyAudienceRule } from '@endcap/contract/audience';
import type { Usage } from '@endcap/contract/core';
import type { LinkingItem } from '@endcap/contract/links';
import { sql } from 'kysely';
import type { DbOf } from '../../tables.ts';
import { leadsTo, usageBy } from '../entities/index.ts';

type Db = DbOf<'settings'>;

export const settingsLeadingTo = (db: Db, links: readonly string[]): Promise<Usage> =>
  usageBy(db, 'settings', sql`select null as id, '' as name from settings where ${leadsTo(sql`document::text`, links)}`);

/** The same, with their audience: every app always shows them. */
export const settingsLinkingTo = async (db: Db, link: string, at: Date): Promise<LinkingItem[]> => {
  const { count } = await settingsLeadingTo(db, [link]);
  if (count === 0) return [];
  const shown = { ...emptyAudienceRule, includeStoreType: 'all' as const, segments: [], version: '', from: at.toISOString(), until: null };
  return [{ kind: 'settings', id: null, name: '', source: { ...shown, is: 'shown' } }];
};
