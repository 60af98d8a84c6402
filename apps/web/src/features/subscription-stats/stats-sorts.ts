import type { SortBy } from '../../ui/sort-order.ts';

// In a file of its own, since the initial bundle needs only the names.
export const statsColumns = ['storeNo', 'address', 'main', 'notifications'] as const;
export type StatsColumn = (typeof statsColumns)[number];
export type StatsSort = SortBy<StatsColumn>;
export const statsSorts: readonly StatsSort[] = statsColumns.flatMap((column) => [column, `-${column}` as const]);
export const DEFAULT_STATS_SORT: StatsSort = 'storeNo';
