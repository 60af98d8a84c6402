import type { HistoryFilters, HistoryRow } from '@endcap/contract/history';
import { startOfDay } from '@endcap/contract/warsaw-time';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { whoOf } from '../../frames/history/history.messages.ts';
import { type Column, ListHead, ListRows } from '../../frames/list-page.tsx';
import frame from '../../frames/list-page.module.css';
import { call } from '../../lib/api.ts';
import { commonMessages } from '../../lib/common.messages.ts';
import { useFormat, useLanguage, useMessages } from '../../lib/language.tsx';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { useToday } from '../../lib/use-today.ts';
import { paths } from '../../lib/paths.ts';
import { addressOf } from '../../lib/address-of.ts';
import { toast } from '../../lib/toast.ts';
import { IconDownload } from '../../ui/icons/late-icons.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { FailedView, StateView } from '../../ui/state-view.tsx';
import { type ActivitySearch, historyQueryOf } from './activity-address.ts';
import { ActivityFilters } from './activity-filters.tsx';
import { activityMessages } from './activity.messages.ts';
import classes from './activity.module.css';
import { activity } from './activity.queries.ts';
import { ChangeLink } from './change-link.tsx';
import { fullDay } from './full-day.ts';
import { RowSummary, useActionWord, useSubject } from './row-words.tsx';

const ActivityChange = lazyPart(
  () => import('./activity-change.tsx'),
  (module) => module.ActivityChange,
);

const useColumns = (search: ActivitySearch): Column<HistoryRow>[] => {
  const words = useMessages(activityMessages);
  const format = useFormat();
  const subjectOf = useSubject();
  const actionOf = useActionWord();
  return [
    {
      header: words.what,
      kind: 'main',
      render: (row) => (
        <>
          <ChangeLink row={row} search={search}>
            {subjectOf(row)}
          </ChangeLink>
          <RowSummary row={row} />
        </>
      ),
    },
    { header: words.action, render: actionOf },
    { header: words.who, render: ({ person }) => <span className={classes.who}>{whoOf(person, words.program)}</span> },
    {
      header: words.when,
      kind: 'time',
      render: ({ at }) => (
        <time className={classes.when} dateTime={at} translate="no" title={`${format.minute(at)} · ${format.ago(at)}`}>
          {format.time(Date.parse(at))}
        </time>
      ),
    },
  ];
};

/** The day of a row in Warsaw, as the heading of its rows: "Dzisiaj, niedziela, 29 listopada 2026" (E-6D). */
const useDayHeading = (): ((row: HistoryRow) => string) => {
  const words = useMessages(activityMessages);
  const format = useFormat();
  const language = useLanguage();
  const today = useToday();
  const yesterday = format.day(startOfDay(today, -1));
  return ({ at }) => {
    const day = format.day(at);
    const name = fullDay(day, language);
    return day === today ? `${words.today}, ${name}` : day === yesterday ? `${words.yesterday}, ${name}` : name;
  };
};

/** Exports the changes as a file. A single-use ticket keeps the token out of the address, and the browser streams the file to disk. */
const ExportButton = ({ filters }: { filters: HistoryFilters }) => {
  const words = useMessages(activityMessages);
  const { close } = useMessages(commonMessages);
  const language = useLanguage();
  const save = async (): Promise<void> => {
    try {
      const { ticket } = await call('POST /api/v1/history/export-ticket', {});
      location.assign(addressOf('GET /api/v1/history/export', { query: { ...filters, language, ticket } }));
    } catch {
      toast.failure({ title: words.export, body: words.exportFailed, closeLabel: close });
    }
  };
  return (
    <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={() => void save()}>
      {words.export}
    </Button>
  );
};

type PageFootProps = { page: { items: HistoryRow[]; next: string | null }; before: string | undefined; filters: HistoryFilters };

/** Footer with the number of changes shown and links to newer and older ones. */
const PageFoot = ({ page: { items, next }, before, filters }: PageFootProps) => {
  const words = useMessages(activityMessages);
  const format = useFormat();
  return (
    <div className={frame.foot}>
      <span className={frame.total} role="status">
        {words.shown(format.number(items.length))}
      </span>
      {before && (
        <LinkButton to={paths.activity} search={filters} variant="default">
          {words.newest}
        </LinkButton>
      )}
      {next && (
        <LinkButton to={paths.activity} search={{ ...filters, before: next }} variant="default">
          {words.older}
        </LinkButton>
      )}
    </div>
  );
};

/** All changes, newest first (HIST-07). */
export const ActivityPage = () => {
  const words = useMessages(activityMessages);
  const common = useMessages(commonMessages);
  const navigate = useNavigate({ from: paths.activity });
  const { change, ...search }: ActivitySearch = useSearch({ from: '/signed-in/admin-screens/activity' });
  const historyQuery = historyQueryOf(search);
  const { before, ...filters } = historyQuery;
  const query = useQuery(activity.page(historyQuery));
  const { data, error, refetch } = query;
  const columns = useColumns(search);
  const dayOf = useDayHeading();
  const isNarrowed = Object.keys(historyQuery).length > 0;
  // New filters start at the newest changes (NAV-32). Typing replaces the history entry (ux 16).
  const narrow = useCallback(
    (part: ActivitySearch, replace = false): void =>
      void navigate({ search: (former) => ({ ...former, before: undefined, change: undefined, ...part }), replace }),
    [navigate],
  );
  const applyText = useCallback((text: string) => narrow({ text: text || undefined }, true), [narrow]);
  return (
    <>
      <ListHead title={words.title} action={<ExportButton filters={filters} />} />
      <section className={frame.card} aria-busy={query.isPending || query.isPlaceholderData}>
        <ActivityFilters filters={filters} onChange={narrow} onText={applyText} />
        {error && !data ? (
          <FailedView error={error} onRetry={() => void refetch()} />
        ) : data?.items.length === 0 ? (
          <StateView title={isNarrowed ? words.noMatch : words.empty} {...(!isNarrowed && { text: words.emptyText })}>
            {isNarrowed && (
              <Button variant="default" onClick={() => void navigate({ search: {} })}>
                {common.clearFilters}
              </Button>
            )}
          </StateView>
        ) : (
          <ListRows query={query} columns={columns} marked={null} headingOf={dayOf} />
        )}
        {data && <PageFoot page={data} before={before} filters={filters} />}
      </section>
      <ActivityChange
        changeId={change === undefined ? null : String(change)}
        onClose={() => void navigate({ search, resetScroll: false })}
      />
    </>
  );
};
