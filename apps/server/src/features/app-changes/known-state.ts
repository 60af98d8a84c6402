import { isAfter, isSame, type DataVersion } from '../../platform/data-version.ts';
import { inOneState } from '../../platform/db/transaction.ts';
import type { Database, Db } from '../../tables.ts';
import { changedSince, type ChangedRows, latestChange } from './changes.repository.ts';

/** Reads the changed rows, or all rows, and returns a function that replaces the cached data. */
export type Keeper = (db: Db, rows: ChangedRows | 'all', stopping: AbortSignal) => Promise<() => void>;

type Options = { db: Database; clock: () => number; onError: (error: unknown) => void };

/** Keeps the data of several keepers at the same state of the database. */
export const createKnownState = ({ db, clock, onError }: Options) => {
  const keepers: Keeper[] = [];
  /** The cached change, and the start of the last check that found it to be the latest. */
  let known: { change: DataVersion; at: number } | null = null;
  let isFailing = false;

  /** Reads the rows written after the cached change, or all rows, and replaces the data of all keepers at once. */
  const readNews = async (stopping: AbortSignal): Promise<DataVersion> => {
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
    /** Age of the cached data in milliseconds; infinite before the first load. */
    age: (): number => (known ? clock() - known.at : Number.POSITIVE_INFINITY),
    look: async (stopping: AbortSignal): Promise<void> => {
      try {
        const at = clock();
        if (known && isSame(await latestChange(db), known.change)) known.at = at;
        else known = { change: await readNews(stopping), at };
        isFailing = false;
      } catch (error) {
        // Reports only the first of consecutive failures.
        if (!isFailing && !stopping.aborted) onError(error);
        isFailing = true;
        // While the database is unavailable, callers get the cached data.
        if (known === null) throw error;
      }
    },
  };
};
