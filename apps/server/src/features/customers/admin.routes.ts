import { customerRoutes } from '@endcap/contract/customers';
import type { AdminHandle } from '../../callers.ts';
import type { Database } from '../../tables.ts';
import { createEraseCustomer } from './erase-customer.ts';
import { erasedAt } from './erasure.repository.ts';
import { countStored } from './kept.repository.ts';

/** Routes that show and erase the data of a customer (D-27). */
export const addCustomerRoutes = (handle: AdminHandle, { db, now }: { db: Database; now: () => Date }): void => {
  const erase = createEraseCustomer({ db, now });
  handle(customerRoutes.kept, async ({ body: { userId } }) => ({
    kept: await countStored(db, { userId, until: null }),
    erasedAt: (await erasedAt(db, { kind: 'customer', value: userId }))?.toISOString() ?? null,
  }));
  handle(customerRoutes.erase, async ({ actor, body: { userId } }) => ({ erased: await erase({ userId, until: null }, actor.id) }));
};
