import { type AskedRule, type Ids, type PlacedStore, reachesStore, type StoreRule } from './audience.ts';

/** Number of ids from which building a set costs less than scanning the list for each store. */
const MANY = 16;

const quick = (ids: readonly string[]): Ids => {
  if (ids.length < MANY) return ids;
  const known = new Set(ids);
  return { length: ids.length, includes: (id) => known.has(id) };
};

/** Returns the rule with indexed ids, for matching many stores: a rule names up to ten thousand of them, and a chain has as many. */
export const askedOften = <Rule extends StoreRule>(rule: Rule): Omit<Rule, keyof StoreRule> & AskedRule => ({
  ...rule,
  includeStores: quick(rule.includeStores),
  excludeStores: quick(rule.excludeStores),
  includeStoreGroups: quick(rule.includeStoreGroups),
  excludeStoreGroups: quick(rule.excludeStoreGroups),
});

/** Returns the stores that a rule reaches. */
export const storesReached = <S extends PlacedStore>(rule: StoreRule, stores: readonly S[]): S[] => {
  const asked = askedOften(rule);
  return stores.filter((store) => reachesStore(asked, store));
};
