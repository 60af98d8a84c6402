import { z } from 'zod';
import { contentTypes } from '../content/index.ts';
import { code, Id, Instant, route, SearchText, tableOf, unprocessable } from '../core/index.ts';
import { calendarLayers } from '../plugins/index.ts';
import { dayKinds, daysBetween, holidays } from '../trading-days/index.ts';
import { Day } from '../warsaw-time/index.ts';

/** A quarter has 92 days. */
const MOST_DAYS = 100;
/** So many bars are answered, as evenly of each type as there are; the rest is counted. */
export const CALENDAR_ITEMS_MOST = 5_000;
/** So many collisions are named; the rest is counted. */
export const COLLISIONS_NAMED = 20;
/** So many stores of a gap are named. */
export const STORES_NAMED = 5;

export const calendarTypes = ['notification', ...contentTypes] as const;
export type CalendarType = (typeof calendarTypes)[number];

/** One bar: content from publication start to end, null without an end, or a push from its sending to the end of its validity. */
export const CalendarItem = z.object({
  _id: Id,
  type: z.enum(calendarTypes),
  name: z.string(),
  start: Instant.nullable(),
  end: Instant.nullable(),
  validityStart: Instant.nullable(),
  validityEnd: Instant.nullable(),
  disabled: z.boolean(),
  /** A push that starts later; its bar begins then. */
  planned: z.boolean(),
  /** A push that was taken back. */
  takenBack: z.boolean(),
  /** CARE-05: a safety message. */
  safety: z.boolean().optional(),
  /** Of content: what a change of it is made against (If-Match). */
  revision: z.number().int().nullable(),
});
export type CalendarItem = z.infer<typeof CalendarItem>;

export const CalendarDay = z.object({
  day: z.iso.date(),
  kind: z.enum(dayKinds),
  trades: z.boolean(),
  holiday: z.enum(holidays).nullable(),
  note: z.string().nullable(),
});
export type CalendarDay = z.infer<typeof CalendarDay>;

const named = z.object({ _id: Id, name: z.string() });

/** CAL-04: stores whose customers would see no leaflet on a day. */
const LeafletGap = z.object({ day: z.iso.date(), stores: z.number().int(), named: z.array(named) });

/** CAL-04: two coupons for the same product that the same customers could use at once. */
const CouponCollision = z.object({
  coupons: z.tuple([named, named]),
  eans: z.array(z.string()),
  /** From when until when; null is without an end. */
  from: Instant.nullable(),
  to: Instant.nullable(),
  /** Stores whose customers have both. */
  stores: z.number().int(),
});

export const Calendar = z.object({
  days: z.array(CalendarDay),
  ...calendarLayers,
  /** By type, then as they begin; of a type with more than its share, the first. */
  items: z.array(CalendarItem),
  /** Number of items by type, including those left out of `items`. */
  totals: z.object(tableOf(calendarTypes, () => z.number().int())),
  gap: LeafletGap.nullable(),
  collisions: z.array(CouponCollision),
  /** Of them, those that are not named. */
  moreCollisions: z.number().int(),
});
export type Calendar = z.infer<typeof Calendar>;

export const CalendarQuery = z
  .object({
    from: Day,
    to: Day,
    storeId: Id.optional(),
    groupId: Id.optional(),
    type: z.enum(calendarTypes, code('unknown')).optional(),
    text: SearchText,
  })
  // Invalid days pass here, as NaN; they are refused by their own fields.
  .refine(({ from, to }) => !(daysBetween(from, to) < 0 || daysBetween(from, to) >= MOST_DAYS), {
    ...unprocessable('outOfRange'),
    path: ['to'],
  });
export type CalendarQuery = z.output<typeof CalendarQuery>;

export const calendarRoutes = {
  read: route({
    method: 'GET',
    path: '/api/v1/calendar',
    summary: 'What is sent and published between two days, by what customers of a store or a group see, with the gaps and collisions in it',
    access: 'admin',
    query: CalendarQuery,
    reply: Calendar,
  }),
};
