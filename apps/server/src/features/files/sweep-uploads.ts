import { inTransaction } from '../../platform/db/transaction.ts';
import { repeat, type Repeated } from '../../platform/repeat.ts';
import type { Database } from '../../tables.ts';
import { forgetFile, markLeaving } from './file.repository.ts';
import type { FileStores } from './file-stores.ts';
import { variantsOf } from './image-variants.ts';
import { tidyReceived } from './receive-upload.ts';

/** Retention of an upload that was never used: its form or a draft copy may stay unsaved for so long. */
const UNUSED_MS = 7 * 86_400_000;
/** Retention after the last use: history shows the file and editors can reuse it; afterwards history shows it as deleted (HIST-05). */
const AFTER_USE_MS = 365 * 86_400_000;
/** An upload that is not finished after so long never will be (F47). */
const BROKEN_MS = 86_400_000;
const EVERY_MS = 3_600_000;
const AT_ONCE = 500;

/** `onError` receives the error of each file that cannot be removed, and the sweep continues. Without it the first error ends the sweep. */
type Deps = { db: Database; stores: FileStores; now: () => Date; onError?: (error: unknown) => void };

/** Removes an upload with its smaller forms. The next sweep repeats an interrupted removal. */
const removeUpload = async ({ db, stores: { storage, cloudinary } }: Deps, name: string): Promise<void> => {
  if (cloudinary && !name.endsWith('.pdf')) await cloudinary.remove(name);
  for (const variant of variantsOf(name)) await storage.remove(variant);
  await storage.remove(name);
  await forgetFile(db, name);
};

/** Removes uploads that were unused for a week, or since their last use for a year, until `isOver` returns true. Returns their number. */
export const sweepUploads = async (deps: Deps, isOver = (): boolean => false): Promise<number> => {
  const { db, now, stores } = deps;
  const ago = (ms: number): Date => new Date(now().getTime() - ms);
  const note =
    deps.onError ??
    ((error: unknown): never => {
      throw error;
    });
  await Promise.all([stores.storage.tidy(BROKEN_MS).catch(note), tidyReceived(BROKEN_MS).catch(note)]);
  let removed = 0;
  // Batches follow the order of names: a file that cannot be removed is left to the next sweep and blocks no later ones.
  for (let after: string | null = ''; after !== null;) {
    const past: string = after;
    const batch = await inTransaction(db, (trx) =>
      markLeaving(trx, { since: ago(UNUSED_MS), usedSince: ago(AFTER_USE_MS), brokenSince: ago(BROKEN_MS), past, atMost: AT_ONCE }),
    );
    for (const name of batch.leaving) {
      if (isOver()) return removed;
      await removeUpload(deps, name).then(() => (removed += 1), note);
    }
    after = batch.last;
  }
  return removed;
};

/** Sweeps now and every hour, until it is stopped. Several processes may sweep at once. */
export const startSweeping = (deps: Deps & { onError: (error: unknown) => void }, repeats = repeat): Repeated =>
  repeats(EVERY_MS, (isOver) => sweepUploads(deps, isOver), deps.onError);
