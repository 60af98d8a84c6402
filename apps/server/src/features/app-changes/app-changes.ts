import { Problem } from '@endcap/contract/core';
import type { Database } from '../../tables.ts';
import { createKnownState, type Keeper } from './known-state.ts';
import { type Listen, lookUnasked } from './look-unasked.ts';

/** How old a look may be when somebody asks: with the loading a save is seen within a second. */
const LOOK_AGAIN_MS = 250;
/** After a look so long ago nothing is given again unasked. */
const TRUSTED_MS = 900;

type Options = {
  db: Database;
  /** Told of the first look that fails, and again after one that did not. */
  onError: (error: unknown) => void;
  listen?: Listen;
  /** Milliseconds that never run back. */
  clock?: () => number;
};

/**
 * What phones are answered from, kept in memory: all of one state of the database, and put in place at once. Looked at when somebody
 * asks, when somebody told of a save, and now and then; what was not heard of costs whoever asks first a look, and is never missed.
 */
export const createAppChanges = ({ db, onError, listen, clock = () => performance.now() }: Options) => {
  const known = createKnownState({ db, clock, onError });
  const stopping = new AbortController();
  let latest: Promise<void> | null = null;
  let lookedAt = Number.NEGATIVE_INFINITY;

  /** Not begun yet, so that it serves whoever asks: on a database that says nothing looks would stand in a line that grows. */
  let waiting: Promise<void> | null = null;

  const look = async (before: Promise<void> | null): Promise<void> => {
    await before?.catch(() => {});
    waiting = null;
    stopping.signal.throwIfAborted();
    await known.look(stopping.signal);
  };
  /** One look serves all who ask meanwhile; a failed one is not kept. */
  const current = (): Promise<void> => {
    if (waiting) return waiting;
    if (latest && clock() - lookedAt < LOOK_AGAIN_MS) return latest;
    lookedAt = clock();
    const next = look(latest);
    latest = next;
    waiting = next;
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
    keep: (keeper: Keeper): void => known.keep(keeper),
    /** Ends when what is known was looked at a moment ago. */
    current,
    /** Ends when everything saved until now is known, however short ago the last look was. */
    lookNow,
    /** Whether what is known may be given unasked. Who asks is a reason to look again, but need not wait for it. */
    isFresh: (): boolean => {
      if (clock() - lookedAt >= LOOK_AGAIN_MS) current().catch(() => {});
      return known.age() < TRUSTED_MS;
    },
    /** Milliseconds since what is known was the database's. */
    age: known.age,
    /** Ends once anything is known, however old; who asks is no reason to look again. */
    begun: async (): Promise<void> => {
      if (known.age() === Number.POSITIVE_INFINITY) await current();
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
