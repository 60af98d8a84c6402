import { indexRule, type AudienceStore, showsAt, type StoreRule } from '../audience/index.ts';

/** A bit set of the stores that see an item while it is published. */
export type StoreBitSet = Uint32Array;

const BITS = 32;

const partsOf = ({ includeStoreType, includeStores, excludeStores, includeStoreGroups, excludeStoreGroups }: StoreRule): string =>
  JSON.stringify([includeStoreType, includeStores, excludeStores, includeStoreGroups, excludeStoreGroups]);

/** Returns a function that matches rules with the stores (null: customers without a store), cached by rule and by content. */
export const cachedStoreMatcher = (stores: readonly (AudienceStore | null)[]) => {
  const byParts = new Map<string, StoreBitSet>();
  const byRule = new Map<StoreRule, StoreBitSet>();
  const match = (rule: StoreRule): StoreBitSet => {
    const indexed = indexRule(rule);
    const seen = new Uint32Array(Math.ceil(stores.length / BITS));
    for (const [at, store] of stores.entries()) if (showsAt(indexed, store)) seen[at >>> 5] = (seen[at >>> 5] ?? 0) | (1 << (at & 31));
    return seen;
  };
  return (rule: StoreRule): StoreBitSet => {
    const cached = byRule.get(rule);
    if (cached) return cached;
    const parts = partsOf(rule);
    const seen = byParts.get(parts) ?? match(rule);
    byParts.set(parts, seen);
    byRule.set(rule, seen);
    return seen;
  };
};

/** Returns whether the two sets have a store in common. */
export const intersects = (one: StoreBitSet, other: StoreBitSet): boolean => {
  for (let at = 0; at < one.length; at += 1) if (((one[at] ?? 0) & (other[at] ?? 0)) !== 0) return true;
  return false;
};

/** Returns the stores that are in both sets. */
export const intersection = <P>(stores: readonly P[], one: StoreBitSet, other: StoreBitSet): P[] =>
  stores.filter((_, at) => ((one[at >>> 5] ?? 0) & (other[at >>> 5] ?? 0) & (1 << (at & 31))) !== 0);
