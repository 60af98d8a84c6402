const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/**
 * Returns the distance of an instant from `now`, both in milliseconds since 1970, in the unit that people use; negative if it is earlier.
 * Days are calendar days (`dayOf`: `YYYY-MM-DD`): 31 hours from now may be the day after tomorrow.
 */
export const timeApart = (
  at: number,
  now: number,
  dayOf: (instant: number) => string,
): { count: number; unit: 'minute' | 'hour' | 'day' } => {
  const minutes = Math.round((at - now) / MINUTE_MS);
  if (Math.abs(minutes) < 60) return { count: minutes, unit: 'minute' };
  const days = Math.round((Date.parse(dayOf(at)) - Date.parse(dayOf(now))) / DAY_MS);
  // A day on which clocks go back has 25 hours.
  if (Math.abs(minutes) < DAY_MS / MINUTE_MS || days === 0) return { count: Math.round(minutes / 60), unit: 'hour' };
  return { count: days, unit: 'day' };
};
