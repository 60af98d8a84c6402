import { weekdayOf, dayAfter } from '@endcap/contract/trading-days';
import { instantOfWallClock, warsawDay } from '@endcap/contract/warsaw-time';
import content from './data/content.json' with { type: 'json' };
import knowledge from './data/knowledge.json' with { type: 'json' };
import questions from './data/questions.json' with { type: 'json' };

const A_YEAR = 366;

/** Days that the data refers to by name instead of by a number of days. */
const namedDays: Readonly<Record<string, (day: string) => boolean>> = {
  /** The day after the fourth Thursday of November. */
  blackFriday: (day) => day.slice(5, 7) === '11' && Number(day.slice(8)) >= 23 && Number(day.slice(8)) <= 29 && weekdayOf(day) === 'friday',
  sunday: (day) => weekdayOf(day) === 'sunday',
};
const NAMED = /^(?<name>\w+)(?<later>\+\d+)? (?<clock>\d\d:\d\d)$/;

/**
 * Converts a time of the data files to an instant. It is a number of days from today, or today or the next day of a name with an offset,
 * such as `sunday+7 22:00`. A start is the midnight at which its day begins, an end the last minute before its day (E-62).
 */
const instant = (now: number, field: string, when: unknown): string => {
  const today = warsawDay(new Date(now));
  if (typeof when === 'number') {
    const isEnd = field.endsWith('End');
    return instantOfWallClock(`${dayAfter(today, isEnd ? when - 1 : when)}T${isEnd ? '23:59' : '00:00'}`) ?? '';
  }
  const { name = '', later = '0', clock = '' } = NAMED.exec(String(when))?.groups ?? {};
  const day = Array.from({ length: A_YEAR }, (_, n) => dayAfter(today, n)).find((one) => namedDays[name]?.(one));
  const resolved = day && instantOfWallClock(`${dayAfter(day, Number(later))}T${clock}`);
  if (!resolved) throw new Error(`No instant: ${String(when)}`);
  return resolved;
};

export type Body = Readonly<Record<string, unknown>>;

/** Returns the fields of an item with relative days replaced by instants. */
export const resolveDays = (now: number, body: Body): Body =>
  Object.fromEntries(
    Object.entries(body).map(([field, value]) => [
      field,
      /(Start|End)$/.test(field) && value !== null ? instant(now, field, value) : value,
    ]),
  );

const items: readonly { image: string; regulation?: boolean; body: Body }[] = content;

/**
 * Current items by name, at least one of every type: live, ended and upcoming. They are bodies of POST content-editor, but have
 * relative times (see `resolveDays`), names of groups, numbers of stores, and references to demo files.
 */
export const demoItems: ReadonlyMap<string, Body> = new Map(
  items.map(({ image, regulation, body }) => [
    String(body['name']),
    { ...body, prevImage: `image:${image}`, ...(regulation && { regulation1File: `pdf:${String(body['title'])}` }) },
  ]),
);

/** Knowledge items of the demo chain, as bodies of POST knowledge-editor. */
export const demoKnowledge = (now: number) =>
  knowledge.map(({ validityStart, validityEnd, ...item }) => ({
    ...item,
    ...(validityStart !== undefined && { validityStart: instant(now, 'validityStart', validityStart) }),
    ...(validityEnd !== undefined && { validityEnd: instant(now, 'validityEnd', validityEnd) }),
  }));

/** Questions in customers' words, with the name of the item that answers each; null if no item does. */
export const questionBank: readonly { question: string; item: string | null }[] = questions;
