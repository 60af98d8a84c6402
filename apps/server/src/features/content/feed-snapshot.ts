import { setImmediate as breathe } from 'node:timers/promises';
import { type PlacedStore, reachesCustomer } from '@endcap/contract/audience';
import {
  type AppContent,
  belongsTo,
  type AppPlace,
  changesOf,
  constantPart,
  isClickable,
  type Tab,
  type UnmarkedContent,
  viewersPart,
} from '@endcap/contract/content';
import { type PackedAnswer, packedAnswer, type Piece, pieceOf } from '../../platform/http/packed-answer.ts';

const [YES, NO] = [1, 2];
const PREPARED_AT_MOST = 5_000;
const START = pieceOf('{"items":[');

export type FeedQuery = { storeId?: string | undefined; segments: string[]; appVersion: string; tab?: Tab | undefined };
/** An answer made once for all who ask the same, the change it was made of, and how long it holds (milliseconds since 1970). */
export type Prepared = PackedAnswer & { until: number | null; change: number };

type Place = { store: PlacedStore | null; place: number };
const NOWHERE: Place = { store: null, place: 0 };

type ViewersPart = NonNullable<ReturnType<typeof viewersPart>>;
/** An item with what of it is the same for everybody, made once. */
type Held = {
  item: UnmarkedContent;
  /** The item as text, to tell whether it changed. */
  text: string;
  constant: ReturnType<typeof constantPart>;
  pieces: (Piece | undefined)[];
  /** By the place of a store, 0 for customers without one: whether the audience has it; 0 where nobody asked yet. */
  reach: Uint8Array;
  /** What `decide()` said last, and of whom: most phones differ in their store alone. */
  last: { viewers: string; part: ViewersPart | null };
};

/** An item as some viewers see it, first in the list or after others; there are at most eight of each. */
const pieceFor = ({ constant, pieces }: Held, part: ViewersPart, isFirst: boolean): Piece =>
  (pieces[(isFirst ? 4 : 0) + (part.clickable ? 2 : 0) + (part.storeDependent ? 1 : 0)] ??= pieceOf(
    `${isFirst ? '' : ','}${JSON.stringify({ ...constant, ...part })}`,
  ));

export type Snapshot = {
  change: number;
  /** The stores as text, to tell whether they changed. */
  storesText: string;
  held: ReadonlyMap<string, Held>;
  /** The answer at an instant (milliseconds); `asked` when somebody waits for it. */
  answer: (query: FeedQuery, at: number, asked?: boolean) => Prepared;
  item: (id: string, query: FeedQuery, at: number) => AppContent | null;
  /** What was asked of it. */
  questions: () => FeedQuery[];
  /** Does off the hit path, a little at a time, what the answers share, and answers what is likely to be asked again. */
  prepare: (likely: readonly FeedQuery[], at: number) => Promise<void>;
};
type Given = {
  /** Number of the change that the rest shows. */
  change: number;
  items: readonly UnmarkedContent[];
  stores: readonly PlacedStore[];
  app: AppPlace;
  /** The state before, whose unchanged items need not be made again. */
  before: Snapshot | null;
};

/** What phones may be answered from one state of the database, decided by `decide()`; every answer is made once. */
export const createSnapshot = ({ change, items, stores, app, before }: Given): Snapshot => {
  const placed = new Map(stores.map((store, at) => [store.id, { store, place: at + 1 }]));
  const storesText = JSON.stringify(stores);
  const changes = items.flatMap(changesOf).toSorted((one, other) => one - other);
  const all = items.map((item): Held => {
    const text = JSON.stringify(item);
    const same = before?.held.get(item._id);
    if (same?.text !== text)
      return {
        item,
        text,
        constant: constantPart(item, app),
        pieces: [],
        reach: new Uint8Array(stores.length + 1),
        last: { viewers: '', part: null },
      };
    return before?.storesText === storesText ? same : { ...same, reach: new Uint8Array(stores.length + 1) };
  });
  const held = new Map(all.map((one) => [one.item._id, one]));
  const ends = new Map<number | null, Piece>();
  const prepared = new Map<string, { query: FeedQuery; answer: Prepared; asked: boolean }>();

  const reaches = ({ item, reach }: Held, { store, place }: Place): boolean =>
    (reach[place] ||= reachesCustomer(item, store) ? YES : NO) === YES;
  const endFor = (until: number | null): Piece => {
    const nextChangeAt = until === null ? null : new Date(until).toISOString();
    const piece = ends.get(until) ?? pieceOf(`],"nextChangeAt":${JSON.stringify(nextChangeAt)}}`);
    ends.set(until, piece);
    return piece;
  };
  // A store that nobody ever had is none.
  const placeOf = ({ storeId }: FeedQuery): Place => (storeId && placed.get(storeId)) || NOWHERE;
  const viewerOf = (query: FeedQuery, at: number) => ({
    store: placeOf(query).store,
    segments: query.segments,
    appVersion: query.appVersion,
    at,
  });

  const make = (query: FeedQuery, at: number): Prepared => {
    const viewer = viewerOf(query, at);
    const until = changes.find((instant) => instant > at) ?? null;
    // Those whom an item reaches see it alike until the next change. Whose store was deleted has none.
    const viewers = JSON.stringify([until, query.segments, query.appVersion, viewer.store?.deleted ?? true]);
    const pieces = [START];
    const place = placeOf(query);
    for (const held of all) {
      if (!reaches(held, place)) continue;
      if (held.last.viewers !== viewers) held.last = { viewers, part: viewersPart(held.item, viewer) };
      const { part } = held.last;
      if (part && belongsTo(held.item, query.tab)) pieces.push(pieceFor(held, part, pieces.length === 1));
    }
    return { ...packedAnswer([...pieces, endFor(until)]), until, change };
  };
  const answer = (query: FeedQuery, at: number, asked = true): Prepared => {
    const key = JSON.stringify([query.storeId ?? null, query.segments, query.appVersion, query.tab ?? null]);
    const ready = prepared.get(key);
    if (ready && (ready.answer.until === null || at < ready.answer.until)) {
      ready.asked ||= asked;
      return ready.answer;
    }
    const made = make(query, at);
    if (prepared.size >= PREPARED_AT_MOST) prepared.delete(prepared.keys().next().value ?? '');
    prepared.set(key, { query, answer: made, asked });
    return made;
  };

  return {
    change,
    storesText,
    held,
    answer,
    item: (id, query, at) => {
      const one = held.get(id);
      const part = one && viewersPart(one.item, viewerOf(query, at));
      return one && part ? { ...one.constant, ...part } : null;
    },
    questions: () => [...prepared.values()].filter(({ asked }) => asked).map(({ query }) => query),
    prepare: async (likely, at) => {
      for (const held of all) {
        pieceFor(held, { clickable: isClickable(held.item, at) }, false);
        await breathe();
      }
      for (const place of [NOWHERE, ...placed.values()]) {
        for (const one of all) reaches(one, place);
        await breathe();
      }
      for (const query of likely) {
        answer(query, at, false);
        await breathe();
      }
    },
  };
};
