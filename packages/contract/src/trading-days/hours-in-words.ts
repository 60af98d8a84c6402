import { weekdays } from './calendar-day.ts';
import { DAY_MINUTES, type HoursRange, readHours } from './day-hours.ts';
import type { StoreHours } from './store-hours.ts';

const words = {
  pl: {
    days: ['pn.', 'wt.', 'śr.', 'czw.', 'pt.', 'sob.', 'niedz.'],
    tradingSundays: 'niedz. handlowe',
    closed: 'nieczynne',
    allDay: 'całą dobę',
    always: 'czynne całą dobę',
    and: ' i ',
  },
  en: {
    days: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
    tradingSundays: 'trading Sundays',
    closed: 'closed',
    allDay: '24 hours',
    always: 'open 24 hours',
    and: ' and ',
  },
};

const clock = (minutes: number): string => {
  const within = minutes > DAY_MINUTES ? minutes - DAY_MINUTES : minutes;
  return `${Math.floor(within / 60)}:${String(within % 60).padStart(2, '0')}`;
};
const isAllDay = ({ opens, closes }: HoursRange): boolean => opens === 0 && closes === DAY_MINUTES;

/** `6:00–22:00`, `8:00–12:00 i 13:00–18:00`, `nieczynne`. */
export const rangesInWords = (ranges: readonly HoursRange[], language: keyof typeof words): string => {
  const its = words[language];
  if (ranges.length === 0) return its.closed;
  if (ranges.every(isAllDay)) return its.allDay;
  return ranges.map(({ opens, closes }) => `${clock(opens)}–${clock(closes)}`).join(its.and);
};

/** The week of a store in one line, `pn.–sob. 6:00–22:00, niedz. handlowe 8:00–20:00`: what customers read of it. Empty without hours. */
export const hoursInWords = (store: Omit<StoreHours, 'hoursExceptions'>, language: keyof typeof words): string => {
  const its = words[language];
  const hours = weekdays.map((weekday) => readHours(store[`${weekday}Hours`] ?? '') ?? []);
  const always = store.sundayRule === 'always';
  if (hours.every((ranges) => ranges.length === 0)) return '';
  if (always && hours.every((ranges) => ranges.length > 0 && ranges.every(isAllDay))) return its.always;
  const groups: { from: string; to: string; text: string }[] = [];
  for (const [at, ranges] of hours.entries()) {
    const isSunday = at === weekdays.length - 1;
    const open = isSunday && store.sundayRule === 'never' ? [] : ranges;
    const onTrading = isSunday && store.sundayRule === 'tradingSundays' && open.length > 0;
    const text = rangesInWords(open, language);
    const name = onTrading ? its.tradingSundays : (its.days[at] ?? '');
    const last = groups.at(-1);
    if (last && last.text === text && (!isSunday || always)) last.to = name;
    else groups.push({ from: name, to: name, text });
  }
  return groups.map(({ from, to, text }) => `${from === to ? from : `${from}–${to}`} ${text}`).join(', ');
};
