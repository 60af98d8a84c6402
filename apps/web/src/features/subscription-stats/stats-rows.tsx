import type { StoreSubscription } from '@endcap/contract/stores';
import { Skeleton, TextInput } from '@mantine/core';
import { commonMessages } from '../../lib/common.messages.ts';
import { useFormat, useMessages } from '../../lib/language.tsx';
import { SortButton } from '../../ui/sort-button.tsx';
import { ariaSort } from '../../ui/sort-order.ts';
import { type StatsColumn, type StatsSort, statsColumns } from './stats-table.ts';
import classes from './subscription-stats.module.css';
import { statsMessages } from './subscription-stats.messages.ts';

const SKELETON_ROWS = 8;

type StatsHeadProps = {
  search: Partial<Record<StatsColumn, string | undefined>>;
  sort: StatsSort;
  onSort: (sort: StatsSort) => void;
  onSearch: (column: StatsColumn, text: string) => void;
};

/** Each column's order and search. */
export const StatsHead = ({ search, sort, onSort, onSearch }: StatsHeadProps) => {
  const words = useMessages(statsMessages);
  return (
    <thead>
      <tr>
        {statsColumns.map((column) => (
          <th key={column} aria-sort={ariaSort(sort, column)} data-column={column}>
            <SortButton label={words.columns[column]} field={column} sort={sort} onSort={onSort} />
            <TextInput
              size="xs"
              aria-label={words.search(words.columns[column])}
              value={search[column] ?? ''}
              maxLength={100}
              onChange={(event) => onSearch(column, event.currentTarget.value)}
            />
          </th>
        ))}
      </tr>
    </thead>
  );
};

export const StatsRows = ({ rows }: { rows: readonly StoreSubscription[] }) => {
  const words = useMessages(statsMessages);
  const format = useFormat();
  return rows.map((row) => (
    <tr key={row._id}>
      <td data-label={words.columns.storeNo} className={classes.number}>
        {row.storeNo ?? '–'}
      </td>
      <td data-label={words.columns.address} title={row.name}>
        {row.address}
      </td>
      <td data-label={words.columns.main} className={classes.number}>
        {format.number(row.main)}
      </td>
      <td data-label={words.columns.notifications} className={classes.number}>
        {format.number(row.notifications)}
      </td>
    </tr>
  ));
};

export const StatsSkeleton = () => {
  const { loading } = useMessages(commonMessages);
  return Array.from({ length: SKELETON_ROWS }, (_, n) => (
    <tr key={n}>
      <td colSpan={statsColumns.length}>
        <Skeleton h={20} aria-label={loading} />
      </td>
    </tr>
  ));
};
