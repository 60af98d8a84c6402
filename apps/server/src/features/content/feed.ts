import type { AppContent, AppPlace } from '@endcap/contract/content';
import type { PreparedReply } from '../../platform/http/prepared-answers.ts';
import { abortableYield } from '../../platform/in-slices.ts';
import { createInterner, type Interner } from '../../platform/intern.ts';
import type { AppChanges } from '../app-changes/index.ts';
import { createFeedAnswers, type FeedQuery } from './feed-answers.ts';
import { isSame, sharedOf } from './feed-item.ts';
import { readNews, type Written } from './feed-news.ts';
import { createFeedState } from './feed-state.ts';

/** An ended item stays cached for at least so many milliseconds, since clocks are set back at times; the next change after that drops it. */
const KEPT_AFTER_END_MS = 24 * 3_600_000;
const SWEPT_EVERY_MS = 3_600_000;

type Deps = { changes: AppChanges; now: () => Date; app: AppPlace; once?: Interner };

/** In-memory cache of the content that phones read, updated after each write. */
export const createFeed = ({ changes, now, app, once = createInterner() }: Deps) => {
  const state = createFeedState(isSame);
  const answers = createFeedAnswers(state);
  let sweptAt = Number.NEGATIVE_INFINITY;

  /** Returns the ids of items that ended long ago. Called with each write; checks at most once per `SWEPT_EVERY_MS`. */
  const ended = (): string[] => {
    const at = now().getTime();
    if (at - sweptAt < SWEPT_EVERY_MS) return [];
    sweptAt = at;
    return [...state.items.values()].filter(({ end }) => end < at - KEPT_AFTER_END_MS).map(({ id }) => id);
  };
  function* sharedLists(): Generator<readonly string[]> {
    for (const item of state.items.values()) yield* sharedOf(item);
    for (const { groups, formerGroups } of state.stores.values()) yield* [groups, formerGroups];
  }
  changes.register(async (db, rows, stopping) => {
    const items: Written = rows === 'all' ? rows : (rows.content ?? []);
    const stores: Written = rows === 'all' ? rows : (rows.store ?? []);
    if (items.length === 0 && stores.length === 0) return () => {};
    const yieldIfDue = abortableYield(stopping);
    await once.tidy(sharedLists, yieldIfDue);
    const endedBefore = new Date(now().getTime() - KEPT_AFTER_END_MS);
    const written = { items: items === 'all' ? items : [...items, ...ended()], stores };
    const news = await readNews(db, state, written, { app, endedBefore, share: once.share, yieldIfDue });
    return state.prepare(news, yieldIfDue);
  });

  const at = (): number => now().getTime();
  return {
    ask: async (query: FeedQuery): Promise<PreparedReply> => {
      await changes.current();
      const answer = answers.of(query);
      return { prepared: answer(at()), again: () => (changes.isFresh() ? answer(at()) : null) };
    },
    item: async (id: string, query: FeedQuery): Promise<AppContent | null> => {
      await changes.current();
      return answers.item(id, query, at());
    },
  };
};
export type Feed = ReturnType<typeof createFeed>;
