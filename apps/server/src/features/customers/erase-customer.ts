import { hasNoRecords, type KeptOfCustomer } from '@endcap/contract/customers';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Database } from '../../tables.ts';
import { endThreadsOf } from '../assistant/index.ts';
import { forgetDevices } from '../devices/index.ts';
import { appendHistory } from '../history/index.ts';
import { clearDevices } from './clear-gone.ts';
import { markOf, noteErasure } from './erasure.repository.ts';
import { countStored, type Whose } from './kept.repository.ts';

/** Of one transaction. */
const DEVICES_AT_ONCE = 50;
const THREADS_AT_ONCE = 20;

const nothing: KeptOfCustomer = { devices: 0, threads: 0, messages: 0, receipts: 0, showings: 0 };

/** Records the erasure before anything is deleted, so that a repeated call completes an interrupted erasure. */
const record = (db: Database, whose: Whose, { actorId, at }: { actorId: string; at: Date | null }): Promise<KeptOfCustomer> =>
  inTransaction(db, async (trx) => {
    const counts = await countStored(trx, whose);
    if (hasNoRecords(counts)) return counts;
    const erased = { kind: 'customer', value: whose.userId } as const;
    if (at) await noteErasure(trx, { ...erased, at });
    const entityId = await markOf(trx, erased);
    await appendHistory(trx, { actor: actorId, entity: 'customer', entityId, action: 'erase' }, counts, nothing);
    return counts;
  });

/**
 * Erases a customer (D-27): their phones with all related data, and their threads. Deletes in portions, so that locks are short. A repeated
 * call completes an interrupted erasure, and does nothing once all is deleted. Returns what existed. `recordedAt` is the instant to record;
 * with null the caller records the erasure once it is done.
 */
export const createEraseCustomer =
  ({ db, now }: { db: Database; now: () => Date }) =>
  async (whose: Whose, actorId: string, recordedAt: Date | null = now()): Promise<KeptOfCustomer> => {
    const counts = await record(db, whose, { actorId, at: recordedAt });
    for (;;) {
      const gone = await inTransaction(db, (trx) => forgetDevices(trx, whose, DEVICES_AT_ONCE));
      if (gone.length === 0) break;
      await clearDevices(
        db,
        gone.map(({ seq }) => seq),
      );
    }
    while ((await inTransaction(db, (trx) => endThreadsOf(trx, whose, THREADS_AT_ONCE))) > 0);
    return counts;
  };
