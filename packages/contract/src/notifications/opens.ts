import { z } from 'zod';
import { Id, Instant } from '../core/index.ts';

/** Number of stores that are named. The opens of the others are summed up. */
export const OPENS_STORES_NAMED = 10;

const Opened = z.number().int();
const OpensOfStore = z.object({
  /** Null: phones without a main store. */
  storeId: Id.nullable(),
  storeNo: z.number().int().nullable(),
  name: z.string().nullable(),
  deleted: z.boolean(),
  opened: Opened,
});

/** When a notification was opened, and at which stores by the main store that a phone has today. Every list adds up to `total`. */
export const NotificationOpens = z.object({
  total: Opened,
  /** Width of the intervals in `over`. */
  unit: z.enum(['hour', 'day', 'week']),
  /** Without gaps, from the sending to the last opening; days and weeks begin at midnight in Warsaw. */
  over: z.array(z.object({ from: Instant, opened: Opened })),
  /** Only for administrators: a store must not see the opens at other stores. */
  stores: z.object({ named: z.array(OpensOfStore), others: z.number().int(), othersOpened: Opened }).nullable(),
  /** Opens before each correction, newest first; null where they are no longer known to the minute (E-68). */
  beforeCorrections: z.array(z.object({ at: Instant, opened: Opened.nullable() })),
  countedAt: Instant,
});
export type NotificationOpens = z.infer<typeof NotificationOpens>;
