import type { CalendarItem } from '@endcap/contract/calendar';
import { daysBetween } from '@endcap/contract/trading-days';
import { daysLater, startOfDay } from '@endcap/contract/warsaw-time';

export type ChartRange = { from: string; to: string };
/** Percent of the chart's width. */
export type Share = { left: number; width: number };
/** Returns the CSS of a share. */
export const percent = ({ left, width }: Share) => ({ insetInlineStart: `${left}%`, width: `${width}%` });

/** Maps instants and days to positions within a range of days. All days have the same width, also on clock changes. */
export const scaleOf = ({ from, to }: ChartRange) => {
  const days = daysBetween(from, to) + 1;
  const [start, end] = [Date.parse(startOfDay(from)), Date.parse(startOfDay(to, 1))];
  const shareOf = (at: number): number => Math.min(1, Math.max(0, (at - start) / (end - start))) * 100;
  return {
    days,
    ofDay: (day: string): Share => ({ left: (daysBetween(from, day) / days) * 100, width: 100 / days }),
    /** Returns the visible part of an interval, or null if none is visible. An open end extends to the edge. */
    of: (first: string | null, last: string | null): Share | null => {
      const [left, right] = [first === null ? start : Date.parse(first), last === null ? end : Date.parse(last)];
      if (right < start || left > end || right < left) return null;
      return { left: shareOf(left), width: shareOf(right) - shareOf(left) };
    },
    at: (instant: number): number | null => (instant < start || instant > end ? null : shareOf(instant)),
    contains: (instant: string | null): boolean => instant !== null && Date.parse(instant) >= start && Date.parse(instant) <= end,
  };
};
export type Scale = ReturnType<typeof scaleOf>;

export type Edge = 'start' | 'end';
/** An end of a bar that is being moved, by whole days. */
export type Draft = { id: string; edge: Edge; days: number };

/** Returns the item with a pending move applied. An end never passes the other one. */
export const withDraft = (item: CalendarItem, draft: Draft | null): CalendarItem => {
  if (!draft || draft.id !== item._id) return item;
  const at = item[draft.edge];
  return at === null ? item : { ...item, [draft.edge]: daysLater(at, draft.days) };
};

/** Returns the draft moved by some days; the former draft if an end would pass the other one. */
export const movedBy = (item: CalendarItem, draft: Draft | null, edge: Edge, days: number): Draft | null => {
  const before = draft?.id === item._id && draft.edge === edge ? draft.days : 0;
  const next: Draft = { id: item._id, edge, days: before + days };
  const { start, end } = withDraft(item, next);
  return start !== null && end !== null && Date.parse(start) > Date.parse(end) ? draft : next;
};
