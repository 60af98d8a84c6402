import type { AudienceRule } from '@endcap/contract/audience';
import { type AudienceOpening, type DayEdge, daysBetween } from '@endcap/contract/trading-days';
import { daysLater, lastDayOf, readInstant, warsawDay } from '@endcap/contract/warsaw-time';
import { Alert, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useFormat, useMessages } from '../../lib/language.tsx';
import { useSettled } from '../../lib/use-settled.ts';
import { useToday } from '../../lib/use-today.ts';
import { type EdgeDay, opening } from './trading-days.queries.ts';
import { tradingDayMessages } from './trading-days.messages.ts';
import classes from './trading-days.module.css';

/** A date of a form at which something starts or ends. */
export type EdgeDate = { field: string; label: string; value: string; edge: DayEdge };
type ClosedDaysProps = { rule: AudienceRule; dates: readonly EdgeDate[]; onMend: (field: string, value: string) => void };

/** Returns the day of an instant. An end at midnight belongs to the day before. */
const dayOf = (instant: string, edge: DayEdge): string => (edge === 'end' ? lastDayOf : warsawDay)(instant);

type Closed = AudienceOpening['days'][number];

/** Expandable list of the closed stores by name. */
const WhichStores = ({ closed, named }: Pick<Closed, 'closed' | 'named'>) => {
  const words = useMessages(tradingDayMessages);
  const format = useFormat();
  const names = named.map(({ name, storeNo }) => (storeNo === null ? name : `${storeNo} ${name}`));
  return (
    <details className={classes.which}>
      <summary>{words.which}</summary>
      <span>{[...names, ...(closed > named.length ? [words.andMore(format.number(closed - named.length))] : [])].join('; ')}</span>
    </details>
  );
};

/** Warns when something starts or ends while stores of its audience are closed. It blocks nothing (TRADE-04). */
export const ClosedDays = ({ rule, dates, onMend }: ClosedDaysProps) => {
  const words = useMessages(tradingDayMessages);
  const format = useFormat();
  const today = useToday();
  const upcoming = dates.flatMap((date) => {
    const instant = readInstant(date.value);
    const day = instant && dayOf(instant, date.edge);
    // Skip past dates: they cannot be fixed.
    return instant && day && day >= today ? [{ ...date, instant, day }] : [];
  });
  const days: EdgeDay[] = upcoming.map(({ day, edge }) => ({ day, edge }));
  const settled = useSettled({ rule, days });
  const { data } = useQuery({ ...opening(settled.rule, settled.days), enabled: settled.days.length > 0 });
  const closed = upcoming.flatMap((date) => {
    const closure = data?.days.find(({ day, edge }) => day === date.day && edge === date.edge);
    return closure && closure.closed > 0 ? [{ ...date, closure }] : [];
  });
  return (
    <div role="status" data-testid="closed-days">
      {data && closed.length > 0 && (
        <Alert color="yellow" variant="light" role="group" className={classes.closed ?? ''}>
          <ul>
            {closed.map(({ field, label, day, instant, closure: { closed: count, named, nearest } }) => (
              <li key={field}>
                <span>{words.closedOn(label, format.longDay(day), words.weekday(day), count, data.stores)}</span>
                {data.stores > 1 && <WhichStores closed={count} named={named} />}
                {nearest && (
                  <Button size="compact-sm" variant="default" onClick={() => onMend(field, daysLater(instant, daysBetween(day, nearest)))}>
                    {words.moveTo(words.weekday(nearest), format.longDay(nearest))}
                  </Button>
                )}
              </li>
            ))}
          </ul>
          {data.hoursUnknown > 0 && (
            <p className={classes.unknown}>{words.hoursUnknown(data.hoursUnknown, format.number(data.hoursUnknown), data.stores)}</p>
          )}
        </Alert>
      )}
    </div>
  );
};
