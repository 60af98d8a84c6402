import { inTransaction } from '../../platform/db/transaction.ts';
import type { Database } from '../../tables.ts';
import { createEraseCustomer } from './erase-customer.ts';
import { createEraseDevice } from './erase-device.ts';
import { erasureKey, keepErasures, type Recorded, recordedHere } from './erasure.repository.ts';

/** Erasures that were written down elsewhere, with the key that went into their hashes. */
export type ErasureList = { key: Buffer; erasures: readonly Recorded[] };

/** Rows of a list that one transaction takes over. */
const ROWS_AT_ONCE = 10_000;

/**
 * Erases again whom a list names and a restored copy has back: customers as far as they were there when they were erased, unless the copy knows of
 * that, and devices. The copy takes over what the list records. Returns how many were there.
 */
export const createEraseAgain = ({ db, now }: { db: Database; now: () => Date }) => {
  const customer = createEraseCustomer({ db, now });
  const device = createEraseDevice({
    db,
    now,
    onError: (error) => {
      throw error;
    },
  });
  return async ({ key, erasures }: ErasureList, actorId: string, dryRun: boolean): Promise<{ customers: number; devices: number }> => {
    const { customers, devices } = await recordedHere(db, key, erasures);
    const found = { customers: customers.length, devices: devices.length };
    if (dryRun) return found;
    // A copy from before the first erasure has a key of its own: whom it had back, it records by that.
    const isOurs = key.equals(await erasureKey(db));
    // Whom the copy has on record it takes for erased, so the list is taken over last: what was cut off is found when it is given again.
    for (const { userId, at } of customers) await customer({ userId, until: at }, actorId, isOurs ? null : at);
    for (const { seq, at } of devices) await device(seq, at);
    if (isOurs)
      for (let at = 0; at < erasures.length; at += ROWS_AT_ONCE)
        await inTransaction(db, (trx) => keepErasures(trx, erasures.slice(at, at + ROWS_AT_ONCE)));
    return found;
  };
};
