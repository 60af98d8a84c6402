import type { StoreSubscription } from '@endcap/contract/stores';
import { Skeleton, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { commonMessages } from '../../lib/common.messages.ts';
import { useFormat, useMessages } from '../../lib/language.tsx';
import { useUntilApplied } from '../../lib/use-until-applied.ts';
import { SortButton } from '../../ui/sort-button.tsx';
import { ariaSort } from '../../ui/sort-order.ts';
import { type StatsColumn, type StatsSort, statsColumns } from './stats-sorts.ts';
import { type Counts, shareOf, totalOf } from './stats-table.ts';
import classes from './subscription-stats.module.css';
import { statsMessages } from './subscription-stats.messages.ts';

const SKELETON_ROWS = 8;

type StatsHeadProps = {
  search: Partial<Record<StatsColumn, string | undefined>>;
  sort: StatsSort;
  onSort: (sort: StatsSort) => void;
  onSearch: (column: StatsColumn, text: string) => void;
};

type ColumnSearchProps = { label: string; placeholder: string; applied: string; onSearch: (text: string) => void };

/** The address is updated with a delay. Until then the field keeps the typed text and the caret position (NOTIF-STATS-06). */
const ColumnSearch = ({ label, placeholder, applied, onSearch }: ColumnSearchProps) => {
  const [typed, type] = useUntilApplied(applied);
  return (
    <TextInput
      size="xs"
      aria-label={label}
      placeholder={placeholder}
      value={typed}
      maxLength={100}
      onChange={({ currentTarget: { value } }) => {
        type(value);
        onSearch(value);
      }}
    />
  );
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
            <ColumnSearch
              label={words.search(words.columns[column])}
              placeholder={words.examples[column]}
              applied={search[column] ?? ''}
              onSearch={(text) => onSearch(column, text)}
            />
          </th>
        ))}
      </tr>
    </thead>
  );
};

/** Table cell with a count. Below it in small print: the change since the earlier day, and the share of subscriptions. */
const Count = ({ column, counts, change }: { column: keyof Counts; counts: Counts; change: Counts | null }) => {
  const words = useMessages(statsMessages);
  const format = useFormat();
  const share = column === 'notifications' ? shareOf(counts) : null;
  const by = change?.[column] ?? 0;
  const sign = by === 0 ? '±' : by > 0 ? '+' : '−';
  return (
    <td className={classes.number} data-label={words.short[column]}>
      <span translate="no">{format.number(counts[column])}</span>
      <small>
        {change && (
          <span data-by={Math.sign(by)}>
            <span className="sr-only">{` ${words.change} `}</span>
            <span translate="no">{`${sign}${format.number(Math.abs(by))}`}</span>
          </span>
        )}
        {change && share !== null && <span aria-hidden>·</span>}
        {share !== null && (
          <>
            <span className="sr-only">{` ${words.share} `}</span>
            <span translate="no" title={`${words.share} ${format.percent(share)}`}>
              {format.percent(share)}
            </span>
          </>
        )}
      </small>
    </td>
  );
};

type StatsRowsProps = { rows: readonly StoreSubscription[]; changeOf: (rows: readonly StoreSubscription[]) => Counts | null };

export const StatsRows = ({ rows, changeOf }: StatsRowsProps) =>
  rows.map((row) => {
    const change = changeOf([row]);
    return (
      <tr key={row._id}>
        <td className={classes.number}>{row.storeNo ?? '–'}</td>
        <td className={classes.store}>
          <span>{row.name}</span>
          <small>{row.address}</small>
        </td>
        <Count column="main" counts={row} change={change} />
        <Count column="notifications" counts={row} change={change} />
      </tr>
    );
  });

/** Totals of all matching rows, over all pages. */
export const StatsTotal = ({ rows, changeOf }: StatsRowsProps) => {
  const words = useMessages(statsMessages);
  const counts = useMemo(() => totalOf(rows), [rows]);
  const change = useMemo(() => changeOf(rows), [rows, changeOf]);
  return (
    <tfoot>
      <tr>
        <th scope="row" colSpan={2}>
          {words.total}
        </th>
        <Count column="main" counts={counts} change={change} />
        <Count column="notifications" counts={counts} change={change} />
      </tr>
    </tfoot>
  );
};

export const StatsSkeleton = () => {
  const { loading } = useMessages(commonMessages);
  return Array.from({ length: SKELETON_ROWS }, (_, n) => (
    <tr key={n}>
      <td colSpan={statsColumns.length}>
        <Skeleton h={40} aria-label={loading} />
      </td>
    </tr>
  ));
};
