import type { AppContent } from '@endcap/contract/content';
import type { Database } from '../../tables.ts';
import { knownStores } from '../stores/index.ts';
import { feedItems, latestChange } from './content-feed.repository.ts';
import { createSnapshot, type FeedQuery, type Prepared, type Snapshot } from './feed-snapshot.ts';

/** How often each process looks whether something was saved: with the loading a save is seen within a second. */
const LOOK_AGAIN_MS = 250;
/** Without a look for so long nothing is given again unasked. */
const TRUSTED_MS = 900;

/** What phones read, renewed when something changed. */
export const createFeed = ({ db, now, base }: { db: Database; now: () => Date; base: string }) => {
  let latest: Promise<Snapshot> | null = null;
  let lookedAt = Number.NEGATIVE_INFINITY;
  /** What the last finished look found, and when. */
  let known: { snapshot: Snapshot; at: number } | null = null;
  let timer: NodeJS.Timeout | undefined;

  const load = async (change: number, before: Snapshot | null): Promise<Snapshot> =>
    createSnapshot({ change, items: await feedItems(db, now()), stores: await knownStores(db), base, before });

  // The number is read before the rows: a write in between is found by the next look.
  const look = async (held: Promise<Snapshot> | null): Promise<Snapshot> => {
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
  const current = (): Promise<Snapshot> => {
    if (latest && performance.now() - lookedAt < LOOK_AGAIN_MS) return latest;
    lookedAt = performance.now();
    const next = look(latest);
    latest = next;
    next.then(
      (snapshot) => {
        if (known?.snapshot !== snapshot) void snapshot.prepare(known?.snapshot.questions() ?? [], now().getTime());
        known = { snapshot, at: performance.now() };
      },
      () => {
        if (latest === next) latest = null;
      },
    );
    return next;
  };

  return {
    list: async (query: FeedQuery): Promise<Prepared> => (await current()).answer(query, now().getTime()),
    item: async (id: string, query: FeedQuery): Promise<AppContent | null> => (await current()).item(id, query, now().getTime()),
    /** Whether an answer would be the same if it was asked for now. */
    isCurrent: (answer: Prepared): boolean =>
      known !== null &&
      answer.change === known.snapshot.change &&
      performance.now() - known.at < TRUSTED_MS &&
      (answer.until === null || now().getTime() < answer.until),
    /** Looks by itself from now on, so that nobody waits for the first load and what was saved is seen also when nobody asks. */
    watch: (): void => {
      const lookAgain = (): void => void current().catch(() => {});
      lookAgain();
      timer = setInterval(lookAgain, LOOK_AGAIN_MS).unref();
    },
    unwatch: (): void => clearInterval(timer),
  };
};
export type Feed = ReturnType<typeof createFeed>;
