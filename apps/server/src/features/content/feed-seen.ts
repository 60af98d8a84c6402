import type { Viewer } from '@endcap/contract/audience';
import { type AppContent, belongsTo, type Tab, viewerStateOf } from '@endcap/contract/content';
import { type FeedEntry, inOrder } from './feed-item.ts';
import type { StoreFeed } from './feed-state.ts';

/** Fields of an item that depend on the viewer. */
export type Part = Pick<AppContent, 'clickable' | 'storeDependent'>;

/** Merges two sorted lists and drops duplicates. */
const merged = <I extends FeedEntry>(one: readonly I[], other: readonly I[]): readonly I[] => {
  if (one.length === 0) return other;
  if (other.length === 0) return one;
  const both: I[] = [];
  let [n, m] = [0, 0];
  while (n < one.length && m < other.length) {
    const [left, right] = [one[n], other[m]];
    if (!left || !right) break;
    const order = left === right ? 0 : inOrder(left, right);
    if (order <= 0) n += 1;
    if (order >= 0) m += 1;
    both.push(order <= 0 ? left : right);
  }
  return both.concat(one.slice(n), other.slice(m));
};

/** Returns the items that may concern customers of a store, in order and each once. */
export const candidatesOf = <I extends FeedEntry>({ lists }: StoreFeed<I>): readonly I[] => {
  let all: readonly I[] = [];
  for (const { items } of lists) all = merged(all, items);
  return all;
};

/**
 * Returns the items that a viewer sees, in their order, in one tab or in all, as decided by `decide()`. `until`: the instant from which the
 * result may differ (milliseconds; null: time changes nothing).
 */
export const seenOf = <I extends FeedEntry>(
  items: readonly I[],
  viewer: Viewer,
  tab: Tab | undefined,
): { seen: { item: I; part: Part }[]; until: number | null } => {
  const seen: { item: I; part: Part }[] = [];
  let until = Number.POSITIVE_INFINITY;
  for (const item of items) {
    const visibility = belongsTo(item.facts, tab) && viewerStateOf(item.facts, viewer);
    if (!visibility) continue;
    if (visibility.until !== null) until = Math.min(until, visibility.until);
    if (visibility.part) seen.push({ item, part: visibility.part });
  }
  return { seen, until: until === Number.POSITIVE_INFINITY ? null : until };
};
