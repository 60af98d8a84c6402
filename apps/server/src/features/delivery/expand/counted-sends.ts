import type { DbOf } from '../../../tables.ts';
import { outcomesOf, type OwnSend } from './own-sends.repository.ts';
import { createPushCounts } from './push-counts.ts';

type Db = DbOf<'fanOut' | 'fanOutChunk' | 'notification'>;

/** Sends whose outcomes are read at once: tens of thousands of phones. */
const SENDS_AT_ONCE = 100;

/** When a send went out, in seconds since 1970, and how many phones got it. */
type Counted = { at: number; got: number };

/** Runs in batches: completed batches are kept if a later one fails. */
const inBatches = async <T>(all: readonly T[], act: (batch: readonly T[]) => Promise<void>): Promise<void> => {
  for (let n = 0; n < all.length; n += SENDS_AT_ONCE) await act(all.slice(n, n + SENDS_AT_ONCE));
};

/** Sends whose outcomes were read, and how many of them each phone got. */
export const createCountedSends = () => {
  const counted = new Map<string, Counted>();
  const counts = createPushCounts();

  /** Adds one to each phone that got one of a few sends, or takes it away; returns how many got each. */
  const apply = async (db: Db, ids: readonly string[], step: 1 | -1): Promise<Map<string, number>> => {
    const got = new Map(ids.map((id) => [id, 0]));
    for (const { id, devices, outcomes } of await outcomesOf(db, ids))
      got.set(id, (got.get(id) ?? 0) + counts.apply(devices, outcomes, step));
    return got;
  };

  return {
    has: (id: string): boolean => counted.has(id),
    of: counts.read,
    join: async (db: Db, sends: readonly OwnSend[]): Promise<void> =>
      inBatches(sends, async (batch) => {
        const got = await apply(
          db,
          batch.map(({ id }) => id),
          1,
        );
        for (const { id, at } of batch) counted.set(id, { at, got: got.get(id) ?? 0 });
      }),
    /** Takes away what is older than seven days. False: to forget everything is less work, or what was counted is not there any more. */
    leave: async (db: Db, weekAgo: number): Promise<boolean> => {
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
    forget: (): void => {
      counted.clear();
      counts.forget();
    },
  };
};
