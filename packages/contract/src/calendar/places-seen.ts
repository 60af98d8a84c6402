import { askedOften, type PlacedStore, showsAt, type StoreRule } from '../audience/index.ts';

/** A bit set of the places that see an item while it is published. */
export type PlacesSeen = Uint32Array;

const BITS = 32;

const partsOf = ({ includeStoreType, includeStores, excludeStores, includeStoreGroups, excludeStoreGroups }: StoreRule): string =>
  JSON.stringify([includeStoreType, includeStores, excludeStores, includeStoreGroups, excludeStoreGroups]);

/** Returns a function that matches rules with the places (null: customers without a store), cached by rule and by content. */
export const placesAskedOnce = (places: readonly (PlacedStore | null)[]) => {
  const byParts = new Map<string, PlacesSeen>();
  const byRule = new Map<StoreRule, PlacesSeen>();
  const ask = (rule: StoreRule): PlacesSeen => {
    const asked = askedOften(rule);
    const seen = new Uint32Array(Math.ceil(places.length / BITS));
    for (const [at, place] of places.entries()) if (showsAt(asked, place)) seen[at >>> 5] = (seen[at >>> 5] ?? 0) | (1 << (at & 31));
    return seen;
  };
  return (rule: StoreRule): PlacesSeen => {
    const known = byRule.get(rule);
    if (known) return known;
    const parts = partsOf(rule);
    const seen = byParts.get(parts) ?? ask(rule);
    byParts.set(parts, seen);
    byRule.set(rule, seen);
    return seen;
  };
};

/** Returns whether the two sets have a place in common. */
export const meet = (one: PlacesSeen, other: PlacesSeen): boolean => {
  for (let at = 0; at < one.length; at += 1) if (((one[at] ?? 0) & (other[at] ?? 0)) !== 0) return true;
  return false;
};

/** Returns the places that are in both sets. */
export const inBoth = <P>(places: readonly P[], one: PlacesSeen, other: PlacesSeen): P[] =>
  places.filter((_, at) => ((one[at >>> 5] ?? 0) & (other[at >>> 5] ?? 0) & (1 << (at & 31))) !== 0);
