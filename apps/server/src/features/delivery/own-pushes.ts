import type { DbOf } from '../../tables.ts';
import { createCountedSends } from './counted-sends.ts';
import { ownSends } from './own-sends.repository.ts';

type Db = DbOf<'fanOut' | 'fanOutChunk' | 'notification'>;

/** How long a transaction that began a send may take until others see it, seconds; far longer than any may. */
const SEEN_WITHIN_S = 600;

/**
 * How many of stores' own sends of seven days each phone got, kept by a worker from page to page: each send whose outcomes stay as they are is read
 * once when it has ended, and once more when it is older than that. A large audience is counted without a question for each phone and send (CARE-02).
 */
export const createOwnPushes = () => {
  const counted = createCountedSends();
  let open: readonly string[] = [];
  let seenUntil = 0;
  let life: string | undefined;
  let isWanted = false;
  /** How often everything was forgotten. */
  let forgotten = 0;

  const forget = (): void => {
    counted.forget();
    [open, seenUntil] = [[], 0];
    forgotten += 1;
  };

  /** False: something was forgotten since it was asked for, here or by whoever found the database older, and all of a week has to be read. */
  const catchUp = async (db: Db): Promise<boolean> => {
    const [from, before] = [seenUntil, forgotten];
    const { now, weekAgo, incarnation, sends } = await ownSends(db, from === 0 ? null : from - SEEN_WITHIN_S, open);
    if (now < from || (life !== undefined && incarnation !== life)) forget();
    life = incarnation;
    if (!(await counted.leave(db, weekAgo))) forget();
    const fresh = sends.filter(({ id }) => !counted.has(id));
    if (forgotten === before)
      await counted.join(
        db,
        fresh.filter(({ isSettled }) => isSettled),
      );
    if (forgotten !== before) {
      forget();
      return false;
    }
    open = fresh.filter(({ isSettled }) => !isSettled).map(({ id }) => id);
    seenUntil = now;
    return true;
  };

  return {
    /**
     * How many a phone got of those whose outcomes stay, until this transaction ends, and the ids of those that have to be asked for. Null when a whole
     * week would have to be read first, which is no work for a transaction that others wait for: `prepare` does it.
     */
    read: async (db: Db): Promise<{ of: (seq: number) => number; open: readonly string[] } | null> => {
      isWanted = seenUntil === 0 || !(await catchUp(db));
      return isWanted ? null : { of: counted.of(), open };
    },
    /** Reads the week, when that was wanted; outside of any transaction. */
    prepare: async (db: Db): Promise<void> => {
      if (isWanted) isWanted = !(await catchUp(db));
    },
    /** The database proved older than what was read. */
    forget,
  };
};
export type OwnPushes = ReturnType<typeof createOwnPushes>;
