import type { DbOf } from '../../../tables.ts';
import { createCountedSends } from './counted-sends.ts';
import { ownSends } from './own-sends.repository.ts';

type Db = DbOf<'fanOut' | 'fanOutChunk' | 'notification'>;

/** Seconds until the transaction that began a send is visible to others; far longer than any transaction may run. */
const SEEN_WITHIN_S = 600;

/**
 * Counts stores' own sends of the last seven days per phone. A worker caches the counts from page to page. It reads a send with final
 * outcomes once when it has ended, and once more when it is older than seven days. So a large audience needs no query per phone and send
 * (CARE-02).
 */
export const createOwnPushes = () => {
  const counted = createCountedSends();
  let open: readonly string[] = [];
  let seenUntil = 0;
  let lastIncarnation: string | undefined;
  let isWanted = false;
  /** Number of times the counts were cleared. */
  let forgotten = 0;

  const forget = (): void => {
    counted.clear();
    [open, seenUntil] = [[], 0];
    forgotten += 1;
  };

  /** Returns false if the counts were cleared meanwhile, here or because the database proved older. The whole week then has to be read. */
  const catchUp = async (db: Db): Promise<boolean> => {
    const [from, before] = [seenUntil, forgotten];
    const { now, weekAgo, incarnation, sends } = await ownSends(db, from === 0 ? null : from - SEEN_WITHIN_S, open);
    if (now < from || (lastIncarnation !== undefined && incarnation !== lastIncarnation)) forget();
    lastIncarnation = incarnation;
    if (!(await counted.removeOlder(db, weekAgo))) forget();
    const fresh = sends.filter(({ id }) => !counted.has(id));
    if (forgotten === before)
      await counted.add(
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
     * Returns the number of sends with final outcomes per phone, valid until this transaction ends, and the ids of sends to query. Returns
     * null if a whole week has to be read first. Others wait for this transaction, so `prepare` reads it.
     */
    read: async (db: Db): Promise<{ of: (seq: number) => number; open: readonly string[] } | null> => {
      isWanted = seenUntil === 0 || !(await catchUp(db));
      return isWanted ? null : { of: counted.of(), open };
    },
    /** Reads the week if `read` returned null. Call it outside of any transaction. */
    prepare: async (db: Db): Promise<void> => {
      if (isWanted) isWanted = !(await catchUp(db));
    },
    /** Clears the counts. Call it if the database proves older than what was read. */
    forget,
  };
};
export type OwnPushes = ReturnType<typeof createOwnPushes>;
