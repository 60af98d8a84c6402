import { Problem } from '@endcap/contract/core';
import { inOneState } from '../../platform/db/transaction.ts';
import type { Database, Db } from '../../tables.ts';
import { changedSince, type ChangedRows, latestChange } from './changes.repository.ts';
import { type Listen, lookUnasked } from './look-unasked.ts';

/** How old a look may be when somebody asks: with the loading a save is seen within a second. */
const LOOK_AGAIN_MS = 250;
/** After a look so long ago nothing is given again unasked. */
const TRUSTED_MS = 900;

/** Reads what was written, or all there is, and returns what puts it in the place of what was known. */
export type Keeper = (db: Db, rows: ChangedRows | 'all', stopping: AbortSignal) => Promise<() => void>;

type Options = {
  db: Database;
  listen?: Listen;
  /** Milliseconds that never run back. */
  clock?: () => number;
};

/** Reads, as one state, what was written after a change, or everything. */
const readNews = (
  db: Database,
  keepers: readonly Keeper[],
  { since, stopping }: { since: number | null; stopping: AbortSignal },
): Promise<{ change: number; put: (() => void)[] }> =>
  inOneState(db, async (trx) => {
    const change = await latestChange(trx);
    // A copy that was restored is behind what is known, and says nothing of the way there.
    const rows = since === null || change < since ? 'all' : await changedSince(trx, since);
    const put: (() => void)[] = [];
    for (const keeper of keepers) put.push(await keeper(trx, rows, stopping));
    return { change, put };
  });

/**
 * What phones are answered from, kept in memory: all of one state of the database, and put in place at once. Looked at when somebody
 * asks, when somebody told of a save, and now and then; what was not heard of costs whoever asks first a look, and is never missed.
 */
export const createAppChanges = ({ db, listen, clock = () => performance.now() }: Options) => {
  const keepers: Keeper[] = [];
  const stopping = new AbortController();
  let latest: Promise<void> | null = null;
  let lookedAt = Number.NEGATIVE_INFINITY;
  /** The change that is known, and when a look last found that it is the latest. */
  let known: { change: number; at: number } | null = null;

  const look = async (before: Promise<void> | null): Promise<void> => {
    await before?.catch(() => {});
    stopping.signal.throwIfAborted();
    try {
      if (known === null || (await latestChange(db)) !== known.change) {
        const { change, put } = await readNews(db, keepers, { since: known?.change ?? null, stopping: stopping.signal });
        for (const one of put) one();
        known = { change, at: clock() };
      }
      known.at = clock();
    } catch (error) {
      // While the database is away, what is known is better than nothing, also for those who wait for this look.
      if (known === null) throw error;
    }
  };
  /** One look serves all who ask meanwhile; a failed one is not kept. */
  const current = (): Promise<void> => {
    if (latest && clock() - lookedAt < LOOK_AGAIN_MS) return latest;
    lookedAt = clock();
    const next = look(latest);
    latest = next;
    next.catch(() => {
      if (latest === next) latest = null;
    });
    return next;
  };
  const lookNow = (): Promise<void> => {
    lookedAt = Number.NEGATIVE_INFINITY;
    return current();
  };
  const watching = lookUnasked(() => void lookNow().catch(() => {}), listen);

  return {
    keep: (keeper: Keeper): void => void keepers.push(keeper),
    /** Ends when what is known was looked at a moment ago. */
    current,
    /** Ends when everything saved until now is known, however short ago the last look was. */
    lookNow,
    /** Whether what is known may be given unasked. Who asks is a reason to look again, but need not wait for it. */
    isFresh: (): boolean => {
      const at = clock();
      if (at - lookedAt >= LOOK_AGAIN_MS) current().catch(() => {});
      return known !== null && at - known.at < TRUSTED_MS;
    },
    /** Looks by itself from now on, so that nobody waits for what was read already. */
    watch: watching.start,
    /** Reads no more, also what it is reading. */
    unwatch: async (): Promise<void> => {
      stopping.abort(new Problem('unavailable', 'The server is stopping, try again'));
      await watching.stop();
    },
  };
};
export type AppChanges = ReturnType<typeof createAppChanges>;
