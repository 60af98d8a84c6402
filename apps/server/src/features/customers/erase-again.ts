import { inTransaction } from '../../platform/db/transaction.ts';
import type { Database } from '../../tables.ts';
import { createEraseCustomer } from './erase-customer.ts';
import { createEraseDevice } from './erase-device.ts';
import { erasureKey, insertErasures, type Recorded, recordedHere } from './erasure.repository.ts';

/** Erasures that were written down elsewhere, with the key that went into their hashes. */
export type ErasureList = { key: Buffer; erasures: readonly Recorded[] };

/** Rows of a list that one transaction takes over. */
const ROWS_AT_ONCE = 10_000;

/**
 * Repeats the erasures of a list in a restored database: of devices, and of customers up to the instant of their erasure. Skips customers
 * whose erasure the database already records. Adopts the records of the list. Returns how many customers and devices were found.
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
    // A backup from before the first erasure has its own key. Its erasures are recorded with that key.
    const isOurs = key.equals(await erasureKey(db));
    // Adopt the list last: customers that it records count as erased. After an interruption, the next run with the same list still finds
    // the rest.
    for (const { userId, at } of customers) await customer({ userId, until: at }, actorId, isOurs ? null : at);
    for (const { seq, at } of devices) await device(seq, at);
    if (isOurs)
      for (let at = 0; at < erasures.length; at += ROWS_AT_ONCE)
        await inTransaction(db, (trx) => insertErasures(trx, erasures.slice(at, at + ROWS_AT_ONCE)));
    return found;
  };
};
