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
      // Record the export in the history. A failure does not affect the file (HIST-07).
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

/** Page, order and searches from the address, and a function that changes them (NAV-32). */
const useAddress = () => {
  const navigate = useNavigate({ from: paths.notificationSubs });
  const {
    page = 1,
    sortField = DEFAULT_STATS_SORT,
    ...search
  } = useSearch({ from: '/signed-in/admin-screens/notification/subscription-stats' });
  type State = { page?: number; sortField?: StatsSort } & typeof search;
  const go = (next: State, replace: boolean): void => {
    const nonDefaults = Object.entries(next).filter(
      ([name, value]) => value !== '' && value !== undefined && !(name === 'page' && value === 1) && value !== DEFAULT_STATS_SORT,
    );
    void navigate({ search: Object.fromEntries(nonDefaults), replace });
  };
  return { page, sortField, search, go };
};

/** Subscriptions by store, searchable by column, with an export of the matching rows (NOTIF-STATS-*). */
export const SubscriptionStatsPage = () => {
  const words = useMessages(statsMessages);
  const common = useMessages(commonMessages);
  const format = useFormat();
  const { page, sortField, search, go } = useAddress();
  const [exportFailed, setExportFailed] = useState(false);
  const { data, error, isPending, refetch } = useQuery(stores.subscriptions());
  const { data: earlier } = useQuery(stores.earlierSubscriptions());
  const changeOf = useMemo(() => changesSince(earlier), [earlier]);

  // Deferred, so that typing stays responsive with thousands of stores.
  const wanted = useDeferredValue(JSON.stringify(search));
  const matches = useMemo(() => sortedRows(matchingRows(data ?? [], JSON.parse(wanted)), sortField), [data, wanted, sortField]);
  const pages = Math.max(1, Math.ceil(matches.length / STATS_PAGE_SIZE));
  const current = Math.min(page, pages);
  const shown = matches.slice((current - 1) * STATS_PAGE_SIZE, current * STATS_PAGE_SIZE);
  return (
    <>
      <PageTitle of={words.title} />
      <div className={classes.head}>
        <Title order={1}>{words.title}</Title>
        <ExportButtons rows={matches} onFailed={setExportFailed} />
      </div>
      {earlier ? (
        <p className={classes.legend}>{earlier.day && words.legend(earlier.day, earlier.isWhole)}</p>
      ) : (
        // The typical text, invisible, reserves its height at this width.
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
            {matches.length > 0 && <StatsTotal rows={matches} changeOf={changeOf} />}
          </table>
        )}
        {data && data.length > 0 && matches.length === 0 && (
          <StateView title={words.noMatch}>
            <Button variant="default" onClick={() => go({ sortField }, true)}>
              {common.clearFilters}
            </Button>
          </StateView>
        )}
        {matches.length > 0 && (
          <div className={classes.foot}>
            <span role="status">{words.found(format.number(matches.length))}</span>
            <PageLinks page={current} pages={pages} count={STATS_PAGE_LINKS} />
          </div>
        )}
      </section>
    </>
  );
};
