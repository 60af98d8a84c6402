import { folded } from '@endcap/contract/core';
import type { StoreSubscription } from '@endcap/contract/stores';
import type { SortBy } from '../../ui/sort-order.ts';

/** §9 */
export const STATS_PAGE_SIZE = 20;
export const STATS_PAGE_LINKS = 10;

export const statsColumns = ['storeNo', 'address', 'main', 'notifications'] as const;
export type StatsColumn = (typeof statsColumns)[number];
export type StatsSort = SortBy<StatsColumn>;
export const statsSorts: readonly StatsSort[] = statsColumns.flatMap((column) => [column, `-${column}` as const]);
export const DEFAULT_STATS_SORT: StatsSort = 'storeNo';

export type StatsSearch = Partial<Record<StatsColumn, string>>;

/** NOTIF-STATS-20: every column's search has to match; contains, ignoring case and diacritics. */
export const matchingRows = (rows: readonly StoreSubscription[], search: StatsSearch): StoreSubscription[] => {
  const wanted = statsColumns.flatMap((column) => {
    const text = folded(search[column] ?? '').trim();
    return text === '' ? [] : [{ column, text }];
  });
  return rows.filter((row) => wanted.every(({ column, text }) => folded(String(row[column] ?? '')).includes(text)));
};

const collator = new Intl.Collator('pl');
const compare = (one: string | number, other: string | number): number =>
  typeof one === 'number' && typeof other === 'number' ? one - other : collator.compare(String(one), String(other));

/** Numbers as numbers; stores without a number last in both directions; ties by store number, then id (NOTIF-STATS-07, 16, 23). */
export const sortedRows = (rows: readonly StoreSubscription[], sort: StatsSort): StoreSubscription[] => {
  const descending = sort.startsWith('-');
  const column = sort.replace('-', '') as StatsColumn;
  return rows.toSorted((one, other) => {
    const [left, right] = [one[column], other[column]];
    if (left === null || right === null) return Number(left === null) - Number(right === null) || compare(one._id, other._id);
    return (
      (descending ? compare(right, left) : compare(left, right)) ||
      compare(one.storeNo ?? 0, other.storeNo ?? 0) ||
      compare(one._id, other._id)
    );
  });
};
