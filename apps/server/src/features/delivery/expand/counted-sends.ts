import type { DbOf } from '../../../tables.ts';
import { outcomesOf, type OwnSend } from './own-sends.repository.ts';
import { createPushCounts } from './push-counts.ts';

type Db = DbOf<'fanOut' | 'fanOutChunk' | 'notification'>;

/** Sends whose outcomes are read at once: tens of thousands of phones. */
const SENDS_AT_ONCE = 100;

/** When a send went out, in seconds since 1970, and how many phones got it. */
type Counted = { at: number; got: number };

/** Runs in batches. Completed batches stay counted if a later one fails. */
const inBatches = async <T>(all: readonly T[], act: (batch: readonly T[]) => Promise<void>): Promise<void> => {
  for (let n = 0; n < all.length; n += SENDS_AT_ONCE) await act(all.slice(n, n + SENDS_AT_ONCE));
};

/** Counts per phone how many sends it got, of the sends whose outcomes were read. */
export const createCountedSends = () => {
  const counted = new Map<string, Counted>();
  const counts = createPushCounts();

  /** Adds `step` to the count of each phone that got one of the sends. Returns the number of phones per send. */
  const apply = async (db: Db, ids: readonly string[], step: 1 | -1): Promise<Map<string, number>> => {
    const got = new Map(ids.map((id) => [id, 0]));
    for (const { id, devices, outcomes } of await outcomesOf(db, ids))
      got.set(id, (got.get(id) ?? 0) + counts.apply(devices, outcomes, step));
    return got;
  };

  return {
    has: (id: string): boolean => counted.has(id),
    of: counts.read,
    add: async (db: Db, sends: readonly OwnSend[]): Promise<void> =>
      inBatches(sends, async (batch) => {
        const got = await apply(
          db,
          batch.map(({ id }) => id),
          1,
        );
        for (const { id, at } of batch) counted.set(id, { at, got: got.get(id) ?? 0 });
      }),
    /** Subtracts sends older than seven days. Returns false if clearing all counts is less work, or counted outcomes were deleted. */
    removeOlder: async (db: Db, weekAgo: number): Promise<boolean> => {
      const old = [...counted].filter(([, { at }]) => at <= weekAgo).map(([id]) => id);
      if (old.length > counted.size / 2) return false;
      let isThere = true;
      await inBatches(old, async (ids) => {
        for (const [id, got] of await apply(db, ids, -1)) {
          isThere &&= counted.get(id)?.got === got;
          counted.delete(id);
        }
      });
      return isThere;
    },
    clear: (): void => {
      counted.clear();
      counts.clear();
    },
  };
};
