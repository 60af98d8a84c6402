import type { Calendar, CalendarSpan } from '@endcap/contract/calendar';
import { Button } from '@mantine/core';
import { useCallbackRef, useMediaQuery } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import { calendarLayers } from '../../plugins.ts';
import { useMessages } from '../../lib/language.tsx';
import { useNow } from '../../lib/use-now.ts';
import classes from './calendar.module.css';
import { calendarMessages } from './calendar.messages.ts';
import { DayHeads, DayShades, SpokenClosedDays, useMarkedDays } from './chart-days.tsx';
import type { RowEvents } from './chart-row.tsx';
import { type ChartRange, type Draft, scaleOf } from './chart-scale.ts';
import { PositionedRow } from './positioned-row.tsx';
import { useChartRows } from './use-chart-rows.ts';
import { useRowFocus } from './use-row-focus.ts';

const CLOCK_MS = 60_000;

export type ChartProps = Pick<RowEvents, 'onDraft' | 'onMove'> & {
  calendar: Calendar;
  range: ChartRange;
  span: CalendarSpan;
  today: string;
  draft: Draft | null;
  isMoving: boolean;
  /** Placeholder while the items of new filters load. */
  isOld: boolean;
};

/** The plan as bars below their days. Only the visible rows are rendered (CAL-01). */
export const CalendarChart = ({ calendar, range, span, today, draft, isMoving, onDraft, onMove, isOld }: ChartProps) => {
  const words = useMessages(calendarMessages);
  const isNarrow = useMediaQuery('(max-width: 640px)') ?? false;
  const now = useNow(CLOCK_MS);
  const scale = useMemo(() => scaleOf(range), [range]);
  const chartRows = useChartRows(calendar, isNarrow);
  const marked = useMarkedDays(calendar);
  const { body, rows, virtual } = chartRows;
  const stepFrom = useRowFocus(chartRows);
  const move = useCallbackRef(onMove);
  // One tab stop for all rows, so that a single key leaves the chart (ux 23).
  const [reached, setReached] = useState<string | null>(null);
  const [showsKeys, setShowsKeys] = useState(false);
  const drawn = virtual.getVirtualItems();
  const ids = drawn.flatMap(({ index }) => rows[index]?.item?._id ?? []);
  const stop = ids.find((id) => id === reached) ?? ids[0];
  const events = useMemo(() => ({ onDraft, onMove: move, onStep: stepFrom, onReach: setReached }), [onDraft, move, stepFrom]);
  const shared = { count: rows.length, scale, now, stop, draft, isMoving, events };
  return (
    <div className={classes.chart} data-old={isOld || undefined} data-narrow={isNarrow || undefined}>
      <p className={classes.keys} id="calendar-keys" hidden={!showsKeys}>
        {words.keys}
      </p>
      <div ref={body} className={classes.body}>
        <div className={classes.head}>
          <span>
            <Button
              variant="subtle"
              color="gray"
              size="compact-xs"
              aria-expanded={showsKeys}
              aria-controls="calendar-keys"
              onClick={() => setShowsKeys(!showsKeys)}
            >
              {words.keyboard}
            </Button>
          </span>
          <DayHeads days={calendar.days} marked={marked} span={span} today={today} />
        </div>
        <div className={classes.rows} style={{ height: virtual.getTotalSize() }}>
          <DayShades days={calendar.days} marked={marked} scale={scale} now={now} />
          <ul aria-label={words.chart} aria-describedby="calendar-keys">
            {drawn.map((position) => {
              const row = rows[position.index];
              return row && <PositionedRow key={position.key} row={row} position={position} {...shared} />;
            })}
          </ul>
        </div>
      </div>
      <SpokenClosedDays days={calendar.days} />
      {calendarLayers.map(({ id, Spoken }) => (
        <Spoken key={id} calendar={calendar} />
      ))}
    </div>
  );
};
