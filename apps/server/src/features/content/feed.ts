import type { AppContent, AppPlace } from '@endcap/contract/content';
import type { Database } from '../../tables.ts';
import { createWatched } from '../app-changes/index.ts';
import { placedStores } from '../stores/index.ts';
import { feedItems } from './content-feed.repository.ts';
import { createSnapshot, type FeedQuery, type Prepared, type Snapshot } from './feed-snapshot.ts';

/** What phones read of content, renewed when something changed. */
export const createFeed = ({ db, now, app }: { db: Database; now: () => Date; app: AppPlace }) => {
  const { current, lookNow, isCurrent, watch, unwatch } = createWatched<Snapshot>({
    db,
    load: async (change, before) =>
      createSnapshot({ change, items: await feedItems(db, now()), stores: await placedStores(db), app, before }),
    onNew: (snapshot, before) => void snapshot.prepare(before?.questions() ?? [], now().getTime()),
  });
  return {
    watch,
    unwatch,
    lookNow,
    list: async (query: FeedQuery): Promise<Prepared> => (await current()).answer(query, now().getTime()),
    item: async (id: string, query: FeedQuery): Promise<AppContent | null> => (await current()).item(id, query, now().getTime()),
    isCurrent: ({ change, until }: Prepared): boolean => isCurrent(change) && (until === null || now().getTime() < until),
  };
};
export type Feed = ReturnType<typeof createFeed>;
