import { z } from 'zod';
import { Instant, route } from '../core/index.ts';
import { UserId } from '../devices/index.ts';

const count = z.number().int();

/** What is kept about a customer: their phones and what hangs on them, and what they asked the assistant. */
export const KeptOfCustomer = z.object({
  devices: count,
  threads: count,
  messages: count,
  /** What their phones said of notifications: delivered, opened. */
  receipts: count,
  /** Times that their phones showed a popup. */
  showings: count,
});
export type KeptOfCustomer = z.infer<typeof KeptOfCustomer>;

export const isNothingKept = ({ devices, threads }: KeptOfCustomer): boolean => devices === 0 && threads === 0;

// Whose data is asked about stands in the body alone: addresses are written down on the way.
const body = z.object({ userId: UserId });

export const customerRoutes = {
  kept: route({
    method: 'POST',
    path: '/api/v1/customers/kept',
    summary: 'What is kept about a customer, and whether they were erased before',
    access: 'admin',
    rights: 'remembered',
    body,
    reply: z.object({ kept: KeptOfCustomer, erasedAt: Instant.nullable() }),
  }),
  erase: route({
    method: 'POST',
    path: '/api/v1/customers/erase',
    // D-27
    summary: 'Erase a customer: their phones, what hangs on them, and their conversations; answers what there was',
    access: 'admin',
    rights: 'fresh',
    body,
    reply: z.object({ erased: KeptOfCustomer }),
  }),
};
