import type { CalendarItem, CalendarType } from '@endcap/contract/calendar';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef } from 'react';

export type Row = { head: CalendarType; count: number; item?: never } | { item: CalendarItem; head?: never };
export type ChartRows = ReturnType<typeof useChartRows>;

/** Pixels. */
const [ROW, NARROW_ROW, HEAD] = [34, 54, 30];

/** Items under the name of their type; they come in its order. */
const rowsOf = (items: readonly CalendarItem[]): Row[] =>
  items.flatMap((item, at): Row[] => {
    const isFirst = items[at - 1]?.type !== item.type;
    const head = { head: item.type, count: isFirst ? items.filter(({ type }) => type === item.type).length : 0 };
    return isFirst ? [head, { item }] : [{ item }];
  });

/** The rows of the chart, the element that they scroll in, and which of thousands are in sight. */
export const useChartRows = (items: readonly CalendarItem[], isNarrow: boolean) => {
  const body = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => rowsOf(items), [items]);
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
