import { createContext, type ReactNode, use, useEffect, useSyncExternalStore } from 'react';
import { dayThatEnds } from './day-that-ends.ts';
import { storedValue } from './stored.ts';
import { timeApart } from './time-apart.ts';

const languages = ['pl', 'en'] as const;
export type Language = (typeof languages)[number];

type Same<T> = {
  readonly [K in keyof T]: T[K] extends string ? string : T[K] extends (...args: infer A) => string ? (...args: A) => string : Same<T[K]>;
};

/** A feature's messages; a key or a parameter that one language lacks does not compile. */
export const catalogue = <const T extends object>(pl: T, en: Same<T>): Record<Language, Same<T>> => ({ pl: pl as Same<T>, en });

const chosen = storedValue<Language>('endcap.language', (value) => (value === 'pl' || value === 'en' ? value : null));
const LanguageContext = createContext<Language>('en');

/** The first supported language among the browser's preferred ones; otherwise English. */
const preferred: Language =
  navigator.languages.flatMap((tag) => languages.find((one) => one === tag.slice(0, 2).toLowerCase()) ?? [])[0] ?? 'en';
const useChosen = (): Language | null => useSyncExternalStore(chosen.subscribe, chosen.get);

/** Sets a page's language: the person's choice, else Polish if the browser prefers it, else the screen's own. */
export const LanguageProvider = ({ screen, children }: { screen: Language; children: ReactNode }) => {
  const language = useChosen() ?? (preferred === 'pl' ? preferred : screen);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  return <LanguageContext value={language}>{children}</LanguageContext>;
};

/** Language of the frame around the pages, the same on all of them (D-4C, decision 0036). */
export const ShellLanguage = ({ children }: { children: ReactNode }) => {
  const language = useChosen() ?? preferred;
  return <LanguageContext value={language}>{children}</LanguageContext>;
};

export const chooseLanguage = (language: Language): void => chosen.set(language);
export const useLanguage = (): Language => use(LanguageContext);
export const useMessages = <T,>(messages: Record<Language, T>): T => messages[useLanguage()];

/** Creates a formatter on first use, because creating one costs more than everything that it formats. */
const once = <T,>(make: () => T): (() => T) => {
  let made: T | undefined;
  return () => (made ??= make());
};

const pluralRules = { pl: once(() => new Intl.PluralRules('pl')), en: once(() => new Intl.PluralRules('en')) };

/** Returns the plural form for a number: 1 urządzenie, 2 urządzenia, 5 urządzeń, 1,5 urządzenia. `other` replaces missing forms. */
export const plural = (language: Language, count: number, forms: { one: string; few?: string; many?: string; other: string }): string => {
  const form = pluralRules[language]().select(count);
  return (form === 'one' || form === 'few' || form === 'many' ? forms[form] : undefined) ?? forms.other;
};

const ZONE = 'Europe/Warsaw';

const minutes = once(() => new Intl.DateTimeFormat('sv', { timeZone: ZONE, dateStyle: 'short', timeStyle: 'short' }));
const minuteOf = (at: Date | number): string => minutes().format(at);

export const endOfDayWords = { pl: 'koniec dnia', en: 'end of day' };

const KILOBYTE = 1_000;
const MEGABYTE = 1_000_000;

