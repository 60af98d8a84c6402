import { imageWidths } from '@endcap/contract/files';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Database } from '../../tables.ts';
import { forgetFile, markLeaving } from './file.repository.ts';
import type { FileStores } from './file-stores.ts';
import { variantName } from './image-variants.ts';

/** A form may stay open, or its draft be kept, for so long before it is saved. */
const KEPT_MS = 7 * 86_400_000;
const EVERY_MS = 3_600_000;
const AT_ONCE = 500;

type Deps = { db: Database; stores: FileStores; now: () => Date };

/** Removes uploads that nobody refers to for a week, with what was made of them. Returns how many. */
export const sweepUploads = async ({ db, stores, now }: Deps): Promise<number> => {
  const names = await inTransaction(db, (trx) => markLeaving(trx, new Date(now().getTime() - KEPT_MS), AT_ONCE));
  for (const name of names) {
    if (stores.cloudinary && !name.endsWith('.pdf')) await stores.cloudinary.remove(name);
    for (const width of imageWidths) for (const modern of [true, false]) await stores.storage.remove(variantName(name, width, modern));
    await stores.storage.remove(name);
    await forgetFile(db, name);
  }
  return names.length;
};

/** Sweeps now and every hour, until it is stopped. Several processes may do it at once. */
export const startSweeping = (deps: Deps & { onError: (error: unknown) => void }): { stop: () => Promise<void> } => {
  let running: Promise<unknown> = Promise.resolve();
  const sweep = (): void => {
    running = running.then(() => sweepUploads(deps)).catch(deps.onError);
  };
  sweep();
  const timer = setInterval(sweep, EVERY_MS);
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
};
