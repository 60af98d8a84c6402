import type { EditedKind } from '@endcap/contract/history';
import { instantOfWallClock, warsawDay } from '@endcap/contract/warsaw-time';
import { dayAfter, weekdayOf } from '@endcap/contract/trading-days';
import type { headOffice } from './head-office.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** An edit of an item of the demo chain, as sent to the staff API. `item` is the key of the item in the script. */
export type DemoEdit = {
  /** Milliseconds since 1970. */
  at: number;
  by: string;
  kind: EditedKind;
  item: string;
  action: 'create' | 'update' | 'delete';
  fields: Fields;
};

/** One edit: days ago, time in Warsaw, editor, and fields (null deletes). Edits that fall on a weekend move to the Friday before. */
export type Step = readonly [daysAgo: number, clock: string, who: keyof typeof headOffice, fields: Fields | null];
/** An item from its first step on; one that is `there` already was made before the script begins. */
export type Life = { kind: EditedKind; item: string; there?: boolean; steps: readonly Step[] };

const MINUTE_MS = 60_000;
/** Between two edits of one item that a weekend moved onto each other. */
const A_WHILE_MS = 17 * MINUTE_MS;

const workdayBefore = (day: string): string => dayAfter(day, { saturday: -1, sunday: -2 }[weekdayOf(day) as string] ?? 0);

/** When something was done that is written down as so many days before an instant (milliseconds). */
const instantOfStep = (now: number, daysAgo: number, clock: string): number => {
  const text = `${workdayBefore(dayAfter(warsawDay(new Date(now)), -daysAgo))}T${clock}`;
  const instant = instantOfWallClock(text);
  if (instant === null) throw new Error(`No instant: ${text}`);
  return Date.parse(instant);
};

/** The edits of one item, each after the one before. */
export const editsOf = (now: number, { kind, item, there, steps }: Life, idOf: (who: Step[2]) => string): DemoEdit[] => {
  let last = 0;
  return steps.map(([daysAgo, clock, who, fields], n) => {
    last = Math.max(instantOfStep(now, daysAgo, clock), last + A_WHILE_MS);
    const action = fields === null ? 'delete' : n === 0 && !there ? 'create' : 'update';
    return { at: last, by: idOf(who), kind, item, action, fields: fields ?? {} };
  });
};
