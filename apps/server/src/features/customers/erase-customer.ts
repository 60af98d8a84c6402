import { isNothingKept, type KeptOfCustomer } from '@endcap/contract/customers';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Database } from '../../tables.ts';
import { endThreadsOf } from '../assistant/index.ts';
import { forgetDevices } from '../devices/index.ts';
import { appendHistory } from '../history/index.ts';
import { clearDevices } from './clear-gone.ts';
import { markOf, noteErasure } from './erasure.repository.ts';
import { keptOf, type Whose } from './kept.repository.ts';

/** Of one transaction. */
const DEVICES_AT_ONCE = 50;
const THREADS_AT_ONCE = 20;

const nothing: KeptOfCustomer = { devices: 0, threads: 0, messages: 0, receipts: 0, showings: 0 };

/** Writes down that it is done, before anything is: what is cut off later is done again by whoever asks again. */
const record = (db: Database, whose: Whose, { actorId, at }: { actorId: string; at: Date | null }): Promise<KeptOfCustomer> =>
  inTransaction(db, async (trx) => {
    const kept = await keptOf(trx, whose);
    if (isNothingKept(kept)) return kept;
    const erased = { kind: 'customer', value: whose.userId } as const;
    if (at) await noteErasure(trx, { ...erased, at });
    const entityId = await markOf(trx, erased);
    await appendHistory(trx, { actor: actorId, entity: 'customer', entityId, action: 'erase' }, kept, nothing);
    return kept;
  });

/**
 * Erases a customer (D-27): the phones that are theirs, what hangs on those, and their conversations, portion by portion, so that no table
 * waits long. Asked again it finishes what was cut off, and does nothing when nothing is left. Answers what there was. `recordedAt`: the instant that is
 * kept of it; null: whoever asks keeps it, once all is done.
 */
export const createEraseCustomer =
  ({ db, now }: { db: Database; now: () => Date }) =>
  async (whose: Whose, actorId: string, recordedAt: Date | null = now()): Promise<KeptOfCustomer> => {
    const kept = await record(db, whose, { actorId, at: recordedAt });
    for (;;) {
      const gone = await inTransaction(db, (trx) => forgetDevices(trx, whose, DEVICES_AT_ONCE));
      if (gone.length === 0) break;
      await clearDevices(
        db,
        gone.map(({ seq }) => seq),
      );
    }
    while ((await inTransaction(db, (trx) => endThreadsOf(trx, whose, THREADS_AT_ONCE))) > 0);
    return kept;
  };
