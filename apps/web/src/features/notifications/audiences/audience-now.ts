import { type AudienceRule, emptyAudienceRule, reachesEveryone } from '@endcap/contract/audience';

/** An item deleted since an audience was chosen, and left out of it; `name` is its last known name, or null. */
export type LeftOut = { kind: 'store' | 'group' | 'content'; name: string | null };
export type AudienceNow = {
  rule: AudienceRule;
  leftOut: LeftOut[];
  /** Leaving out a deleted exclusion would add recipients unnoticed, so recipients must be chosen again (D-30). */
  mustChoose: boolean;
};

/** An audience that was picked; `name` is null for a recently used one. */
export type Picked = { name: string | null; now: AudienceNow };

const lists = {
  includeStores: 'store',
  excludeStores: 'store',
  includeStoreGroups: 'group',
  excludeStoreGroups: 'group',
} as const;

/** Returns an earlier audience rule without the stores and groups deleted since. */
export const audienceNow = (
  before: AudienceRule,
  { deleted, names }: { deleted: readonly string[]; names: Readonly<Record<string, string>> },
): AudienceNow => {
  const isGone = (id: string): boolean => deleted.includes(id);
  const withoutDeleted = (ids: readonly string[]): string[] => ids.filter((id) => !isGone(id));
  const rule = {
    includeStoreType: before.includeStoreType,
    includeStores: withoutDeleted(before.includeStores),
    excludeStores: withoutDeleted(before.excludeStores),
    includeStoreGroups: withoutDeleted(before.includeStoreGroups),
    excludeStoreGroups: withoutDeleted(before.excludeStoreGroups),
  };
  const gone = new Map(
    (Object.keys(lists) as (keyof typeof lists)[]).flatMap((part) => before[part].filter(isGone).map((id) => [id, lists[part]] as const)),
  );
  // A deleted group still excluded its former stores. A deleted store may have been the only exclusion of an audience of everyone.
  const widens = before.excludeStoreGroups.some(isGone) || (reachesEveryone(rule) && !reachesEveryone(before));
  const { excludeStores, excludeStoreGroups } = rule;
  return {
    rule: widens ? { ...emptyAudienceRule, excludeStores, excludeStoreGroups } : rule,
    leftOut: [...gone].map(([id, kind]) => ({ kind, name: names[id] ?? null })),
    mustChoose: widens,
  };
};

/** Returns exclusions of deleted stores and groups that `before` has and `now` lacks. They cannot be selected again (E-06). */
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
