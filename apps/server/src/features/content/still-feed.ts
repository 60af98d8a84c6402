import type { PlacedStore } from '@endcap/contract/audience';
import type { AudienceFacts, UnmarkedContent } from '@endcap/contract/content';
import type { Turn } from '../../platform/in-slices.ts';
import type { Share } from '../../platform/kept-once.ts';
import { type FeedEntry, feedEntryOf, inOrder } from './feed-item.ts';
import { candidatesOf } from './feed-seen.ts';
import { createFeedState } from './feed-state.ts';

/** What rules and people know of an item, without its text. */
export type ListedContent = Pick<
  UnmarkedContent,
  '_id' | 'name' | 'title' | 'contentType' | 'navigationTab' | 'pinned' | keyof AudienceFacts
>;
export type StillItem = FeedEntry & Pick<UnmarkedContent, 'name' | 'title' | 'contentType' | 'navigationTab'>;

const asItIs: Share = (list) => list as string[];
/** `share`: where equal lists of others are, for whoever reads many. */
export const stillItemOf = (item: ListedContent, share: Share = asItIs): StillItem => ({
  ...feedEntryOf(item, share),
  name: item.name,
  title: item.title,
  contentType: item.contentType,
  navigationTab: item.navigationTab,
});

const laidInto = (items: readonly StillItem[], laid: StillItem): readonly StillItem[] => {
  const others = items.filter(({ id }) => id !== laid.id);
  const place = others.findIndex((other) => inOrder(laid, other) < 0);
  return others.toSpliced(place < 0 ? others.length : place, 0, laid);
};

/**
 * The feed of one state that does not change any more, for whoever asks what phones would be answered from it (PREV-02): found, ordered and
 * decided by the feed's own code. `laid` is an item that takes the place of the one with its id, or joins them (PREV-07).
 */
export const createStillFeed = async (items: readonly StillItem[], stores: readonly PlacedStore[], turn: Turn) => {
  const state = createFeedState<StillItem>(() => false);
  const put = await state.prepare(
    { items: new Map(items.map((item) => [item.id, item])), stores: new Map(stores.map((store) => [store.id, store])) },
    turn,
  );
  put();
  return {
    all: (laid: StillItem | null): readonly StillItem[] => {
      const all = [...state.items.values()];
      return laid ? laidInto(all, laid) : all;
    },
    /** What may concern customers of a store, or of none, in the order of phones. */
    candidates: (storeId: string | null, laid: StillItem | null): readonly StillItem[] => {
      const its = candidatesOf(state.place(storeId ?? undefined));
      return laid ? laidInto(its, laid) : its;
    },
  };
};
export type StillFeed = Awaited<ReturnType<typeof createStillFeed>>;
