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

/** The first of ours that the browser asks for; English for everybody else. */
const asked: Language =
  navigator.languages.flatMap((tag) => languages.find((one) => one === tag.slice(0, 2).toLowerCase()) ?? [])[0] ?? 'en';
const useChosen = (): Language | null => useSyncExternalStore(chosen.subscribe, chosen.get);

/** a page speaks what the person chose or, asking for Polish, reads; else the screen's own language. */
export const LanguageProvider = ({ screen, children }: { screen: Language; children: ReactNode }) => {
  const language = useChosen() ?? (asked === 'pl' ? asked : screen);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  return <LanguageContext value={language}>{children}</LanguageContext>;
};

/** What surrounds the pages keeps one language on all of them (D-4C, decision 0036). */
export const ShellLanguage = ({ children }: { children: ReactNode }) => {
  const language = useChosen() ?? asked;
  return <LanguageContext value={language}>{children}</LanguageContext>;
};

export const chooseLanguage = (language: Language): void => chosen.set(language);
export const useLanguage = (): Language => use(LanguageContext);
export const useMessages = <T,>(messages: Record<Language, T>): T => messages[useLanguage()];

/** Made when it is first asked for: making one costs more than all that it formats. */
const once = <T,>(make: () => T): (() => T) => {
  let made: T | undefined;
  return () => (made ??= make());
};

const pluralRules = { pl: once(() => new Intl.PluralRules('pl')), en: once(() => new Intl.PluralRules('en')) };

/** 1 urządzenie, 2 urządzenia, 5 urządzeń, 1,5 urządzenia: the form that a number asks for; `other` stands for those that are not given. */
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
  const moment = { timeZone: ZONE, ...dayOfWeek, hour: '2-digit', minute: '2-digit' } as const;
  const moments = once(() => new Intl.DateTimeFormat(locale, moment));
  const momentsOfOtherYears = once(() => new Intl.DateTimeFormat(locale, { ...moment, year: 'numeric' }));
  const endingDays = once(() => new Intl.DateTimeFormat(locale, { ...dayOfWeek, timeZone: 'UTC' }));
  const endingDaysOfOtherYears = once(() => new Intl.DateTimeFormat(locale, { ...dayOfWeek, timeZone: 'UTC', year: 'numeric' }));
  const days = once(() => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', day: 'numeric', month: 'long' }));
  const endOfDay = endOfDayWords[language];
  const isThisYear = (day: string): boolean => day.slice(0, 4) === minuteOf(Date.now()).slice(0, 4);
  const momentOf = (instant: string): string => {
    const at = new Date(instant);
    return (isThisYear(minuteOf(at)) ? moments() : momentsOfOtherYears()).format(at);
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
    /** The end of something, as a moment; an end at midnight is that of the day before, which people take for its last day (E-62). */
    endMoment: (instant: string) => {
      const day = dayThatEnds(minuteOf(new Date(instant)));
      if (day === null) return momentOf(instant);
      return `${(isThisYear(day) ? endingDays() : endingDaysOfOtherYears()).format(new Date(day))}, ${endOfDay}`;
    },
    /** The same as `YYYY-MM-DD HH:mm`, or `YYYY-MM-DD, end of day`. */
    endMinute: (instant: string) => {
      const minute = minuteOf(new Date(instant));
      const day = dayThatEnds(minute);
      return day === null ? minute : `${day}, ${endOfDay}`;
    },
    /** `5 grudnia`, `5 December` of a day `YYYY-MM-DD`. */
    dayAndMonth: (day: string) => days().format(new Date(day)),
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
