import { dayAfter as daysLater, daysBetween } from '@endcap/contract/trading-days';

const DAY = /^\d{4}-\d\d-\d\d$/;

/** A day `YYYY-MM-DD` as many days later; any other text as it is, so that it stays in its field. */
const shifted = (text: string, days: number): string => {
  const at = DAY.test(text) ? new Date(text) : new Date(Number.NaN);
  if (Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== text) return text;
  return daysLater(text, days);
};

/** A notification is stored as valid until the start of a day; people choose and read its last day, the one before (E-61). */
export const lastDayBefore = (until: string): string => shifted(until, -1);
export const dayAfter = (lastDay: string): string => shifted(lastDay, 1);

/** The number of days from the first to the last, both counted; null when the last is before the first or one is no date. */
export const daysShown = (first: string, last: string): number | null => {
  const days = daysBetween(first, last) + 1;
  return days >= 1 ? days : null;
};
