import { z } from 'zod';
import { Instant, route } from '../core/index.ts';
import { UserId } from '../devices/index.ts';

const count = z.number().int();

/** Counts of the records stored about a customer: their phones with dependent data, and their assistant conversations. */
export const KeptOfCustomer = z.object({
  devices: count,
  threads: count,
  messages: count,
  /** Reports of their phones about notifications: delivered, opened. */
  receipts: count,
  /** Times that their phones showed a popup. */
  showings: count,
});
export type KeptOfCustomer = z.infer<typeof KeptOfCustomer>;

export const hasNoRecords = ({ devices, threads }: KeptOfCustomer): boolean => devices === 0 && threads === 0;

// The user id is sent only in the body, because addresses are logged on the way.
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
