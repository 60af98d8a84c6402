import { isAfter, isSame, type DataVersion } from '../../platform/data-version.ts';
import { inOneState } from '../../platform/db/transaction.ts';
import type { Database, Db } from '../../tables.ts';
import { changedSince, type ChangedRows, latestChange } from './changes.repository.ts';

/** Reads the changed rows, or all rows, and returns a function that replaces the cached data. */
export type CacheLoader = (db: Db, rows: ChangedRows | 'all', stopping: AbortSignal) => Promise<() => void>;

type Options = { db: Database; clock: () => number; onError: (error: unknown) => void };

/** Caches the data of several loaders, all as of the same state of the database. */
export const createCachedState = ({ db, clock, onError }: Options) => {
  const loaders: CacheLoader[] = [];
  /** The cached change, and the start of the last check that found it to be the latest. */
  let cached: { change: DataVersion; at: number } | null = null;
  let isFailing = false;

  /** Reads the rows written after the cached change, or all rows, and replaces the data of all loaders at once. */
  const readNews = async (stopping: AbortSignal): Promise<DataVersion> => {
    const { change, put } = await inOneState(db, async (trx) => {
      const latest = await latestChange(trx);
      const rows = cached && isAfter(latest, cached.change) ? await changedSince(trx, cached.change.number) : 'all';
      const all: (() => void)[] = [];
      for (const loader of loaders) all.push(await loader(trx, rows, stopping));
      return { change: latest, put: all };
    });
    for (const one of put) one();
    return change;
  };

  return {
    register: (loader: CacheLoader): void => void loaders.push(loader),
    /** Milliseconds since the last look for changes, also one that found none; infinite before the first load. */
    age: (): number => (cached ? clock() - cached.at : Number.POSITIVE_INFINITY),
    refresh: async (stopping: AbortSignal): Promise<void> => {
      try {
        const at = clock();
        if (cached && isSame(await latestChange(db), cached.change)) cached.at = at;
        else cached = { change: await readNews(stopping), at };
        isFailing = false;
      } catch (error) {
        // Reports only the first of consecutive failures.
        if (!isFailing && !stopping.aborted) onError(error);
        isFailing = true;
        // While the database is unavailable, callers get the cached data.
        if (cached === null) throw error;
      }
    },
  };
};