const formatOf = (language: Language) => {
  const locale = language === 'en' ? 'en-GB' : language;
  const spans = once(() => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }));
  const numbers = once(() => new Intl.NumberFormat(language, { useGrouping: 'always' }));
  const sizeOf = (bytes: number): string => {
    const [value, unit] = bytes < MEGABYTE ? [bytes / KILOBYTE, 'kB'] : [bytes / MEGABYTE, 'MB'];
    return `${new Intl.NumberFormat(language, { maximumFractionDigits: value < 10 ? 1 : 0 }).format(value)}\u00A0${unit}`;
  };
  const dayOfWeek = { weekday: 'short', day: 'numeric', month: 'short' } as const;
  const days = once(() => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', day: 'numeric', month: 'long' }));
  const endOfDay = endOfDayWords[language];
  /** Formats an instant or a day, with the year if it is not the current one. */
  const withOtherYear = (options: Intl.DateTimeFormatOptions): ((at: string) => string) => {
    const thisYear = once(() => new Intl.DateTimeFormat(locale, options));
    const otherYear = once(() => new Intl.DateTimeFormat(locale, { ...options, year: 'numeric' }));
    const yearOf = (at: Date | number): string => minuteOf(at).slice(0, 4);
    return (at) => (yearOf(new Date(at)) === yearOf(Date.now()) ? thisYear() : otherYear()).format(new Date(at));
  };
  const momentOf = withOtherYear({ timeZone: ZONE, ...dayOfWeek, hour: '2-digit', minute: '2-digit' });
  // A day is parsed as midnight UTC, which is the same day in Warsaw.
  const weekdayOf = withOtherYear({ timeZone: 'UTC', ...dayOfWeek });
  const longDayOf = withOtherYear({ timeZone: 'UTC', day: 'numeric', month: 'long' });
  const shortDayOf = withOtherYear({ timeZone: 'UTC', day: 'numeric', month: 'short' });
  const fullDays = once(
    () => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
  );
  /** The day and the time of an instant; of an end at midnight, the day before and "end of day". */
  const partsOf = (instant: string, isEnd: boolean): [day: string, time: string] => {
    const minute = minuteOf(new Date(instant));
    const day = isEnd ? dayThatEnds(minute) : null;
    return day === null ? [minute.slice(0, 10), minute.slice(11)] : [day, endOfDay];
  };
  return {
    number: (value: number) => numbers().format(value),
    /** `17 kB`, `3.4 MB` of a number of bytes. */
    size: (bytes: number) => sizeOf(bytes),
    percent: (value: number) => `${numbers().format(value)}${language === 'pl' ? '\u00a0' : ''}%`,
    /** `YYYY-MM-DD HH:mm`. */
    minute: (instant: string) => minuteOf(new Date(instant)),
    /** Weekday, day, month and time, with the year when it is another one. */
    moment: momentOf,
    /** An end as a moment. An end at midnight is shown as the end of the day before, which people take for the last day (E-62). */
    endMoment: (instant: string) => {
      const day = dayThatEnds(minuteOf(new Date(instant)));
      if (day === null) return momentOf(instant);
      return `${weekdayOf(day)}, ${endOfDay}`;
    },
    /** The day with its weekday, and the time, as `moment` and `endMoment` have them. */
    parts: (instant: string, isEnd: boolean): [day: string, time: string] => {
      const [day, time] = partsOf(instant, isEnd);
      return [weekdayOf(day), time];
    },
    /** The same in full: `poniedziałek, 8 grudnia 2026, 09:00`. */
    full: (instant: string, isEnd: boolean) => {
      const [day, time] = partsOf(instant, isEnd);
      return `${fullDays().format(new Date(day))}, ${time}`;
    },
    /** `pon., 8 gru`, `Mon 8 Dec`: the day of a start, with the year when it is another one. */
    startDay: (instant: string) => weekdayOf(partsOf(instant, false)[0]),
    /** The same of an end; one at midnight is that of the day before. */
    endDay: (instant: string) => weekdayOf(partsOf(instant, true)[0]),
    /** The same as `YYYY-MM-DD HH:mm`, or `YYYY-MM-DD, end of day`. */
    endMinute: (instant: string) => {
      const minute = minuteOf(new Date(instant));
      const day = dayThatEnds(minute);
      return day === null ? minute : `${day}, ${endOfDay}`;
    },
    /** `5 grudnia`, `5 December` of a day `YYYY-MM-DD`, with the year when it is another one. */
    longDay: longDayOf,
    /** The same without a year. */
    dayAndMonth: (day: string) => days().format(new Date(day)),
    /** `5 gru`, `5 Dec` of a day `YYYY-MM-DD`, with the year when it is another one. */
    shortDay: shortDayOf,
    /** `HH:mm` at which something ends; midnight is 24:00. */
    endTime: (at: number) => minuteOf(at).slice(11).replace('00:00', '24:00'),
    /** `HH:mm` of a time in milliseconds since 1970. */
    time: (at: number) => minuteOf(at).slice(11),
    /** `YYYY-MM-DD`. */
    day: (instant: string) => minuteOf(new Date(instant)).slice(0, 10),
    ago: (instant: string, now = Date.now()) => {
      const { count, unit } = timeApart(Date.parse(instant), now, (at) => minuteOf(at).slice(0, 10));
      if (count === 0) return language === 'pl' ? 'przed chwilą' : 'just now';
      return spans().format(count, unit);
    },
  };
};
const formats = { pl: formatOf('pl'), en: formatOf('en') };

/** Numbers, times and spans in the person's language and always in Warsaw time (NFR-06). */
export const useFormat = () => formats[useLanguage()];
