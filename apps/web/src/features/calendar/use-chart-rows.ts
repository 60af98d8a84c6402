import type { Calendar, CalendarItem, CalendarType } from '@endcap/contract/calendar';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef } from 'react';

/** The name of a type, the number of its listed items, and their total. */
export type HeadRow = { head: CalendarType; shown: number; count: number; item?: never };
export type Row = HeadRow | { item: CalendarItem; head?: never };
export type ChartRows = ReturnType<typeof useChartRows>;

/** Pixels. */
const [ROW, NARROW_ROW, HEAD] = [34, 54, 30];

/** Groups items under the name of their type. The items arrive sorted by type. */
const rowsOf = ({ items, totals }: Pick<Calendar, 'items' | 'totals'>): Row[] => {
  const heads = new Map<CalendarType, HeadRow>();
  return items.flatMap((item): Row[] => {
    const existing = heads.get(item.type);
    const head = existing ?? { head: item.type, shown: 0, count: totals[item.type] };
    head.shown += 1;
    if (existing) return [{ item }];
    heads.set(item.type, head);
    return [head, { item }];
  });
};

/** The rows of the chart, the element that scrolls them, and the visible rows. */
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
