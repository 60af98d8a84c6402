import { isAfter, isSame, type Stand } from '../../platform/stand.ts';
import { inOneState } from '../../platform/db/transaction.ts';
import type { Database, Db } from '../../tables.ts';
import { changedSince, type ChangedRows, latestChange } from './changes.repository.ts';

/** Reads what was written, or all there is, and returns what puts it in the place of what was known. */
export type Keeper = (db: Db, rows: ChangedRows | 'all', stopping: AbortSignal) => Promise<() => void>;

type Options = { db: Database; clock: () => number; onError: (error: unknown) => void };

/** What its keepers keep, all of one state of the database. */
export const createKnownState = ({ db, clock, onError }: Options) => {
  const keepers: Keeper[] = [];
  /** The change that is known, and before which instant a look found that it is the latest. */
  let known: { change: Stand; at: number } | null = null;
  let isFailing = false;

  /** Reads what was written after the change that is known, or everything, and puts all of it in place at once. */
  const readNews = async (stopping: AbortSignal): Promise<Stand> => {
    const { change, put } = await inOneState(db, async (trx) => {
      const latest = await latestChange(trx);
      const rows = known && isAfter(latest, known.change) ? await changedSince(trx, known.change.number) : 'all';
      const all: (() => void)[] = [];
      for (const keeper of keepers) all.push(await keeper(trx, rows, stopping));
      return { change: latest, put: all };
    });
    for (const one of put) one();
    return change;
  };

  return {
    keep: (keeper: Keeper): void => void keepers.push(keeper),
    /** Milliseconds since what is known was the latest; without end before anything is known. */
    age: (): number => (known ? clock() - known.at : Number.POSITIVE_INFINITY),
    look: async (stopping: AbortSignal): Promise<void> => {
      try {
        const at = clock();
        if (known && isSame(await latestChange(db), known.change)) known.at = at;
        else known = { change: await readNews(stopping), at };
        isFailing = false;
      } catch (error) {
        // Said once, and not by each of the looks that follow.
        if (!isFailing && !stopping.aborted) onError(error);
        isFailing = true;
        // While the database is away, what is known is better than nothing, also for those who wait for this look.
        if (known === null) throw error;
      }
    },
  };
};
