import { type AppPlace, type AudienceFacts, audienceFactsOf, constantPart, type UnmarkedContent } from '@endcap/contract/content';
import { isDeepStrictEqual } from 'node:util';
import { Piece } from '../../platform/http/answer.ts';
import type { Share } from '../../platform/intern.ts';

/** The targeting of an item, and its position in the feed. */
export type FeedEntry = { id: string; facts: AudienceFacts; pinned: boolean; start: number; end: number };
/** A cached item of the feed. `body` is its JSON without the part that depends on the viewer, which comes last. */
export type FeedItem = FeedEntry & { body: Piece };

const lists = ['includeStores', 'excludeStores', 'includeStoreGroups', 'excludeStoreGroups', 'segments'] as const;
/** Lists that items share in memory: the items of a chain name its stores millions of times. */
export const sharedOf = ({ facts }: FeedEntry): (readonly string[])[] => lists.map((list) => facts[list]);
const sharedFacts = (item: Pick<UnmarkedContent, keyof AudienceFacts>, share: Share): AudienceFacts => {
  const facts = audienceFactsOf(item);
  for (const list of lists) facts[list] = share(facts[list]);
  return facts;
};

export const feedEntryOf = (item: Pick<UnmarkedContent, '_id' | 'pinned' | keyof AudienceFacts>, share: Share): FeedEntry => ({
  id: item._id,
  facts: sharedFacts(item, share),
  pinned: item.pinned,
  start: item.publicationStart === null ? Number.NEGATIVE_INFINITY : Date.parse(item.publicationStart),
  end: item.publicationEnd === null ? Number.POSITIVE_INFINITY : Date.parse(item.publicationEnd),
});
export const feedItemOf = (item: UnmarkedContent, app: AppPlace, share: Share): FeedItem => ({
  ...feedEntryOf(item, share),
  body: new Piece(JSON.stringify(constantPart(item, app)).slice(0, -1)),
});

const compare = <T extends string | number>(one: T, other: T): number => (one < other ? -1 : Number(one > other));

/** Pinned first, then the newest publication, then by id. */
export const inOrder = (one: FeedEntry, other: FeedEntry): number =>
  Number(other.pinned) - Number(one.pinned) || compare(other.start, one.start) || compare(one.id, other.id);

/** True if two items are interchangeable in a response. */
export const isSame = (one: FeedItem, other: FeedItem): boolean =>
  one.pinned === other.pinned && one.body.hash === other.body.hash && isDeepStrictEqual(one.facts, other.facts);
