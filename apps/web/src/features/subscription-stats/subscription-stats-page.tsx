import type { StoreSubscription } from '@endcap/contract/stores';
import { Button, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useDeferredValue, useMemo, useState } from 'react';
import { call } from '../../lib/api.ts';
import { commonMessages } from '../../lib/common.messages.ts';
import { download } from '../../lib/download.ts';
import { useFormat, useMessages } from '../../lib/language.tsx';
import { paths } from '../../lib/paths.ts';
import { IconDownload } from '../../ui/icons/late-icons.ts';
import { PageLinks } from '../../ui/page-links.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { FailedView, StateView } from '../../ui/state-view.tsx';
import { stores } from '../stores/index.ts';
import { type ExportFormat, exportFormats, exportName } from './export-spreadsheet.ts';
import { makeSpreadsheet } from './make-spreadsheet.ts';
import { StatsHead, StatsRows, StatsSkeleton, StatsTotal } from './stats-rows.tsx';
import { DEFAULT_STATS_SORT, type StatsSort } from './stats-sorts.ts';
import { changesSince, matchingRows, STATS_PAGE_LINKS, STATS_PAGE_SIZE, sortedRows } from './stats-table.ts';
import classes from './subscription-stats.module.css';
import { statsMessages } from './subscription-stats.messages.ts';

type ExportButtonsProps = { rows: readonly StoreSubscription[]; onFailed: (failed: boolean) => void };

const ExportButtons = ({ rows, onFailed }: ExportButtonsProps) => {
  const words = useMessages(statsMessages);
  const save = async (as: ExportFormat): Promise<void> => {
    try {
      onFailed(false);
      download(await makeSpreadsheet({ rows, format: as }), exportName(as, new Date()));
      // It is noted who took the list out (HIST-07); the file is there all the same.
      void call('POST /api/v1/stats/store-subscription/export', { body: { format: as, rows: rows.length } }).catch(() => {});
    } catch {
      onFailed(true);
    }
  };
  return (
    <div className={classes.exports}>
      {exportFormats.map((as) => (
        <Button
          key={as}
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          disabled={rows.length === 0}
          onClick={() => void save(as)}
        >
          {words.export(as)}
        </Button>
      ))}
    </div>
  );
};

/** Page, order and searches, which are in the address (NAV-32), and how to go on to others. */
const useAddress = () => {
  const navigate = useNavigate({ from: paths.notificationSubs });
  const { page = 1, sortField = DEFAULT_STATS_SORT, ...search } = useSearch({ from: '/signed-in/english/notification/subscription-stats' });
  type State = { page?: number; sortField?: StatsSort } & typeof search;
  const go = (next: State, replace: boolean): void => {
    const given = Object.entries(next).filter(
      ([name, value]) => value !== '' && value !== undefined && !(name === 'page' && value === 1) && value !== DEFAULT_STATS_SORT,
    );
    void navigate({ search: Object.fromEntries(given), replace });
  };
  return { page, sortField, search, go };
};

/** NOTIF-STATS-*: how many phones chose each store, searchable by column, with an export of what is found. */
export const SubscriptionStatsPage = () => {
  const words = useMessages(statsMessages);
  const common = useMessages(commonMessages);
  const format = useFormat();
  const { page, sortField, search, go } = useAddress();
  const [exportFailed, setExportFailed] = useState(false);
  const { data, error, isPending, refetch } = useQuery(stores.subscriptions());
  const { data: earlier } = useQuery(stores.earlierSubscriptions());
  const changeOf = useMemo(() => changesSince(earlier), [earlier]);

  // Typing stays quick with thousands of stores: the table follows when there is time.
  const wanted = useDeferredValue(JSON.stringify(search));
  const found = useMemo(() => sortedRows(matchingRows(data ?? [], JSON.parse(wanted)), sortField), [data, wanted, sortField]);
  const pages = Math.max(1, Math.ceil(found.length / STATS_PAGE_SIZE));
  const current = Math.min(page, pages);
  const shown = found.slice((current - 1) * STATS_PAGE_SIZE, current * STATS_PAGE_SIZE);
  return (
    <>
      <PageTitle of={words.title} />
      <div className={classes.head}>
        <Title order={1}>{words.title}</Title>
        <ExportButtons rows={found} onFailed={setExportFailed} />
      </div>
      {earlier ? (
        <p className={classes.legend}>{earlier.day && words.legend(earlier.day, earlier.isWhole)}</p>
      ) : (
        // The usual text, invisible, reserves the lines that it takes at this width.
        <p className={classes.legend} style={{ visibility: 'hidden' }}>
          {words.legend('', true)}
        </p>
      )}
      {exportFailed && <p role="alert">{words.exportFailed}</p>}
      <section className={classes.card} aria-busy={isPending}>
        {error && !data ? (
          <FailedView error={error} onRetry={() => void refetch()} />
        ) : data?.length === 0 ? (
          <StateView title={words.empty} />
        ) : (
          <table className={`table ${classes.table}`} data-hover>
            <StatsHead
              search={search}
              sort={sortField}
              onSort={(next) => go({ ...search, sortField: next }, false)}
              onSearch={(column, text) => go({ ...search, sortField, [column]: text }, true)}
            />
            <tbody>{isPending ? <StatsSkeleton /> : <StatsRows rows={shown} changeOf={changeOf} />}</tbody>
            {found.length > 0 && <StatsTotal rows={found} changeOf={changeOf} />}
          </table>
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
            <span role="status">{words.found(format.number(found.length))}</span>
            <PageLinks page={current} pages={pages} count={STATS_PAGE_LINKS} />
          </div>
        )}
      </section>
    </>
  );
};
