import type { DbOf } from '../../tables.ts';
import { ACCEPTED } from './outcome.ts';
import { outcomesOf, type OwnSend, ownSends } from './own-sends.repository.ts';

type Db = DbOf<'fanOut' | 'fanOutChunk' | 'notification'>;

/** How long a transaction that began a send may take until others see it, seconds; far longer than any may. */
const SEEN_WITHIN_S = 600;
/** Sends whose outcomes are read at once: tens of thousands of phones. */
const SENDS_AT_ONCE = 100;

type Counted = { at: number; got: number };

/**
 * How many of stores' own sends of seven days each phone got, kept by a worker from page to page: each send whose outcomes stay as they are is read
 * once when it has ended, and once more when it is older than that. A large audience is counted without a question for each phone and send (CARE-02).
 */
export const createOwnPushes = () => {
  const counted = new Map<string, Counted>();
  let open: readonly string[] = [];
  let seenUntil = 0;
  let life: string | undefined;
  let isWanted = false;
  /** How often everything was forgotten. */
  let forgotten = 0;
  /** By the number of a device. */
  let counts = new Uint16Array(0);

  const forget = (): void => {
    counted.clear();
    counts = new Uint16Array(0);
    [open, seenUntil] = [[], 0];
    forgotten += 1;
  };

  const makeRoom = (highest: number): void => {
    if (highest < counts.length) return;
    const larger = new Uint16Array(Math.max(highest + 1, Math.ceil(counts.length * 1.2)));
    larger.set(counts);
    counts = larger;
  };

  /** Adds one to each phone that got one of a few sends, or takes it away; returns how many got each. */
  const apply = async (db: Db, ids: readonly string[], step: 1 | -1): Promise<Map<string, number>> => {
    const got = new Map(ids.map((id) => [id, 0]));
    for (const { id, devices, outcomes } of await outcomesOf(db, ids)) {
      makeRoom(devices.at(-1) ?? 0);
      let accepted = 0;
      for (const [place, seq] of devices.entries()) {
        if (outcomes[place] !== ACCEPTED) continue;
        counts[seq] = Math.max(0, (counts[seq] ?? 0) + step);
        accepted += 1;
      }
      got.set(id, (got.get(id) ?? 0) + accepted);
    }
    return got;
  };

  /** What is done of it stays done, whatever ends the rest. */
  const inBatches = async <T>(all: readonly T[], act: (batch: readonly T[]) => Promise<void>): Promise<void> => {
    for (let n = 0; n < all.length; n += SENDS_AT_ONCE) await act(all.slice(n, n + SENDS_AT_ONCE));
  };

  /** Takes away what is older than seven days, or forgets everything, where that is less work or what was counted is not there any more. */
  const leave = async (db: Db, weekAgo: number): Promise<void> => {
    const old = [...counted].filter(([, { at }]) => at <= weekAgo).map(([id]) => id);
    if (old.length > counted.size / 2) return forget();
    let isThere = true;
    await inBatches(old, async (ids) => {
      for (const [id, got] of await apply(db, ids, -1)) {
        isThere &&= counted.get(id)?.got === got;
        counted.delete(id);
      }
    });
    if (!isThere) forget();
  };

  const join = async (db: Db, sends: readonly OwnSend[]): Promise<void> =>
    inBatches(sends, async (batch) => {
      const got = await apply(
        db,
        batch.map(({ id }) => id),
        1,
      );
      for (const { id, at } of batch) counted.set(id, { at, got: got.get(id) ?? 0 });
    });

  /** False: something was forgotten since it was asked for, here or by whoever found the database older, and all of a week has to be read. */
  const catchUp = async (db: Db): Promise<boolean> => {
    const [from, before] = [seenUntil, forgotten];
    const { now, weekAgo, incarnation, sends } = await ownSends(db, from === 0 ? null : from - SEEN_WITHIN_S, open);
    if (now < from || (life !== undefined && incarnation !== life)) forget();
    life = incarnation;
    await leave(db, weekAgo);
    const fresh = sends.filter(({ id }) => !counted.has(id));
    if (forgotten === before)
      await join(
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
      const all = counts;
      return isWanted ? null : { of: (seq) => all[seq] ?? 0, open };
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
