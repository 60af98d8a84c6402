import type { AudienceStore } from '@endcap/contract/audience';
import type { AudienceFacts, UnmarkedContent } from '@endcap/contract/content';
import type { Yield } from '../../platform/in-slices.ts';
import type { Share } from '../../platform/intern.ts';
import { type FeedEntry, feedEntryOf, inOrder } from './feed-item.ts';
import { candidatesOf } from './feed-seen.ts';
import { createFeedState } from './feed-state.ts';

/** Fields of an item for rules and lists, without its text. */
export type ListedContent = Pick<
  UnmarkedContent,
  '_id' | 'name' | 'title' | 'contentType' | 'navigationTab' | 'pinned' | keyof AudienceFacts
>;
export type StillItem = FeedEntry & Pick<UnmarkedContent, 'name' | 'title' | 'contentType' | 'navigationTab'>;

const asItIs: Share = (list) => list as string[];
/** `share` interns lists, so that many items with equal lists share one in memory. */
export const stillItemOf = (item: ListedContent, share: Share = asItIs): StillItem => ({
  ...feedEntryOf(item, share),
  name: item.name,
  title: item.title,
  contentType: item.contentType,
  navigationTab: item.navigationTab,
});

const laidInto = (items: readonly StillItem[], laid: StillItem): readonly StillItem[] => {
  const others = items.filter(({ id }) => id !== laid.id);
  const position = others.findIndex((other) => inOrder(laid, other) < 0);
  return others.toSpliced(position < 0 ? others.length : position, 0, laid);
};

/**
 * The feed of a fixed snapshot, to find out what phones would get from it (PREV-02). Uses the lookup, order and decisions of the real feed.
 * `laid` is an item that replaces the one with its id, or is added (PREV-07).
 */
export const createStillFeed = async (items: readonly StillItem[], stores: readonly AudienceStore[], yieldIfDue: Yield) => {
  const state = createFeedState<StillItem>(() => false);
  const put = await state.prepare(
    { items: new Map(items.map((item) => [item.id, item])), stores: new Map(stores.map((store) => [store.id, store])) },
    yieldIfDue,
  );
  put();
  return {
    all: (laid: StillItem | null): readonly StillItem[] => {
      const all = [...state.items.values()];
      return laid ? laidInto(all, laid) : all;
    },
    /** Returns the items that may concern customers of a store, or of none, in the order of the app. */
    candidates: (storeId: string | null, laid: StillItem | null): readonly StillItem[] => {
      const its = candidatesOf(state.feedOf(storeId ?? undefined));
      return laid ? laidInto(its, laid) : its;
    },
  };
};
export type StillFeed = Awaited<ReturnType<typeof createStillFeed>>;
