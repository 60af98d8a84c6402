import { Problem } from '@endcap/contract/core';
import type { Database } from '../../tables.ts';
import { type CacheLoader, createCachedState } from './cached-state.ts';
import { type Listen, refreshOnHint } from './refresh-on-hint.ts';

/** A route's handler looks for changes first if the last look is older than so many milliseconds. So a save is visible within a second. */
const REFRESH_AFTER_MS = 250;
/** A repeated URL is answered from memory without waiting until the last look is older than so many milliseconds. */
const TRUSTED_MS = 900;

type Options = {
  db: Database;
  /** Called on the first failed refresh after a successful one, not on each that follows. */
  onError: (error: unknown) => void;
  listen?: Listen;
  /** Monotonic clock, in milliseconds. */
  clock?: () => number;
};

/**
 * In-memory cache of the data served to phones. All of it belongs to one state of the database and is replaced at once. It is refreshed on
 * a request, on a notification of a save, and periodically. If a notification is lost, the next request pays for the refresh; no save is
 * missed.
 */
export const createAppChanges = ({ db, onError, listen, clock = () => performance.now() }: Options) => {
  const state = createCachedState({ db, clock, onError });
  const stopping = new AbortController();
  let latest: Promise<void> | null = null;
  let refreshedAt = Number.NEGATIVE_INFINITY;

  /** Refresh that is queued but not started. All callers share it, so that no queue builds up while the database hangs. */
  let waiting: Promise<void> | null = null;

  const refresh = async (before: Promise<void> | null): Promise<void> => {
    await before?.catch(() => {});
    waiting = null;
    stopping.signal.throwIfAborted();
    await state.refresh(stopping.signal);
  };
  /** Concurrent callers share one refresh. A failed refresh is not cached. */
  const current = (): Promise<void> => {
    if (waiting) return waiting;
    if (latest && clock() - refreshedAt < REFRESH_AFTER_MS) return latest;
    refreshedAt = clock();
    const next = refresh(latest);
    latest = next;
    waiting = next;
    next.catch(() => {
      if (latest === next) latest = null;
    });
    return next;
  };
  const refreshNow = (): Promise<void> => {
    refreshedAt = Number.NEGATIVE_INFINITY;
    return current();
  };
  const watching = refreshOnHint(() => void refreshNow().catch(() => {}), listen);

  return {
    register: (loader: CacheLoader): void => state.register(loader),
    /** Waits for a refresh, unless the last one started less than `REFRESH_AFTER_MS` ago. */
    current,
    /** Waits for a refresh that starts after the call, so that it includes all earlier saves. */
    refreshNow,
    /** True if the cached state may be served without waiting. Starts a background refresh if the last one is too old. */
    isFresh: (): boolean => {
      if (clock() - refreshedAt >= REFRESH_AFTER_MS) current().catch(() => {});
      return state.age() < TRUSTED_MS;
    },
    /** Age of the cached state in milliseconds. */
    age: state.age,
    /** Resolves once the cache was loaded for the first time. Refreshes only if it is still empty. */
    begun: async (): Promise<void> => {
      if (state.age() === Number.POSITIVE_INFINITY) await current();
    },
    /** Starts periodic and notification-driven refreshes, so that requests rarely wait for one. */
    watch: watching.start,
    /** Stops refreshing and aborts a running refresh. */
    unwatch: async (): Promise<void> => {
      stopping.abort(new Problem('unavailable', 'The server is stopping, try again'));
      await watching.stop();
    },
  };
};
export type AppChanges = ReturnType<typeof createAppChanges>;
