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

/** Coupons of each product as they begin. */
const usableByEan = (items: readonly PlannedContent[], within: Stretch): ReadonlyMap<string, Usable[]> => {
  const byEan = new Map<string, Usable[]>();
  for (const [place, item] of items.entries()) {
    const usable = item.disabled ? null : usableIn(item);
    const at = usable && shared(usable, within);
    if (!at) continue;
    for (const ean of new Set(item.productEANs)) {
      const its = byEan.get(ean);
      if (its) its.push({ item, at, place });
      else byEan.set(ean, [{ item, at, place }]);
    }
  }
  for (const its of byEan.values()) its.sort((one, other) => one.at.from - other.at.from);
  return byEan;
};

/** Pairs of coupons for a product that can be used at once, in the order of the items. */
function* pairsAtOnce(its: readonly Usable[]): Generator<[Usable, Usable]> {
  for (const [n, one] of its.entries())
    for (let next = n + 1; next < its.length; next += 1) {
      const other = its[next];
      // They are in the order in which they begin: no later one does before this one ends.
      if (!other || other.at.from > one.at.to) break;
      yield one.place < other.place ? [one, other] : [other, one];
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
  for (const [ean, its] of usableByEan(items, within))
    for (const [one, other] of pairsAtOnce(its)) {
      const [seen, others] = [seenBy(one.item), seenBy(other.item)];
      const at = shared(one.at, other.at);
      const eans = at && meet(seen, others) ? one.item.productEANs.filter((it) => other.item.productEANs.includes(it)) : [];
      // A pair with several products in common is met once for each.
      const isFirst = at !== null && eans[0] === ean && versionsDo(one.item.version, other.item.version);
      yield isFirst
        ? {
            coupons: [one.item, other.item],
            eans,
            at,
            stores: () => inBoth(places, seen, others).filter((store) => store !== null),
          }
        : null;
    }
}
