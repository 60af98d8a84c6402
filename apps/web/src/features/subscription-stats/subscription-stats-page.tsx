import { Button, Skeleton, Table, TextInput, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useDeferredValue, useMemo, useState } from 'react';
import { commonMessages } from '../../lib/common.messages.ts';
import { useFormat, useMessages } from '../../lib/language.tsx';
import { paths } from '../../lib/paths.ts';
import { PageLinks } from '../../ui/page-links.tsx';
import { SortButton } from '../../ui/sort-button.tsx';
import { ariaSort } from '../../ui/sort-order.ts';
import { FailedView, StateView } from '../../ui/state-view.tsx';
import { stores } from '../stores/index.ts';
import { download, type ExportFormat, exportFormats, exportName } from './export-spreadsheet.ts';
import { makeSpreadsheet } from './make-spreadsheet.ts';
import {
  DEFAULT_STATS_SORT,
  matchingRows,
  STATS_PAGE_LINKS,
  STATS_PAGE_SIZE,
  type StatsSort,
  sortedRows,
  statsColumns,
} from './stats-table.ts';
import classes from './subscription-stats.module.css';
import { statsMessages } from './subscription-stats.messages.ts';

/** NOTIF-STATS-*: how many phones chose each store, searchable by column, with an export of what is found. */
export const SubscriptionStatsPage = () => {
  const words = useMessages(statsMessages);
  const common = useMessages(commonMessages);
  const format = useFormat();
  const navigate = useNavigate({ from: paths.notificationSubs });
  const { page = 1, sortField = DEFAULT_STATS_SORT, ...search } = useSearch({ from: '/signed-in/english/notification/subscription-stats' });
  const [exportFailed, setExportFailed] = useState(false);
  const { data, error, isPending, refetch } = useQuery(stores.subscriptions());

  // Typing stays quick with thousands of stores: the table follows when there is time.
  const wanted = useDeferredValue(JSON.stringify(search));
  const found = useMemo(() => sortedRows(matchingRows(data ?? [], JSON.parse(wanted)), sortField), [data, wanted, sortField]);
  const pages = Math.max(1, Math.ceil(found.length / STATS_PAGE_SIZE));
  const current = Math.min(page, pages);
  const shown = found.slice((current - 1) * STATS_PAGE_SIZE, current * STATS_PAGE_SIZE);

  type State = { page?: number; sortField?: StatsSort } & typeof search;
  const go = (next: State, replace: boolean): void => {
    const given = Object.entries(next).filter(
      ([name, value]) => value !== '' && value !== undefined && !(name === 'page' && value === 1) && value !== DEFAULT_STATS_SORT,
    );
    void navigate({ search: Object.fromEntries(given), replace });
  };
  const save = async (as: ExportFormat): Promise<void> => {
    try {
      setExportFailed(false);
      download(await makeSpreadsheet({ rows: found, format: as }), exportName(as, new Date()));
    } catch {
      setExportFailed(true);
    }
  };

  return (
    <>
      <title>{`${words.title} · Endcap`}</title>
      <div className={classes.head}>
        <Title order={1}>{words.title}</Title>
        <div className={classes.exports}>
          {exportFormats.map((as) => (
            <Button
              key={as}
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
              disabled={found.length === 0}
              onClick={() => void save(as)}
            >
              {words.export(as)}
            </Button>
          ))}
        </div>
      </div>
      {exportFailed && <p role="alert">{words.exportFailed}</p>}
      <section className={classes.card} aria-busy={isPending}>
        {error && !data ? (
          <FailedView error={error} onRetry={() => void refetch()} />
        ) : data?.length === 0 ? (
          <StateView title={words.empty} />
        ) : (
          <Table className={classes.table} highlightOnHover>
            <Table.Thead>
              <Table.Tr>
                {statsColumns.map((column) => (
                  <Table.Th key={column} aria-sort={ariaSort(sortField, column)} data-column={column}>
                    <SortButton
                      label={words.columns[column]}
                      field={column}
                      sort={sortField}
                      onSort={(next) => go({ ...search, sortField: next as StatsSort }, false)}
                    />
                    <TextInput
                      size="xs"
                      aria-label={words.search(words.columns[column])}
                      value={search[column] ?? ''}
                      maxLength={100}
                      onChange={(event) => go({ ...search, sortField, [column]: event.currentTarget.value }, true)}
                    />
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {isPending
                ? Array.from({ length: 8 }, (_, n) => (
                    <Table.Tr key={n}>
                      <Table.Td colSpan={4}>
                        <Skeleton h={20} aria-label={common.loading} />
                      </Table.Td>
                    </Table.Tr>
                  ))
                : shown.map((row) => (
                    <Table.Tr key={row._id}>
                      <Table.Td data-label={words.columns.storeNo} className={classes.number}>
                        {row.storeNo ?? '–'}
                      </Table.Td>
                      <Table.Td data-label={words.columns.address} title={row.name}>
                        {row.address}
                      </Table.Td>
                      <Table.Td data-label={words.columns.main} className={classes.number}>
                        {format.number(row.main)}
                      </Table.Td>
                      <Table.Td data-label={words.columns.notifications} className={classes.number}>
                        {format.number(row.notifications)}
                      </Table.Td>
                    </Table.Tr>
                  ))}
            </Table.Tbody>
          </Table>
        )}
        {data && data.length > 0 && found.length === 0 && (
          <StateView title={words.noMatch}>
            <Button variant="default" onClick={() => go({ sortField }, true)}>
              {common.clearFilters}
            </Button>
          </StateView>
        )}
        {found.length > 0 && (
          <div className={classes.foot}>
            <span role="status">{common.total(format.number(found.length))}</span>
            <PageLinks page={current} pages={pages} count={STATS_PAGE_LINKS} />
          </div>
        )}
      </section>
    </>
  );
};
