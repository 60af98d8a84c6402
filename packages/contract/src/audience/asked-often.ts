import { type AskedRule, type Ids, type PlacedStore, reachesStore, type StoreRule } from './audience.ts';

/** From so many ids on, making a set of them costs less than searching them store by store. */
const MANY = 16;

const quick = (ids: readonly string[]): Ids => {
  if (ids.length < MANY) return ids;
  const known = new Set(ids);
  return { length: ids.length, includes: (id) => known.has(id) };
};

/** The same rule for whoever asks it about many stores: a rule names up to ten thousand of them, and a chain has as many. */
export const askedOften = <Rule extends StoreRule>(rule: Rule): Omit<Rule, keyof StoreRule> & AskedRule => ({
  ...rule,
  includeStores: quick(rule.includeStores),
  excludeStores: quick(rule.excludeStores),
  includeStoreGroups: quick(rule.includeStoreGroups),
  excludeStoreGroups: quick(rule.excludeStoreGroups),
});

/** Those of some stores that a rule reaches. */
export const storesReached = <S extends PlacedStore>(rule: StoreRule, stores: readonly S[]): S[] => {
  const asked = askedOften(rule);
  return stores.filter((store) => reachesStore(asked, store));
};
