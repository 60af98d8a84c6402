import { type AudienceRule, emptyAudienceRule, reachesEveryone } from '@endcap/contract/audience';

/** What is gone since an audience was chosen and is left out; its last name, where it is known. */
export type LeftOut = { kind: 'store' | 'group' | 'content'; name: string | null };
export type AudienceNow = {
  rule: AudienceRule;
  leftOut: LeftOut[];
  /** What it excluded cannot be excluded any more: the recipients are chosen anew, so that nobody is added unseen (D-30). */
  mustChoose: boolean;
};

/** What was picked: under its name, null of one that was used last. */
export type Picked = { name: string | null; now: AudienceNow };

const lists = {
  includeStores: 'store',
  excludeStores: 'store',
  includeStoreGroups: 'group',
  excludeStoreGroups: 'group',
} as const;

/** Whom a rule of earlier means now, without what was deleted since. */
export const audienceNow = (
  before: AudienceRule,
  { deleted, names }: { deleted: readonly string[]; names: Readonly<Record<string, string>> },
): AudienceNow => {
  const isGone = (id: string): boolean => deleted.includes(id);
  const kept = (ids: readonly string[]): string[] => ids.filter((id) => !isGone(id));
  const rule = {
    includeStoreType: before.includeStoreType,
    includeStores: kept(before.includeStores),
    excludeStores: kept(before.excludeStores),
    includeStoreGroups: kept(before.includeStoreGroups),
    excludeStoreGroups: kept(before.excludeStoreGroups),
  };
  const gone = new Map(
    (Object.keys(lists) as (keyof typeof lists)[]).flatMap((part) => before[part].filter(isGone).map((id) => [id, lists[part]] as const)),
  );
  // A deleted group went on excluding the stores that were in it; a deleted store was all that kept the rest from being everyone.
  const widens = before.excludeStoreGroups.some(isGone) || (reachesEveryone(rule) && !reachesEveryone(before));
  const { excludeStores, excludeStoreGroups } = rule;
  return {
    rule: widens ? { ...emptyAudienceRule, excludeStores, excludeStoreGroups } : rule,
    leftOut: [...gone].map(([id, kind]) => ({ kind, name: names[id] ?? null })),
    mustChoose: widens,
  };
};

/** Exclusions of what was deleted that an earlier rule has and the one of now has not: once they are gone nobody can choose them again (E-06). */
export const lostExclusions = (
  before: AudienceRule,
  now: AudienceRule,
  { deleted, names }: { deleted: readonly string[]; names: Readonly<Record<string, string>> },
): LeftOut[] =>
  (['excludeStores', 'excludeStoreGroups'] as const).flatMap((part) =>
    before[part]
      .filter((id) => deleted.includes(id) && !now[part].includes(id))
      .map((id) => ({ kind: lists[part], name: names[id] ?? null })),
  );
