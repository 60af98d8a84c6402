import { inTransaction } from '../../platform/db/transaction.ts';
import type { Database } from '../../tables.ts';
import { forgetDevices } from '../devices/index.ts';
import { clearDevices } from './clear-gone.ts';
import { noteErasure } from './erasure.repository.ts';

type Deps = { db: Database; now: () => Date; onError: (error: unknown) => void };

/**
 * Erases a device (D-27). After the first transaction no request finds it any more. Its data is deleted next; the upkeep deletes data that
 * cannot be deleted now (decision 73).
 */
export const createEraseDevice =
  ({ db, now, onError }: Deps) =>
  async (seq: number, at = now()): Promise<void> => {
    await inTransaction(db, async (trx) => {
      for (const { id } of await forgetDevices(trx, { seq }, 1)) await noteErasure(trx, { kind: 'device', value: id, at });
    });
    await clearDevices(db, [seq]).catch(onError);
  };
