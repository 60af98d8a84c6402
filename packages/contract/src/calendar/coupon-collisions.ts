import { versionsMeet } from '../app-version/index.ts';
import type { AudienceStore } from '../audience/index.ts';
import { intersection, intersects, cachedStoreMatcher } from './store-bit-set.ts';
import { type PlannedContent, shared, type Period, usableIn } from './planned-content.ts';

export type Collision<S extends AudienceStore = AudienceStore> = {
  coupons: [PlannedContent, PlannedContent];
  /** EANs of the products of both coupons. */
  eans: string[];
  at: Period;
  /** Returns the stores whose customers can have both; empty if only customers without a store can. Computed on demand. */
  stores: () => S[];
};

/** A coupon with the period in which it can be used; `index` is its position among the items. */
type Usable = { item: PlannedContent; at: Period; index: number };

/** Returns the coupons that can be used within a period, ordered by start. */
const usableByStart = (items: readonly PlannedContent[], within: Period): Usable[] =>
  items
    .flatMap((item, index): Usable[] => {
      const usable = item.disabled ? null : usableIn(item);
      const at = usable && shared(usable, within);
      return at ? [{ item, at, index }] : [];
    })
    .toSorted((one, other) => one.at.from - other.at.from);

/**
 * Yields each pair of coupons that can be used at the same time for a common product, with their common EANs. Each pair is in the order of
 * the items. Yields null after each product, so that the caller can pause.
 */
function* pairsAtOnce(items: readonly PlannedContent[], within: Period): Generator<[Usable, Usable, ReadonlySet<string>] | null> {
  /** By EAN, the coupons that have started and may not have ended. */
  const begun = new Map<string, Usable[]>();
  for (const one of usableByStart(items, within)) {
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
    for (const [other, eans] of met) yield one.index < other.index ? [one, other, eans] : [other, one, eans];
  }
}

/** Returns `versionsMeet` with a cache by pair of expressions. */
const cachedVersionMatcher = (): typeof versionsMeet => {
  const cache = new Map<string, boolean>();
  return (one, other) => {
    const both = `${one}\n${other}`;
    const meets = cache.get(both) ?? versionsMeet(one, other);
    cache.set(both, meets);
    return meets;
  };
};

/**
 * Yields the coupons for the same product that the same customers can use at the same time, within some days (CAL-04). Such coupons have a
 * store in common, as `decide()` evaluates it (null: customers without a store), and an app version. Segments are ignored, because a
 * customer may belong to those of both. Yields null for a pair that does not collide: a chain may have millions, so that the caller
 * can pause in between.
 */
export function* couponCollisions<S extends AudienceStore>(
  items: readonly PlannedContent[],
  stores: readonly (S | null)[],
  within: Period,
): Generator<Collision<S> | null> {
  const [seenBy, versionsDo] = [cachedStoreMatcher(stores), cachedVersionMatcher()];
  for (const pair of pairsAtOnce(items, within)) {
    if (!pair) {
      yield null;
      continue;
    }
    const [one, other, both] = pair;
    const [seen, others] = [seenBy(one.item), seenBy(other.item)];
    const at = shared(one.at, other.at);
    yield at && intersects(seen, others) && versionsDo(one.item.version, other.item.version)
      ? {
          coupons: [one.item, other.item],
          eans: one.item.productEANs.filter((ean) => both.has(ean)),
          at,
          stores: () => intersection(stores, seen, others).filter((store) => store !== null),
        }
      : null;
  }
}
