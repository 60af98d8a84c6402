import { startOfDayAhead, typedInstant, warsawDay } from '@endcap/contract/warsaw-time';

/** The day in Warsaw that lies so many calendar days ahead, also across a change of clocks. */
export const dayAhead = (days: number): string => warsawDay(startOfDayAhead(new Date(), days));
/** A time on that day, as an instant. */
export const instantAhead = (days: number, time: string): string => typedInstant(`${dayAhead(days)} ${time}`) ?? '';
/** How the page says in Polish how far tomorrow's morning lies ahead: so many hours, or a day while it is more than one. */
export const UNTIL_TOMORROW = '(za \\d+ godz|jutro)';
