import { type ReactNode, useMemo } from 'react';
import frame from '../../frames/list-page.module.css';
import { useFormat, useMessages } from '../../lib/language.tsx';
import { StateView } from '../../ui/state-view.tsx';
import type { CalendarView } from './calendar-address.ts';
import classes from './calendar.module.css';
import { CalendarChart, type ChartProps } from './calendar-chart.tsx';
import { Legend } from './legend.tsx';
import { calendarMessages } from './calendar.messages.ts';

type PlanProps = Omit<ChartProps, 'range' | 'span'> & {
  view: CalendarView;
  /** Offered when no item matches the filters. */
  clearFilters: ReactNode;
};

/** The matching items as a chart with their number and a legend, or a notice that none match (CAL-01). */
export const CalendarPlan = ({ view, clearFilters, ...chart }: PlanProps) => {
  const words = useMessages(calendarMessages);
  const format = useFormat();
  const { items, totals } = chart.calendar;
  const total = Object.values(totals).reduce((sum, ofType) => sum + ofType, 0);
  const { storeId, groupId, type, text } = view.query;
  const isNarrowed = (storeId ?? groupId ?? type) !== undefined || text !== '';
  const range = useMemo(() => ({ from: view.from, to: view.to }), [view.from, view.to]);
  return (
    <>
      {items.length === 0 && <StateView title={isNarrowed ? words.noMatch : words.empty}>{isNarrowed && clearFilters}</StateView>}
      {items.length > 0 && <CalendarChart {...chart} range={range} span={view.span} />}
      <div className={frame.foot}>
        <span className={frame.total} role="status">
          <span>{words.items(total, format.number(total))}</span>
          {items.length < total && <small className={classes.cut}>{words.narrow(format.number(items.length))}</small>}
        </span>
        <Legend hasSafety={items.some(({ safety }) => safety)} />
      </div>
    </>
  );
};
