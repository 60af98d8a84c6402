import { versionsMeet } from '../app-version/index.ts';
import type { PlacedStore } from '../audience/index.ts';
import { inBoth, meet, placesAskedOnce } from './places-seen.ts';
import { type PlannedContent, shared, type Stretch, usableIn } from './planned-content.ts';

export type Collision<S extends PlacedStore = PlacedStore> = {
  coupons: [PlannedContent, PlannedContent];
  /** Products that both are for. */
  eans: string[];
  at: Stretch;
  /** Stores whose customers can have both; none where only those without a store do. Worked out when it is asked for. */
  stores: () => S[];
};

/** A coupon with when it can be used within some days; `place` is where it stands among the items. */
type Usable = { item: PlannedContent; at: Stretch; place: number };

/** Those that can be used within some days, as they begin. */
const usableAsTheyBegin = (items: readonly PlannedContent[], within: Stretch): Usable[] =>
  items
    .flatMap((item, place): Usable[] => {
      const usable = item.disabled ? null : usableIn(item);
      const at = usable && shared(usable, within);
      return at ? [{ item, at, place }] : [];
    })
    .toSorted((one, other) => one.at.from - other.at.from);

/**
 * Pairs of coupons that can be used at once, in the order of the items, with the products that both are for; each pair is met once. Null
 * where nothing is told for a while.
 */
function* pairsAtOnce(items: readonly PlannedContent[], within: Stretch): Generator<[Usable, Usable, ReadonlySet<string>] | null> {
  /** Of each product, what began and may not have ended. */
  const begun = new Map<string, Usable[]>();
  for (const one of usableAsTheyBegin(items, within)) {
    const met = new Map<Usable, Set<string>>();
    for (const ean of new Set(one.item.productEANs)) {
      const its = (begun.get(ean) ?? []).filter(({ at }) => at.to >= one.at.from);
      for (const other of its) {
        const eans = met.get(other);
        if (eans) eans.add(ean);
        else met.set(other, new Set([ean]));
      }
      begun.set(ean, [...its, one]);
      yield null;
    }
    for (const [other, eans] of met) yield one.place < other.place ? [one, other, eans] : [other, one, eans];
  }
}

/** Whether versions meet, asked once for each two expressions. */
const versionsAskedOnce = (): typeof versionsMeet => {
  const known = new Map<string, boolean>();
  return (one, other) => {
    const both = `${one}\n${other}`;
    const meets = known.get(both) ?? versionsMeet(one, other);
    known.set(both, meets);
    return meets;
  };
};

/**
 * CAL-04: coupons with the same product that the same customers can use at once, within some days: seen from the same place as `decide()` has
 * it, null for customers without a store, with a version that both are for. A customer may belong to the segments of both. Null is a pair that
 * does not meet: of a chain's coupons there may be millions, so whoever takes them gives others their turn in between.
 */
export function* couponCollisions<S extends PlacedStore>(
  items: readonly PlannedContent[],
  places: readonly (S | null)[],
  within: Stretch,
): Generator<Collision<S> | null> {
  const [seenBy, versionsDo] = [placesAskedOnce(places), versionsAskedOnce()];
  for (const pair of pairsAtOnce(items, within)) {
    if (!pair) {
      yield null;
      continue;
    }
    const [one, other, both] = pair;
    const [seen, others] = [seenBy(one.item), seenBy(other.item)];
    const at = shared(one.at, other.at);
    yield at && meet(seen, others) && versionsDo(one.item.version, other.item.version)
      ? {
          coupons: [one.item, other.item],
          eans: one.item.productEANs.filter((ean) => both.has(ean)),
          at,
          stores: () => inBoth(places, seen, others).filter((store) => store !== null),
        }
      : null;
  }
}
