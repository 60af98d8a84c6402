const DAY_MS = 86_400_000;

/** In the order of the week; 0 is Monday. */
export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof weekdays)[number];

/** The day that lies `days` days after another one, both `YYYY-MM-DD`. */
export const dayAfter = (day: string, days: number): string => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** Returns the number of days from one day to another; negative if the second is earlier. */
export const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

export const weekdayOf = (day: string): Weekday => weekdays[(new Date(day).getUTCDay() + 6) % 7] ?? 'monday';

export const dayOf = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
