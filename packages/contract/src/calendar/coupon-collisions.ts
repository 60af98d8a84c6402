import { versionsMeet } from '../app-version/index.ts';
import { decide, type PlacedStore } from '../audience/index.ts';
import { instantIn, type PlannedContent, shared, type Stretch, usableIn } from './planned-content.ts';

export type Collision<S extends PlacedStore = PlacedStore> = {
  coupons: [PlannedContent, PlannedContent];
  /** Products that both are for. */
  eans: string[];
  at: Stretch;
  /** Stores whose customers can have both; none where only those without a store do. */
  stores: S[];
};

/** Pairs of items that have a product in common, each once. */
const pairsOf = (items: readonly PlannedContent[]): Map<string, [PlannedContent, PlannedContent, string[]]> => {
  const byEan = new Map<string, PlannedContent[]>();
  for (const item of items) for (const ean of item.productEANs) byEan.set(ean, [...(byEan.get(ean) ?? []), item]);
  const pairs = new Map<string, [PlannedContent, PlannedContent, string[]]>();
  for (const [ean, its] of byEan)
    for (const [at, one] of its.entries())
      for (const other of its.slice(at + 1)) {
        const key = `${one._id} ${other._id}`;
        const known = pairs.get(key);
        if (known) known[2].push(ean);
        else pairs.set(key, [one, other, [ean]]);
      }
  return pairs;
};

/**
 * CAL-04: coupons with the same product that the same customers can use at once, within some days: seen by `decide()` from the same place,
 * null for customers without a store, with a version that both are for. A customer may belong to the segments of both.
 */
export const couponCollisions = <S extends PlacedStore>(
  items: readonly PlannedContent[],
  places: readonly (S | null)[],
  within: Stretch,
): Collision<S>[] => {
  const usable = items.filter(({ disabled, productEANs }) => !disabled && productEANs.length > 0);
  return [...pairsOf(usable).values()].flatMap(([one, other, eans]): Collision<S>[] => {
    const [its, others] = [usableIn(one), usableIn(other)];
    const both = its && others && shared(its, others);
    const at = both && shared(both, within);
    if (!at || !versionsMeet(one.version, other.version)) return [];
    const sees = (store: PlacedStore | null): boolean => {
      const viewer = { store, segments: null, appVersion: null, at: instantIn(at) };
      return decide(one, viewer).visible && decide(other, viewer).visible;
    };
    const meeting = places.filter(sees);
    return meeting.length > 0 ? [{ coupons: [one, other], eans, at, stores: meeting.filter((store) => store !== null) }] : [];
  });
};
