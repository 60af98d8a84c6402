import { dayAfter, dayOf, weekdayOf, weekdays } from '../trading-days/index.ts';

/** How much of the plan is seen at once. */
export const calendarSpans = ['twoWeeks', 'month', 'quarter'] as const;
export type CalendarSpan = (typeof calendarSpans)[number];
export const DEFAULT_CALENDAR_SPAN: CalendarSpan = 'month';

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

/** The first day of the span before (-1) or after (1) the one of a day. */
export const spanBeside = (span: CalendarSpan, day: string, side: -1 | 1): string => {
  const { from, to } = spanAround(span, day);
  return spanAround(span, side === 1 ? dayAfter(to, 1) : dayAfter(from, -1)).from;
};
