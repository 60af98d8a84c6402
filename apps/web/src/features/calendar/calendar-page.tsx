import { dayAfter } from '@endcap/contract/trading-days';
import { Alert, Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ListHead } from '../../frames/list-page.tsx';
import frame from '../../frames/list-page.module.css';
import { calendarLayers } from '../../plugins.ts';
import { ApiProblem } from '../../lib/api.ts';
import { commonMessages } from '../../lib/common.messages.ts';
import { useMessages } from '../../lib/language.tsx';
import { FailedView, StateView } from '../../ui/state-view.tsx';
import { UndoBar, useIsUndoing } from '../content/index.ts';
import { CalendarFilters } from './calendar-filters.tsx';
import { CalendarFindings } from './calendar-findings.tsx';
import { CalendarPlan } from './calendar-plan.tsx';
import { calendarMessages } from './calendar.messages.ts';
import { calendar } from './calendar.queries.ts';
import type { Draft } from './chart-scale.ts';
import { useCalendarView } from './use-calendar-view.ts';
import { useDateChange } from './use-date-change.ts';
import { useRefetchOnNewDay } from '../../lib/use-refetch-on-new-day.ts';

/** The reason why an end of a publication was not moved (CAL-03). */
const MoveProblem = ({ text, onClose }: { text: string; onClose: () => void }) => {
  const common = useMessages(commonMessages);
  return (
    <Alert color="red" variant="light" role="alert" mb="md" withCloseButton closeButtonLabel={common.close} onClose={onClose}>
      {text}
    </Alert>
  );
};

/** Pushes and content over the days, with gaps and collisions (CAL-01..04). */
export const CalendarPage = () => {
  const words = useMessages(calendarMessages);
  const common = useMessages(commonMessages);
  const [draft, setDraft] = useState<Draft | null>(null);
  const { search, today, baseDay, view, narrow, applyText, show, clearFilters } = useCalendarView(draft !== null);
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(calendar(view.query));
  useRefetchOnNewDay(baseDay, refetch);
  const change = useDateChange(() => setDraft(null));
  const isUndoing = useIsUndoing();
  const isMoving = change.isMoving || isUndoing;
  const clearButton = (
    <Button variant="default" onClick={clearFilters}>
      {common.clearFilters}
    </Button>
  );
  return (
    <>
      <ListHead
        title={words.title}
        action={calendarLayers.map(({ id, Action }) => (
          <Action key={id} first={view.from > today ? view.from : dayAfter(today, 1)} onDone={show} />
        ))}
      />
      {change.problem && <MoveProblem text={change.problem} onClose={change.closeProblem} />}
      <section className={frame.card} aria-busy={isPending || isPlaceholderData || isMoving}>
        <CalendarFilters view={view} search={search} today={today} onChange={narrow} onText={applyText} />
        {error instanceof ApiProblem && Object.keys(error.fields).length > 0 ? (
          <StateView title={words.noMatch}>{clearButton}</StateView>
        ) : error && !data ? (
          <FailedView error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <Skeleton h={420} m="md" />
        ) : (
          <>
            <CalendarFindings calendar={data} />
            {calendarLayers.map(({ id, List }) => (
              <List key={id} calendar={data} onDone={show} />
            ))}
            <CalendarPlan
              calendar={data}
              view={view}
              today={today}
              isOld={isPlaceholderData}
              clearFilters={clearButton}
              draft={draft}
              isMoving={isMoving}
              onDraft={setDraft}
              onMove={(item, moved) => change.move({ item, draft: moved })}
            />
          </>
        )}
      </section>
      {change.done && <UndoBar done={change.done} onClose={change.closeDone} />}
    </>
  );
};
