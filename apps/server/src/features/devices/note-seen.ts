import type { Database } from '../../tables.ts';
import { type IdentifiedDevice, noteSeen, SEEN_WITHIN_DAYS } from './device.repository.ts';

const DAY_MS = 86_400_000;

/** Records the use of devices: at most one write a week per device, batched, and in the background. */
export const createSeenNotes = ({ db, now, onError }: { db: Database; now: () => Date; onError: (error: unknown) => void }) => {
  const due = new Set<number>();
  let writing: Promise<void> | null = null;
  const write = async (): Promise<void> => {
    while (due.size > 0) {
      const seqs = [...due];
      due.clear();
      await noteSeen(db, seqs, now()).catch(onError);
    }
    writing = null;
  };
  return {
    /** Records that a device called. */
    note: ({ seq, seenAt }: IdentifiedDevice): void => {
      if (now().getTime() - seenAt.getTime() < SEEN_WITHIN_DAYS * DAY_MS) return;
      due.add(seq);
      writing ??= write();
    },
    /** Resolves once all records are written. */
    written: async (): Promise<void> => writing ?? undefined,
  };
};
export type SeenNotes = ReturnType<typeof createSeenNotes>;
