import { z } from 'zod';
import { code, type FieldProblemCode, optionalLine, withoutInvisible } from '../core/index.ts';
import { DayHours } from './day-hours.ts';
import { oncePerDay } from './once-per-day.ts';

/** Open on trading Sundays only; by the entered hours on every day; never on a Sunday. */
export const sundayRules = ['tradingSundays', 'always', 'never'] as const;
export type SundayRule = (typeof sundayRules)[number];
/** TRADE-02 */
export const DEFAULT_SUNDAY_RULE: SundayRule = 'tradingSundays';

const MOST_EXCEPTIONS = 100;
const MOST_REASON = 100;
/** Returns whether a text is an existing day within the accepted years. */
const isDay = (text: string): boolean =>
  /^(20\d\d|2100)-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);
const ExceptionDay = z
  .string(code('notDate'))
  .refine((text) => text !== '', { message: code('required'), abort: true })
  .refine(isDay, code('notDate'));
/** E-67: a store may be closed from one day to another, for instance while it is rebuilt. */
const SentException = z
  .object({
    day: ExceptionDay,
    hours: DayHours.default(null),
    until: ExceptionDay.optional(),
    reason: optionalLine(MOST_REASON).default(null),
  })
  .check(({ value, issues }) => {
    const refuse = (field: 'hours' | 'reason' | 'until', problem: FieldProblemCode): void =>
      void issues.push({ code: 'custom', message: problem, path: [field], input: value[field] });
    if (value.until === undefined && value.reason !== null) refuse('reason', 'invalid');
    if (value.until !== undefined && value.hours !== null) refuse('hours', 'invalid');
    if (value.until !== undefined && isDay(value.until) && value.until < value.day) refuse('until', 'endBeforeStart');
  })
  .transform(({ day, hours, until, reason }): HoursException => {
    if (until === undefined) return { day, hours };
    return { day, hours, until, ...(reason !== null && { reason }) };
  });
/**
 * Hours of one date in place of its weekday's, null is closed; with `until`, its last day, a time for which the store is closed, and why.
 * A closure comes before the hours of a single date.
 */
export const HoursException = z.object({
  day: z.iso.date(),
  hours: z.string().nullable(),
  until: z.iso.date().exactOptional(),
  reason: z.string().exactOptional(),
});
export type HoursException = z.infer<typeof HoursException>;
/** From `day` to `until`, both closed. */
export type Closure = HoursException & { until: string };
export const isClosure = (one: HoursException): one is Closure => one.until !== undefined;

/** `24.12.2026` as `2026-12-24`. */
const isoOf = (day: string): string =>
  day.replace(/^(\d{1,2})\.(\d{1,2})\.(\d{4})$/, (_, date: string, month: string, year: string) =>
    [year, month.padStart(2, '0'), date.padStart(2, '0')].join('-'),
  );

const DATE = String.raw`\d{4}-\d{1,2}-\d{1,2}|\d{1,2}\.\d{1,2}\.\d{4}`;
const CLOSURE = new RegExp(String.raw`^(${DATE})\s*(?:\.\.|[-–—]|do|to)\s*(${DATE})\s*(.*)$`);
const exceptionIn = (text: string): z.input<typeof SentException> => {
  const [, from, until, reason = ''] = CLOSURE.exec(text) ?? [];
  if (from !== undefined && until !== undefined) return { day: isoOf(from), until: isoOf(until), reason };
  const [, day = '', hours = ''] = /^(\S+)\s*(.*)$/.exec(text) ?? [];
  return { day: isoOf(day), hours };
};

/** Parses a cell such as `2026-12-24 8-14; 2026-12-26; 2027-02-01–2027-02-14 remont`. A date without hours is closed. */
const listIn = (sent: unknown): unknown =>
  typeof sent !== 'string'
    ? (sent ?? [])
    : withoutInvisible(sent)
        .split(/[;\n]/)
        .map((part) => part.trim())
        .filter((part) => part !== '')
        .map(exceptionIn);

/** TRADE-02: exceptions by date, each date and each closure once; a list, or as text. */
export const HoursExceptions = z.preprocess(
  listIn,
  z
    .array(SentException, code('invalid'))
    .max(MOST_EXCEPTIONS, code('tooMany'))
    .check(oncePerDay)
    .transform((list) => list.toSorted((one, other) => one.day.localeCompare(other.day))),
);
