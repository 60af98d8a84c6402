import type { Database } from '../../tables.ts';
import { latestChange } from './changes.repository.ts';

/** How often each process looks whether something was saved: with the loading a save is seen within a second. */
const LOOK_AGAIN_MS = 250;
/** Without a look for so long nothing is given again unasked. */
const TRUSTED_MS = 900;

type Options<S> = {
  db: Database;
  /** Reads the state of a change; `before` is what was known until then. */
  load: (change: number, before: S | null) => Promise<S>;
  /** Told of each new state, off the way of those who wait for it. */
  onNew?: (state: S, before: S | null) => void;
  /** Milliseconds that never run back. */
  clock?: () => number;
};

/** What phones are answered from, kept in memory and read again when something changed. */
export const createWatched = <S extends { change: number }>({ db, load, onNew, clock = () => performance.now() }: Options<S>) => {
  let latest: Promise<S> | null = null;
  let lookedAt = Number.NEGATIVE_INFINITY;
  /** What the last finished look found, and when. */
  let known: { state: S; at: number } | null = null;
  let timer: NodeJS.Timeout | undefined;

  // The number is read before the rows: a write in between is found by the next look.
  const look = async (held: Promise<S> | null): Promise<S> => {
    const before = (await held?.catch(() => null)) ?? null;
    try {
      const change = await latestChange(db);
      return before?.change === change ? before : await load(change, before);
    } catch (error) {
      // While the database is away, what is known is better than nothing, also for those who wait for this look.
      if (before) return before;
      throw error;
    }
  };
  /** One look serves all who ask meanwhile; a failed one is not kept. */
  const current = (): Promise<S> => {
    if (latest && clock() - lookedAt < LOOK_AGAIN_MS) return latest;
    lookedAt = clock();
    const next = look(latest);
    latest = next;
    next.then(
      (state) => {
        const before = known?.state ?? null;
        known = { state, at: clock() };
        if (before !== state) onNew?.(state, before);
      },
      () => {
        if (latest === next) latest = null;
      },
    );
    return next;
  };
  return {
    current,
    /** Everything saved until now is in it, however short ago the last look was. */
    lookNow: (): Promise<S> => {
      lookedAt = Number.NEGATIVE_INFINITY;
      return current();
    },
    /** Whether an answer made of a change would be the same if it was asked for now. */
    isCurrent: (change: number): boolean => known !== null && change === known.state.change && clock() - known.at < TRUSTED_MS,
    /** Looks by itself from now on, so that nobody waits for the first load and what was saved is seen also when nobody asks. */
    watch: (): void => {
      const lookAgain = (): void => void current().catch(() => {});
      lookAgain();
      timer = setInterval(lookAgain, LOOK_AGAIN_MS).unref();
    },
    unwatch: (): void => clearInterval(timer),
  };
};
