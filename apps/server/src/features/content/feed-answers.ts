import { type AppContent, type Tab, turnOf } from '@endcap/contract/content';
import { createBounded, type Kept } from '../../platform/bounded.ts';
import { packedAnswer, Piece, type Prepared } from '../../platform/http/packed-answer.ts';
import type { FeedItem } from './feed-item.ts';
import { candidatesOf, type Part, seenOf } from './feed-seen.ts';
import type { FeedPlace, FeedState } from './feed-state.ts';

export type FeedQuery = { storeId?: string | undefined; segments: string[]; appVersion: string; tab?: Tab | undefined };
/** An answer, of which place and version it is, and from when on. */
type Made = Prepared & { place: FeedPlace<FeedItem>; version: number; at: number; pieces: number };
type Question = { query: FeedQuery; made: Made | null };

/** What a question weighs beside its key and its pieces, and each of those; the bytes of pieces are the items'. */
const [QUESTIONS_BYTES, OWN_BYTES, PIECE_BYTES] = [16e6, 900, 8];
const START = new Piece('{"items":[');
const keyOf = ({ storeId, segments, appVersion, tab }: FeedQuery): string =>
  JSON.stringify([storeId ?? null, segments, appVersion, tab ?? null]);

/** The ends of an item's text: by what depends on who asks, and whether another item follows. */
const endsOf = (part: Part): { last: Piece; other: Piece } => {
  const text = `,${JSON.stringify(part).slice(1)}`;
  return { last: new Piece(text), other: new Piece(`${text},`) };
};
const bothOf = (clickable: boolean) => ({ anywhere: endsOf({ clickable }), here: endsOf({ clickable, storeDependent: true }) });
const [CLICKABLE, STILL] = [bothOf(true), bothOf(false)];
const endOf = ({ clickable, storeDependent }: Part, isLast: boolean): Piece =>
  (clickable ? CLICKABLE : STILL)[storeDependent ? 'here' : 'anywhere'][isLast ? 'last' : 'other'];

/** Answers of a state to questions, decided by `decide()`. Each is kept until what its customers may see changes, or time changes it. */
export const createFeedAnswers = (state: FeedState) => {
  const letGo = (question: Question): void => {
    question.made?.answer.forget();
    // Whoever would answer it again still knows the question.
    question.made = null;
  };
  const questions = createBounded<Question>(QUESTIONS_BYTES, letGo);

  const make = (query: FeedQuery, at: number): Made => {
    const place = state.place(query.storeId);
    const viewer = { store: place.store, segments: query.segments, appVersion: query.appVersion, at };
    const { seen, until } = seenOf(candidatesOf(place), viewer, query.tab);
    const nextChangeAt = until === null ? null : new Date(until).toISOString();
    const end = new Piece(`],"nextChangeAt":${JSON.stringify(nextChangeAt)}}`);
    const pieces = [START, ...seen.flatMap(({ item, part }, n) => [item.body, endOf(part, n === seen.length - 1)]), end];
    return { answer: packedAnswer(pieces), until, place, version: state.version(), at, pieces: pieces.length };
  };
  /** Whether a change may have touched what was answered; one that did not is not asked about again. */
  const isOutdated = (made: Made, { storeId }: FeedQuery): boolean => {
    const version = state.version();
    if (made.version === version) return false;
    if (state.place(storeId) !== made.place || made.place.lists.some((list) => list.version > made.version)) return true;
    made.version = version;
    return false;
  };

  return {
    question: (query: FeedQuery): Kept<Question> => {
      const key = keyOf(query);
      return questions.get(key) ?? questions.set(key, { query, made: null }, OWN_BYTES + key.length);
    },
    answer: (question: Kept<Question>, at: number): Prepared => {
      const { key, value } = question;
      const { made, query } = value;
      question.used = true;
      // Clocks are set back too.
      if (made && at >= made.at && (made.until === null || at < made.until) && !isOutdated(made, query)) return made;
      letGo(value);
      const next = make(query, at);
      if (question.isKept) {
        value.made = next;
        questions.weigh(question, OWN_BYTES + key.length + next.pieces * PIECE_BYTES);
      }
      return next;
    },
    item: (id: string, query: FeedQuery, at: number): AppContent | null => {
      const item = state.items.get(id);
      const { segments, appVersion } = query;
      const part = item && turnOf(item.facts, { store: state.place(query.storeId).store, segments, appVersion, at })?.part;
      return item && part ? (JSON.parse(`${item.body.plain}${endOf(part, true).plain}`) as AppContent) : null;
    },
  };
};
