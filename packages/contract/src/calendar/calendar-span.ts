import { dayAfter, dayOf, daysBetween, weekdayOf, weekdays } from '../trading-days/index.ts';

/** Periods that the calendar can show. */
export const calendarSpans = ['twoWeeks', 'month', 'quarter'] as const;
export type CalendarSpan = (typeof calendarSpans)[number];
export const DEFAULT_CALENDAR_SPAN: CalendarSpan = 'month';

const WEEK = 7;

/** The first and the last day, both inside. */
export type DayRange = { from: string; to: string };

const partsOf = (day: string): { year: number; month: number } => ({ year: Number(day.slice(0, 4)), month: Number(day.slice(5, 7)) });
const monthsFrom = (year: number, month: number, months: number): DayRange => ({
  from: dayOf(year, month, 1),
  to: dayAfter(dayOf(year, month + months, 1), -1),
});

/** The two weeks from a day's Monday on, its month, or its quarter. */
export const spanAround = (span: CalendarSpan, day: string): DayRange => {
  const { year, month } = partsOf(day);
  if (span === 'month') return monthsFrom(year, month, 1);
  if (span === 'quarter') return monthsFrom(year, month - ((month - 1) % 3), 3);
  const from = dayAfter(day, -weekdays.indexOf(weekdayOf(day)));
  return { from, to: dayAfter(from, 13) };
};

/** Weeks that are shown where a month or a quarter is nearly over. */
const weeksInstead: Record<CalendarSpan, number> = { twoWeeks: 2, month: 5, quarter: 13 };

/**
 * The days on which the calendar opens. A month or quarter with less than a week left is mostly past, so it opens on as many weeks from this
 * Monday on.
 */
export const spanOpenedOn = (span: CalendarSpan, today: string): DayRange => {
  const range = spanAround(span, today);
  if (daysBetween(today, range.to) >= WEEK) return range;
  const { from } = spanAround('twoWeeks', today);
  return { from, to: dayAfter(from, weeksInstead[span] * WEEK - 1) };
};

/** The first day of the span before (-1) or after (1) some days. */
export const spanBeside = (span: CalendarSpan, { from, to }: DayRange, side: -1 | 1): string =>
  spanAround(span, side === 1 ? dayAfter(to, 1) : dayAfter(from, -1)).from;
