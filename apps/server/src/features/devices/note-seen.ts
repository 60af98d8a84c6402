import type { Database } from '../../tables.ts';
import { type KnownDevice, noteSeen, SEEN_WITHIN_DAYS } from './device.repository.ts';

const DAY_MS = 86_400_000;

/** Notes that devices are in use: a write a week for each of them, several together, and none that anybody waits for. */
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
    /** It called. */
    note: ({ seq, seenAt }: KnownDevice): void => {
      if (now().getTime() - seenAt.getTime() < SEEN_WITHIN_DAYS * DAY_MS) return;
      due.add(seq);
      writing ??= write();
    },
    /** Ends once what was noted is written. */
    written: async (): Promise<void> => writing ?? undefined,
  };
};
export type SeenNotes = ReturnType<typeof createSeenNotes>;
