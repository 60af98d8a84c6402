import { folded } from '@endcap/contract/core';
import type { EarlierSubscriptions, StoreSubscription } from '@endcap/contract/stores';
import { type StatsColumn, type StatsSort, statsColumns } from './stats-sorts.ts';

/** §9 */
export const STATS_PAGE_SIZE = 20;
export const STATS_PAGE_LINKS = 10;

export type StatsSearch = Partial<Record<StatsColumn, string>>;

const counted: ReadonlySet<StatsColumn> = new Set(['main', 'notifications']);
const BOUND = /^(>=|≥|>|<=|≤|<)\s*(\d[\d\s]*)$/;
const within: Record<string, (value: number, bound: number) => boolean> = {
  '>=': (value, bound) => value >= bound,
  '≥': (value, bound) => value >= bound,
  '>': (value, bound) => value > bound,
  '<=': (value, bound) => value <= bound,
  '≤': (value, bound) => value <= bound,
  '<': (value, bound) => value < bound,
};

type Matches = (row: StoreSubscription) => boolean;

/** Filters a count by a bound such as `≥ 50` (B2). Any other text has to be contained. */
const matcherOf = (column: StatsColumn, text: string): Matches => {
  const [, sign = '', bound = ''] = (counted.has(column) && BOUND.exec(text)) || [];
  const isWithin = within[sign];
  if (isWithin) return (row) => isWithin(Number(row[column]), Number(bound.replaceAll(/\s/g, '')));
  return (row) => folded(String(row[column] ?? '')).includes(text);
};

/** Returns the rows that match the search of every column, ignoring case and diacritics (NOTIF-STATS-20). */
export const matchingRows = (rows: readonly StoreSubscription[], search: StatsSearch): StoreSubscription[] => {
  const wanted = statsColumns.flatMap((column) => {
    const text = folded(search[column] ?? '').trim();
    return text === '' ? [] : [matcherOf(column, text)];
  });
  return rows.filter((row) => wanted.every((matches) => matches(row)));
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

export type Counts = Pick<StoreSubscription, 'main' | 'notifications'>;

export const totalOf = (rows: readonly Counts[]): Counts =>
  rows.reduce((sum, row) => ({ main: sum.main + row.main, notifications: sum.notifications + row.notifications }), {
    main: 0,
    notifications: 0,
  });

/** Returns the change of a row since the earlier day, or null without data for any day. A store that did not exist then counts as zero. */
export const changesSince = (earlier: EarlierSubscriptions | undefined): ((rows: readonly StoreSubscription[]) => Counts | null) => {
  if (!earlier?.day) return () => null;
  const before = new Map(earlier.stores.map((store) => [store._id, store]));
  return (rows) => {
    const now = totalOf(rows);
    const then = totalOf(rows.flatMap(({ _id }) => before.get(_id) ?? []));
    return { main: now.main - then.main, notifications: now.notifications - then.notifications };
  };
};

/** Returns subscriptions as a whole percentage of devices with this main store; null if there are none (B4). */
export const shareOf = ({ main, notifications }: Counts): number | null => (main === 0 ? null : Math.round((notifications / main) * 100));
