import type { Calendar, CalendarItem, CalendarType } from '@endcap/contract/calendar';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef } from 'react';

/** The name of a type, how many of its items follow, and how many there are. */
export type HeadRow = { head: CalendarType; shown: number; count: number; item?: never };
export type Row = HeadRow | { item: CalendarItem; head?: never };
export type ChartRows = ReturnType<typeof useChartRows>;

/** Pixels. */
const [ROW, NARROW_ROW, HEAD] = [34, 54, 30];

/** Items under the name of their type; they come in its order. */
const rowsOf = ({ items, totals }: Pick<Calendar, 'items' | 'totals'>): Row[] => {
  const heads = new Map<CalendarType, HeadRow>();
  return items.flatMap((item): Row[] => {
    const known = heads.get(item.type);
    const head = known ?? { head: item.type, shown: 0, count: totals[item.type] };
    head.shown += 1;
    if (known) return [{ item }];
    heads.set(item.type, head);
    return [head, { item }];
  });
};

/** The rows of the chart, the element that they scroll in, and which of thousands are in sight. */
export const useChartRows = (calendar: Calendar, isNarrow: boolean) => {
  const body = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => rowsOf(calendar), [calendar]);
  // oxlint-disable-next-line react/incompatible-library -- about the React compiler, which is not used here
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => body.current,
    estimateSize: (at) => (rows[at]?.head ? HEAD : isNarrow ? NARROW_ROW : ROW),
    getItemKey: (at) => rows[at]?.item?._id ?? rows[at]?.head ?? at,
    overscan: 8,
  });
  useEffect(() => virtual.measure(), [virtual, isNarrow, rows]);
  return { body, rows, virtual };
};
