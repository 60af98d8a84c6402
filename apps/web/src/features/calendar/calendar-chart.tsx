import type { Calendar, CalendarItem, CalendarSpan, CalendarType } from '@endcap/contract/calendar';
import { contentWords } from '@endcap/contract/content';
import { useMediaQuery } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useLatest } from '../../lib/drawn-for.ts';
import { useFormat, useLanguage, useMessages } from '../../lib/language.tsx';
import { listPlaces } from '../../lib/list-places.ts';
import { paths } from '../../lib/paths.ts';
import { useNow } from '../../lib/use-now.ts';
import classes from './calendar.module.css';
import { calendarMessages } from './calendar.messages.ts';
import { ClosedDaysSaid, DayHeads, DayShades, KeptDaysSaid } from './chart-days.tsx';
import { ChartRow, type RowEvents, type Step } from './chart-row.tsx';
import { type ChartRange, type Draft, scaleOf } from './chart-scale.ts';

type Row = { head: CalendarType; count: number; item?: never } | { item: CalendarItem; head?: never };

const [ROW, NARROW_ROW, HEAD] = [34, 54, 30];
const CLOCK_MS = 60_000;

/** Items under the name of their type; they come in its order. */
const rowsOf = (items: readonly CalendarItem[]): Row[] =>
  items.flatMap((item, at): Row[] => {
    const isFirst = items[at - 1]?.type !== item.type;
    const head = { head: item.type, count: isFirst ? items.filter(({ type }) => type === item.type).length : 0 };
    return isFirst ? [head, { item }] : [{ item }];
  });

type ChartProps = Pick<RowEvents, 'onDraft' | 'onMove'> & {
  calendar: Calendar;
  range: ChartRange;
  span: CalendarSpan;
  today: string;
  draft: Draft | null;
  isMoving: boolean;
  /** Shown until those of other filters are there. */
  isOld: boolean;
};

/** CAL-01: the plan as bars below their days; of thousands of rows those in sight are drawn. */
export const CalendarChart = ({ calendar, range, span, today, draft, isMoving, onDraft, onMove, isOld }: ChartProps) => {
  const words = useMessages(calendarMessages);
  const format = useFormat();
  const { types } = contentWords[useLanguage()];
  const isNarrow = useMediaQuery('(max-width: 640px)') ?? false;
  const body = useRef<HTMLDivElement>(null);
  const now = useNow(CLOCK_MS);
  const rows = useMemo(() => rowsOf(calendar.items), [calendar.items]);
  const scale = useMemo(() => scaleOf(range), [range]);
  // oxlint-disable-next-line react/incompatible-library -- about the React compiler, which is not used here
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => body.current,
    estimateSize: (at) => (rows[at]?.head ? HEAD : isNarrow ? NARROW_ROW : ROW),
    getItemKey: (at) => rows[at]?.item?._id ?? rows[at]?.head ?? at,
    overscan: 8,
  });
  useEffect(() => virtual.measure(), [virtual, isNarrow, rows]);

  const focusAt = (at: number): void => {
    const id = rows[at]?.item?._id;
    if (id === undefined) return;
    virtual.scrollToIndex(at);
    // Drawn once the list has scrolled.
    requestAnimationFrame(() => body.current?.querySelector<HTMLElement>(`[data-item='${id}']`)?.focus());
  };
  /** The item that was opened from here is seen again on the way back. */
  const comeBack = useEffectEvent((): void => {
    const { marked } = listPlaces.read(paths.calendar);
    listPlaces.keep(paths.calendar, {}, 0);
    // Whoever is somewhere already stays there.
    if (marked !== undefined && document.activeElement === document.body) focusAt(rows.findIndex(({ item }) => item?._id === marked));
  });
  useEffect(() => comeBack(), []);
  /** To an item, past the names of types. */
  const stepFrom = useLatest((at: number, step: Step): void => {
    const way = step === 'next' || step === 'first' ? 1 : -1;
    let next = { next: at + 1, previous: at - 1, first: 0, last: rows.length - 1 }[step];
    while (rows[next]?.head) next += way;
    focusAt(next);
  });
  const move = useLatest(onMove);
  // One stop for the Tab key: what comes after thousands of rows is a key away (ux 23).
  const [reached, setReached] = useState<string | null>(null);
  const drawn = virtual.getVirtualItems();
  const ids = drawn.flatMap(({ index }) => rows[index]?.item?._id ?? []);
  const stop = ids.find((id) => id === reached) ?? ids[0];
  const events = useMemo(() => ({ onDraft, onMove: move, onStep: stepFrom, onReach: setReached }), [onDraft, move, stepFrom]);
  return (
    <div className={classes.chart} data-old={isOld || undefined} data-narrow={isNarrow || undefined}>
      <p className={classes.keys} id="calendar-keys">
        {words.keys}
      </p>
      <div ref={body} className={classes.body}>
        <div className={classes.head}>
          <span />
          <DayHeads days={calendar.days} kept={calendar.keptDays} span={span} today={today} />
        </div>
        <div className={classes.rows} style={{ height: virtual.getTotalSize() }}>
          <DayShades days={calendar.days} kept={calendar.keptDays} scale={scale} now={now} />
          <ul aria-label={words.chart} aria-describedby="calendar-keys">
            {drawn.map(({ key, index, start, size }) => {
              const row = rows[index];
              return (
                row && (
                  <li
                    key={key}
                    className={row.head ? classes.type : classes.row}
                    style={{ transform: `translateY(${start}px)`, height: size }}
                    aria-setsize={rows.length}
                    aria-posinset={index + 1}
                  >
                    {row.head ? (
                      <h2>
                        {row.head === 'notification' ? words.notification : types[row.head]} <small>{format.number(row.count)}</small>
                      </h2>
                    ) : (
                      <ChartRow
                        item={row.item}
                        at={index}
                        scale={scale}
                        now={now}
                        isStop={row.item._id === stop}
                        own={draft?.id === row.item._id ? draft : null}
                        isMoving={isMoving}
                        events={events}
                      />
                    )}
                  </li>
                )
              );
            })}
          </ul>
        </div>
      </div>
      <ClosedDaysSaid days={calendar.days} />
      <KeptDaysSaid kept={calendar.keptDays} />
    </div>
  );
};
