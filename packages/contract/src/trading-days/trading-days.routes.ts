import { z } from 'zod';
import { AudienceRule } from '../audience/index.ts';
import { Id, route } from '../core/index.ts';
import { Day, SentInstant } from '../warsaw-time/index.ts';

/** Publication and validity have two ends each. */
const MOST_DAYS = 4;
/** Number of closed stores that are named; the rest is only counted. */
export const CLOSED_NAMED = 100;
/** A store that closes within so many minutes closes soon. */
export const SOON_MINUTES = 60;

/** A start or an end on a day. The suggested day is later for a start and earlier for an end. */
const dayEdges = ['start', 'end'] as const;
export type DayEdge = (typeof dayEdges)[number];

const AskOpening = AudienceRule.extend({
  /** The instant to evaluate instead of now, for a send that starts later. */
  at: SentInstant.optional(),
  days: z
    .array(z.object({ day: Day, edge: z.enum(dayEdges) }))
    .max(MOST_DAYS)
    .default([]),
});

const count = z.number().int();
/** Number of closed stores in an audience, of those whose hours are known. */
export const AudienceOpening = z.object({
  stores: count,
  /** Stores without opening hours: they count neither as open nor as closed. */
  hoursUnknown: count,
  closedNow: count,
  closingSoon: count,
  days: z.array(
    z.object({
      day: z.iso.date(),
      edge: z.enum(dayEdges),
      closed: count,
      /** The first of them, in the order of their numbers. */
      named: z.array(z.object({ _id: Id, name: z.string(), storeNo: z.number().int().nullable() })),
      /** The nearest day within two weeks without a closed store; null if no such day exists, or if this day is one. */
      nearest: z.iso.date().nullable(),
    }),
  ),
});
export type AudienceOpening = z.infer<typeof AudienceOpening>;

export const tradingDayRoutes = {
  opening: route({
    method: 'POST',
    path: '/api/v1/trading-days/opening',
    summary:
      'How many stores of an audience are closed now, or `at` an instant, close within an hour of it, or which are closed on some days; staff: the own store',
    access: 'staff',
    rights: 'remembered',
    body: AskOpening,
    reply: AudienceOpening,
  }),
};
