import { versionsMeet } from '../app-version/index.ts';
import type { PlacedStore } from '../audience/index.ts';
import { inBoth, meet, placesAskedOnce } from './places-seen.ts';
import { type PlannedContent, shared, type Period, usableIn } from './planned-content.ts';

export type Collision<S extends PlacedStore = PlacedStore> = {
  coupons: [PlannedContent, PlannedContent];
  /** EANs of the products of both coupons. */
  eans: string[];
  at: Period;
  /** Returns the stores whose customers can have both; empty if only customers without a store can. Computed on demand. */
  stores: () => S[];
};

/** A coupon with the period in which it can be used; `place` is its index among the items. */
type Usable = { item: PlannedContent; at: Period; place: number };

/** Returns the coupons that can be used within a period, ordered by start. */
const usableAsTheyBegin = (items: readonly PlannedContent[], within: Period): Usable[] =>
  items
    .flatMap((item, place): Usable[] => {
      const usable = item.disabled ? null : usableIn(item);
      const at = usable && shared(usable, within);
      return at ? [{ item, at, place }] : [];
    })
    .toSorted((one, other) => one.at.from - other.at.from);

/**
 * Yields each pair of coupons that can be used at the same time for a common product, with their common EANs. Each pair is in the order of
 * the items. Yields null after each product, so that the caller can pause.
 */
function* pairsAtOnce(items: readonly PlannedContent[], within: Period): Generator<[Usable, Usable, ReadonlySet<string>] | null> {
  /** By EAN, the coupons that have started and may not have ended. */
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

/** Returns `versionsMeet` with a cache by pair of expressions. */
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
 * Yields the coupons for the same product that the same customers can use at the same time, within some days (CAL-04). Such coupons have a
 * place in common, as `decide()` evaluates it (null: customers without a store), and an app version. Segments are ignored, because a
 * customer may belong to those of both. Yields null for a pair that does not collide: a chain may have millions, so that the caller
 * can pause in between.
 */
export function* couponCollisions<S extends PlacedStore>(
  items: readonly PlannedContent[],
  places: readonly (S | null)[],
  within: Period,
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
