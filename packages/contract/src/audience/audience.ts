import { z } from 'zod';
import { Id, IdList, keysOf } from '../core/index.ts';
import { DEFAULT_INCLUDE_STORE_TYPE, includeStoreTypes, storeTypes } from './store-types.ts';

export const StoreType = z.enum(storeTypes);
export type StoreType = z.infer<typeof StoreType>;

/** Which stores a notification or content item is aimed at. */
const storeRuleFields = {
  includeStoreType: z
    .enum(includeStoreTypes)
    .nullable()
    .default(DEFAULT_INCLUDE_STORE_TYPE)
    .transform((type) => type ?? ''),
  includeStores: IdList,
  excludeStores: IdList,
  includeStoreGroups: IdList,
  excludeStoreGroups: IdList,
};
const StoreRule = z.object(storeRuleFields);
export type StoreRule = z.infer<typeof StoreRule>;

/** Audience of a notification. The further facts that decide who sees content are in `Aimed`. */
export const audienceRuleFields = storeRuleFields;
export const AudienceRule = z.object(audienceRuleFields);
export type AudienceRule = z.infer<typeof AudienceRule>;

/** Response schemas for the parts of a rule. */
export const audienceRuleAnswers = {
  includeStoreType: z.enum(includeStoreTypes),
  includeStores: z.array(Id),
  excludeStores: z.array(Id),
  includeStoreGroups: z.array(Id),
  excludeStoreGroups: z.array(Id),
} satisfies Record<keyof AudienceRule, z.ZodType>;

/** A store in audience rules. Deleted stores and groups only exclude, so that no deletion widens an audience (A-72, D-30). */
export type AudienceStore = {
  id: string;
  storeType: StoreType;
  groups: readonly string[];
  /** Deleted groups that it was in when they were deleted. */
  formerGroups: readonly string[];
  deleted: boolean;
};

/** The ids of a rule: a list, or an index with faster lookup (`indexRule`). */
export type Ids = { readonly length: number; includes: (id: string) => boolean };
/** A rule whose ids may be indexed. */
export type IndexedRule = { [Part in keyof StoreRule]: StoreRule[Part] extends string[] ? Ids : StoreRule[Part] };

const anyOf = (has: readonly string[], wanted: Ids): boolean => wanted.length > 0 && has.some((id) => wanted.includes(id));

/** Which part of a rule decides about a store: the first that applies, excludes before includes. */
export type StoreReason = 'excluded' | 'groupExcluded' | 'everyStore' | 'type' | 'included' | 'groupIncluded' | 'notChosen';

export const storeReason = (rule: IndexedRule, store: AudienceStore): StoreReason => {
  if (rule.excludeStores.includes(store.id)) return 'excluded';
  if (anyOf(store.groups, rule.excludeStoreGroups) || anyOf(store.formerGroups, rule.excludeStoreGroups)) return 'groupExcluded';
  if (store.deleted) return 'notChosen';
  if (rule.includeStoreType === 'all') return 'everyStore';
  if (rule.includeStoreType === store.storeType) return 'type';
  if (rule.includeStores.includes(store.id)) return 'included';
  return anyOf(store.groups, rule.includeStoreGroups) ? 'groupIncluded' : 'notChosen';
};

const unreached: ReadonlySet<StoreReason> = new Set(['excluded', 'groupExcluded', 'notChosen']);
export const isReached = (reason: StoreReason): boolean => !unreached.has(reason);

/** type plus includes minus excludes; exclude always wins. */
export const reachesStore = (rule: IndexedRule, store: AudienceStore): boolean => isReached(storeReason(rule, store));

/** For each part of a rule, returns whether its value leaves out devices. A missing part is a compile error. */
const leavesOut: { [Part in keyof AudienceRule]: (value: IndexedRule[Part]) => boolean } = {
  includeStoreType: (type) => type !== 'all',
  includeStores: () => false,
  excludeStores: (ids) => ids.length > 0,
  includeStoreGroups: () => false,
  excludeStoreGroups: (ids) => ids.length > 0,
};

/** only "all" without any exclude also covers devices that belong to no store. */
export const reachesEveryone = (rule: IndexedRule): boolean =>
  !keysOf(leavesOut).some(<Part extends keyof AudienceRule>(part: Part) => leavesOut[part](rule[part]));

/** Stores that are both included and excluded by name: they are excluded, and the form warns (NOTIF-FORM-51). */
export const contradictingStores = (rule: StoreRule): string[] => rule.includeStores.filter((id) => rule.excludeStores.includes(id));

type Includes = Pick<AudienceRule, 'includeStoreType' | 'includeStores' | 'includeStoreGroups'>;

/** Stores and groups that are named although the type covers every store anyway: naming them changes nothing (D-41). */
export const coveredIncludes = (rule: Includes): { stores: string[]; groups: string[] } =>
  rule.includeStoreType === 'all' ? { stores: rule.includeStores, groups: rule.includeStoreGroups } : { stores: [], groups: [] };

/**
 * Returns whether a change is the first to name a store or group while the rule covers every store. Callers then drop the type `all`, since
 * naming a store means only that store.
 */
export const namesCovered = (rule: Includes, change: Partial<Pick<Includes, 'includeStores' | 'includeStoreGroups'>>): boolean =>
  rule.includeStoreType === 'all' &&
  rule.includeStores.length + rule.includeStoreGroups.length === 0 &&
  (change.includeStores?.length ?? 0) + (change.includeStoreGroups?.length ?? 0) > 0;
