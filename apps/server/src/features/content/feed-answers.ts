import { type AppContent, type Tab, viewerStateOf } from '@endcap/contract/content';
import { LRUCache } from 'lru-cache';
import { answerOf, Piece, type Prepared } from '../../platform/http/answer.ts';
import type { FeedItem } from './feed-item.ts';
import { candidatesOf, type Part, seenOf } from './feed-seen.ts';
import type { FeedState, StoreFeed } from './feed-state.ts';

export type FeedQuery = { storeId?: string | undefined; segments: string[]; appVersion: string; tab?: Tab | undefined };
/** A cached response with the feed and version that it was made from; `at`: the instant from which it is valid. */
type Made = Prepared & { feed: StoreFeed<FeedItem>; version: number; at: number };

/** Size of the response cache, and the overhead of a response and of each of its pieces. The text of pieces belongs to the items. */
const [CACHE_BYTES, OWN_BYTES, PIECE_BYTES] = [16e6, 900, 8];
const START = new Piece('{"items":[');
const keyOf = ({ storeId, segments, appVersion, tab }: FeedQuery): string =>
  JSON.stringify([storeId ?? null, segments, appVersion, tab ?? null]);

/** The end of an item's JSON, which depends on the viewer: for the last item, and for one that another item follows. */
const endsOf = (part: Part): { last: Piece; other: Piece } => {
  const text = `,${JSON.stringify(part).slice(1)}`;
  return { last: new Piece(text), other: new Piece(`${text},`) };
};
const bothOf = (clickable: boolean) => ({ anywhere: endsOf({ clickable }), here: endsOf({ clickable, storeDependent: true }) });
const [CLICKABLE, STILL] = [bothOf(true), bothOf(false)];
const endOf = ({ clickable, storeDependent }: Part, isLast: boolean): Piece =>
  (clickable ? CLICKABLE : STILL)[storeDependent ? 'here' : 'anywhere'][isLast ? 'last' : 'other'];

/** Responses of the feed, decided by `decide()`. Each is cached until a change or the time may affect what its customers see. */
export const createFeedAnswers = (state: FeedState) => {
  const cache = new LRUCache<string, Made>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ answer }, key) => OWN_BYTES + key.length + answer.pieces.length * PIECE_BYTES,
  });

  const make = (query: FeedQuery, at: number): Made => {
    const feed = state.feedOf(query.storeId);
    const viewer = { store: feed.store, segments: query.segments, appVersion: query.appVersion, at };
    const { seen, until } = seenOf(candidatesOf(feed), viewer, query.tab);
    const nextChangeAt = until === null ? null : new Date(until).toISOString();
    const end = new Piece(`],"nextChangeAt":${JSON.stringify(nextChangeAt)}}`);
    const pieces = [START, ...seen.flatMap(({ item, part }, n) => [item.body, endOf(part, n === seen.length - 1)]), end];
    return { answer: answerOf(pieces), until, feed, version: state.version(), at };
  };
  /** True if a change may affect the response. An unaffected response gets the current version, so that it is not checked again. */
  const isOutdated = (made: Made, { storeId }: FeedQuery): boolean => {
    const version = state.version();
    if (made.version === version) return false;
    if (state.feedOf(storeId) !== made.feed || made.feed.lists.some((list) => list.version > made.version)) return true;
    made.version = version;
    return false;
  };

  return {
    /** Returns a function that responds to the query at an instant in milliseconds. */
    of: (query: FeedQuery): ((at: number) => Prepared) => {
      const key = keyOf(query);
      return (at) => {
        const made = cache.get(key);
        // Clocks are set back too.
        if (made && at >= made.at && (made.until === null || at < made.until) && !isOutdated(made, query)) return made;
        const next = make(query, at);
        cache.set(key, next);
        return next;
      };
    },
    item: (id: string, query: FeedQuery, at: number): AppContent | null => {
      const item = state.items.get(id);
      const { segments, appVersion } = query;
      const part = item && viewerStateOf(item.facts, { store: state.feedOf(query.storeId).store, segments, appVersion, at })?.part;
      return item && part ? (JSON.parse(`${item.body.plain}${endOf(part, true).plain}`) as AppContent) : null;
    },
  };
};
