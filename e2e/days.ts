import { startOfDayAhead, typedInstant, warsawDay } from '@endcap/contract/warsaw-time';

/** The day in Warsaw that lies so many calendar days ahead, also across a change of clocks. */
export const dayAhead = (days: number): string => warsawDay(startOfDayAhead(new Date(), days));
/** A time on that day, as an instant. */
export const instantAhead = (days: number, time: string): string => typedInstant(`${dayAhead(days)} ${time}`) ?? '';
/** Pattern of the Polish relative time of tomorrow morning: in hours, or "tomorrow" if it is more than a day ahead. */
export const UNTIL_TOMORROW = '(za \\d+ godz|jutro)';
/** A day so many days ahead as Polish lists show it: `wt., 1 gru`, with the year when it is another one. */
export const weekdayAhead = (days: number): string => {
  const day = dayAhead(days);
  const year = day.slice(0, 4) === dayAhead(0).slice(0, 4) ? {} : ({ year: 'numeric' } as const);
  return new Intl.DateTimeFormat('pl', { timeZone: 'UTC', weekday: 'short', day: 'numeric', month: 'short', ...year }).format(
    new Date(day),
  );
};
