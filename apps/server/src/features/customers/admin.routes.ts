import { customerRoutes } from '@endcap/contract/customers';
import type { AdminHandle } from '../../callers.ts';
import type { Database } from '../../tables.ts';
import { createEraseCustomer } from './erase-customer.ts';
import { erasedAt } from './erasure.repository.ts';
import { keptOf } from './kept.repository.ts';

/** D-27: what is kept about a customer, and its end. */
export const addCustomerRoutes = (handle: AdminHandle, { db, now }: { db: Database; now: () => Date }): void => {
  const erase = createEraseCustomer({ db, now });
  handle(customerRoutes.kept, async ({ body: { userId } }) => ({
    kept: await keptOf(db, { userId, until: null }),
    erasedAt: (await erasedAt(db, { kind: 'customer', value: userId }))?.toISOString() ?? null,
  }));
  handle(customerRoutes.erase, async ({ actor, body: { userId } }) => ({ erased: await erase({ userId, until: null }, actor.id) }));
};
