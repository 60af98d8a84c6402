import { z } from 'zod';
import { code, withoutInvisible } from '../core/index.ts';
import { DayHours } from './day-hours.ts';
import { oncePerDay } from './once-per-day.ts';

/** Open on Sundays that trade; as the hours say, whatever day it is; never on a Sunday. */
export const sundayRules = ['tradingSundays', 'always', 'never'] as const;
export type SundayRule = (typeof sundayRules)[number];
/** TRADE-02 */
export const DEFAULT_SUNDAY_RULE: SundayRule = 'tradingSundays';

const MOST_EXCEPTIONS = 100;
/** A day that there is, of the years that any date may have. */
const isDay = (text: string): boolean =>
  /^(20\d\d|2100)-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);
const ExceptionDay = z.string(code('notDate')).refine(isDay, code('notDate'));
const SentException = z.object({ day: ExceptionDay, hours: DayHours.default(null) });
/** Hours of one date in place of its weekday's; null is closed. */
export const HoursException = z.object({ day: z.iso.date(), hours: z.string().nullable() });
export type HoursException = z.infer<typeof HoursException>;

/** `24.12.2026` as `2026-12-24`. */
const isoOf = (day: string): string =>
  day.replace(/^(\d{1,2})\.(\d{1,2})\.(\d{4})$/, (_, date: string, month: string, year: string) =>
    [year, month.padStart(2, '0'), date.padStart(2, '0')].join('-'),
  );

/** `2026-12-24 8-14; 2026-12-26` of a spreadsheet's cell, a date without hours closed, as the list that it means. */
const listIn = (sent: unknown): unknown =>
  typeof sent !== 'string'
    ? (sent ?? [])
    : withoutInvisible(sent)
        .split(/[;\n]/)
        .map((part) => part.trim())
        .filter((part) => part !== '')
        .map((part) => {
          const [, day = '', hours = ''] = /^(\S+)\s*(.*)$/.exec(part) ?? [];
          return { day: isoOf(day), hours };
        });

/** TRADE-02: exceptions by date, each date once; a list, or as text. */
export const HoursExceptions = z.preprocess(
  listIn,
  z
    .array(SentException, code('invalid'))
    .max(MOST_EXCEPTIONS, code('tooMany'))
    .check(oncePerDay)
    .transform((list) => list.toSorted((one, other) => one.day.localeCompare(other.day))),
);
