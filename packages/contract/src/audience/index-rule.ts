import { type IndexedRule, type Ids, type AudienceStore, reachesStore, type StoreRule } from './audience.ts';

/** Number of ids from which building a set costs less than scanning the list for each store. */
const MANY = 16;

const indexIds = (ids: readonly string[]): Ids => {
  if (ids.length < MANY) return ids;
  const set = new Set(ids);
  return { length: ids.length, includes: (id) => set.has(id) };
};

/** Returns the rule with indexed ids, for matching many stores: a rule names up to ten thousand of them, and a chain has as many. */
export const indexRule = <Rule extends StoreRule>(rule: Rule): Omit<Rule, keyof StoreRule> & IndexedRule => ({
  ...rule,
  includeStores: indexIds(rule.includeStores),
  excludeStores: indexIds(rule.excludeStores),
  includeStoreGroups: indexIds(rule.includeStoreGroups),
  excludeStoreGroups: indexIds(rule.excludeStoreGroups),
});

/** Returns the stores that a rule reaches. */
export const storesReached = <S extends AudienceStore>(rule: StoreRule, stores: readonly S[]): S[] => {
  const indexed = indexRule(rule);
  return stores.filter((store) => reachesStore(indexed, store));
};
