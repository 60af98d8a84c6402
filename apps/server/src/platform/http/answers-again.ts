import type { IncomingMessage, ServerResponse } from 'node:http';
import { createBounded } from '../bounded.ts';
import type { Accepted, Packed, Prepared } from './packed-answer.ts';

type Headers = Record<string, string | number | string[] | undefined>;

/** A question that was just answered, and what it takes to answer it again. */
export type KeptQuestion = {
  /** Those that are the same every time. */
  headers: Headers;
  accepted: Accepted;
  /** Whether the answer is for those alone who do not say who they are. */
  onlyUnknown: boolean;
  again: () => Prepared | null;
  cacheControl: (prepared: Prepared) => string;
};
/** What stands before an answer of that tag as long as it says the same of time, and before a body of some length. It holds no answer: those are kept elsewhere. */
type Heads = {
  etag: string;
  lasts: string;
  unchanged: string[];
  before: { encoding: string | null; length: number; head: string[] } | null;
};
type Held = KeptQuestion & { heads: Heads | null };

const KEPT_BYTES = 24e6;
/** What a kept question weighs beside its key; bodies are the answers' own. */
const OWN_BYTES = 3_000;
const keyOf = ({ url, headers }: IncomingMessage): string => `${headers['accept-encoding'] ?? ''} ${url}`;

const tagsOf = (header: string): string[] => header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
/** Whether an `If-None-Match` names a tag; every tag is named by `*` (RFC 9110). */
export const namesTag = (header: string | undefined, etag: string): boolean =>
  header !== undefined && (header === etag || tagsOf(header).some((tag) => tag === etag || tag === '*'));

const flat = (headers: Headers): string[] =>
  Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [name, String(value)]));

const headsOf = (held: Held, of: Prepared): Heads => {
  const lasts = held.cacheControl(of);
  const { etag } = of.answer;
  if (held.heads?.etag === etag && held.heads.lasts === lasts) return held.heads;
  const { 'content-type': _, ...rest } = held.headers;
  const unchanged = flat({ ...rest, etag, 'cache-control': lasts });
  held.heads = { etag, lasts, unchanged, before: null };
  return held.heads;
};
const headBefore = ({ headers }: Held, heads: Heads, { encoding, length }: Packed): string[] => {
  const { before } = heads;
  if (before?.encoding === encoding && before.length === length) return before.head;
  const its = { 'content-type': headers['content-type'], 'content-encoding': encoding ?? undefined, 'content-length': length };
  const head = [...heads.unchanged, ...flat(its)];
  heads.before = { encoding, length, head };
  return head;
};

/**
 * Answers prepared questions again before the framework is asked: the same one, headers and all, by the bytes of its address. A
 * public answer that nobody is identified for is kept only; the framework gives the first one.
 */
export const createAnswersAgain = () => {
  const kept = createBounded<Held>(KEPT_BYTES);
  const answered = { 200: 0, 304: 0 };
  return {
    /** How many were, by status. */
    answered,
    keep: (request: IncomingMessage, question: KeptQuestion): void => {
      const key = keyOf(request);
      kept.set(key, { ...question, heads: null }, OWN_BYTES + key.length);
    },
    /** Answers and says so, or leaves the request to the framework. */
    answer: (request: IncomingMessage, response: ServerResponse): boolean => {
      if (request.method !== 'GET') return false;
      const key = keyOf(request);
      const one = kept.get(key);
      if (!one || (one.value.onlyUnknown && request.headers.authorization !== undefined)) return false;
      const held = one.value;
      const prepared = held.again();
      if (!prepared) return false;
      one.used = true;
      const heads = headsOf(held, prepared);
      if (namesTag(request.headers['if-none-match'], prepared.answer.etag)) {
        response.writeHead(304, heads.unchanged).end();
        answered[304] += 1;
        return true;
      }
      const packed = prepared.answer.packed(held.accepted);
      response.writeHead(200, headBefore(held, heads, packed)).end(packed.body, 'latin1');
      answered[200] += 1;
      return true;
    },
  };
};
export type AnswersAgain = ReturnType<typeof createAnswersAgain>;
