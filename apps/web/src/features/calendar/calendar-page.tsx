import { dayAfter } from '@endcap/contract/trading-days';
import { warsawDay } from '@endcap/contract/warsaw-time';
import { Alert, Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { ListHead } from '../../frames/list-page.tsx';
import frame from '../../frames/list-page.module.css';
import { ApiProblem } from '../../lib/api.ts';
import { commonMessages } from '../../lib/common.messages.ts';
import { useFormat, useMessages } from '../../lib/language.tsx';
import { paths } from '../../lib/paths.ts';
import { FailedView, StateView } from '../../ui/state-view.tsx';
import { UndoBar } from '../content/index.ts';
import { KeepDay, KeptDayList } from '../kept-days/index.ts';
import { askedBy, type CalendarSearch } from './calendar-address.ts';
import { CalendarChart } from './calendar-chart.tsx';
import { CalendarFilters } from './calendar-filters.tsx';
import { CalendarFindings } from './calendar-findings.tsx';
import { Legend } from './legend.tsx';
import { calendarMessages } from './calendar.messages.ts';
import { calendar } from './calendar.queries.ts';
import type { Draft } from './chart-scale.ts';
import { useDateChange } from './use-date-change.ts';

/** CAL-01..04: pushes and content over the days, with what is missing and what meets. */
export const CalendarPage = () => {
  const words = useMessages(calendarMessages);
  const common = useMessages(commonMessages);
  const format = useFormat();
  const navigate = useNavigate({ from: paths.calendar });
  const search: CalendarSearch = useSearch({ from: '/signed-in/english/calendar' });
  const [today] = useState(() => warsawDay(new Date()));
  const asked = useMemo(() => askedBy(search, today), [search, today]);
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(calendar(asked.query));
  const [draft, setDraft] = useState<Draft | null>(null);
  const change = useDateChange(() => setDraft(null));
  const narrow = useCallback(
    (part: CalendarSearch, replace = false): void => void navigate({ search: (former) => ({ ...former, ...part }), replace }),
    [navigate],
  );
  /** Goes to a day that is not among those that are seen. */
  const show = (day: string): void => {
    if (day < asked.from || day > asked.to) narrow({ from: day });
  };
  const applyText = useCallback((text: string) => narrow({ text: text || undefined }, true), [narrow]);
  const { storeId, groupId, type, text } = asked.query;
  const isNarrowed = (storeId ?? groupId ?? type) !== undefined || text !== '';
  const range = useMemo(() => ({ from: asked.from, to: asked.to }), [asked.from, asked.to]);
  const clearFilters = (
    <Button variant="default" onClick={() => void navigate({ search: ({ span, from }) => ({ span, from }) })}>
      {common.clearFilters}
    </Button>
  );
  return (
    <>
      <ListHead title={words.title} action={<KeepDay first={asked.from > today ? asked.from : dayAfter(today, 1)} onKept={show} />} />
      {data && <CalendarFindings calendar={data} />}
      {data && <KeptDayList days={data.keptDays} onSaved={show} />}
      {change.problem && (
        <Alert
          color="red"
          variant="light"
          role="alert"
          mb="md"
          withCloseButton
          closeButtonLabel={common.close}
          onClose={change.closeProblem}
        >
          {change.problem}
        </Alert>
      )}
      <section className={frame.card} aria-busy={isPending || isPlaceholderData}>
        <CalendarFilters asked={asked} search={search} onChange={narrow} onText={applyText} />
        {error instanceof ApiProblem && Object.keys(error.fields).length > 0 ? (
          <StateView title={words.noMatch}>{clearFilters}</StateView>
        ) : error && !data ? (
          <FailedView error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <Skeleton h={420} m="md" />
        ) : (
          <>
            {data.items.length === 0 && (
              <StateView title={isNarrowed ? words.noMatch : words.empty}>{isNarrowed && clearFilters}</StateView>
            )}
            {data.items.length > 0 && (
              <CalendarChart
                calendar={data}
                range={range}
                span={asked.span}
                today={today}
                isOld={isPlaceholderData}
                draft={draft}
                isMoving={change.isMoving}
                onDraft={setDraft}
                onMove={(item, moved) => change.move({ item, draft: moved })}
              />
            )}
            <div className={frame.foot}>
              <span className={frame.total} role="status">
                {words.items(data.items.length, format.number(data.items.length))}
              </span>
              <Legend hasSafety={data.items.some(({ safety }) => safety)} />
            </div>
          </>
        )}
      </section>
      {change.done && <UndoBar done={change.done} onClose={change.closeDone} />}
    </>
  );
};
