import { askedOften, type PlacedStore, showsAt, type StoreRule } from '../audience/index.ts';

/** Which of some places see something while it is published, a bit for each. */
export type PlacesSeen = Uint32Array;

const BITS = 32;

const partsOf = ({ includeStoreType, includeStores, excludeStores, includeStoreGroups, excludeStoreGroups }: StoreRule): string =>
  JSON.stringify([includeStoreType, includeStores, excludeStores, includeStoreGroups, excludeStoreGroups]);

/** Asks rules about the same places, null for customers without a store; what was asked before is not asked again, nor what says the same. */
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

/** Whether some place is in both. */
export const meet = (one: PlacesSeen, other: PlacesSeen): boolean => {
  for (let at = 0; at < one.length; at += 1) if (((one[at] ?? 0) & (other[at] ?? 0)) !== 0) return true;
  return false;
};

/** The places that are in both. */
export const inBoth = <P>(places: readonly P[], one: PlacesSeen, other: PlacesSeen): P[] =>
  places.filter((_, at) => ((one[at >>> 5] ?? 0) & (other[at >>> 5] ?? 0) & (1 << (at & 31))) !== 0);
