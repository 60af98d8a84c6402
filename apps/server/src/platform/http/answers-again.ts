import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Packed } from './packed-answer.ts';

type Headers = Record<string, string | number | string[] | undefined>;

/** An answer that was just given, and what it takes to give it again. */
export type KeptAnswer = {
  headers: Headers;
  etag: string;
  /** The body, which may be packed better from one time to the next. */
  packed: () => Packed;
  /** Whether it is the answer for those alone who do not say who they are. */
  onlyUnknown: boolean;
  /** Whether it would still be the answer now. */
  isCurrent: () => boolean;
  /** How many seconds anybody may keep it from now on. */
  maxAge: () => number;
};
type Held = KeptAnswer & { second: number; body: Buffer; full: string[]; unchanged: string[] };

const KEPT_AT_MOST = 5_000;
const keyOf = ({ url, headers }: IncomingMessage): string => `${headers['accept-encoding'] ?? ''} ${url}`;

const tagsOf = (header: string): string[] => header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
/** Whether an `If-None-Match` names a tag; every tag is named by `*` (RFC 9110). */
export const namesTag = (header: string | undefined, etag: string): boolean =>
  header !== undefined && (header === etag || tagsOf(header).some((tag) => tag === etag || tag === '*'));

const flat = (headers: Headers): string[] =>
  Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [name, String(value)]));

/**
 * Gives prepared answers again before the framework is asked: the same question, headers and all, by the bytes of its address. A
 * public answer that nobody is identified for is kept only; the framework gives the first one.
 */
export const createAnswersAgain = () => {
  const kept = new Map<string, Held>();
  return {
    keep: (request: IncomingMessage, answer: KeptAnswer): void => {
      if (kept.size >= KEPT_AT_MOST) kept.delete(kept.keys().next().value ?? '');
      kept.set(keyOf(request), { ...answer, second: Number.NaN, body: Buffer.alloc(0), full: [], unchanged: [] });
    },
    /** Answers and says so, or leaves the request to the framework. */
    answer: (request: IncomingMessage, response: ServerResponse): boolean => {
      if (request.method !== 'GET') return false;
      const key = keyOf(request);
      const held = kept.get(key);
      if (!held || (held.onlyUnknown && request.headers.authorization !== undefined)) return false;
      if (!held.isCurrent()) {
        kept.delete(key);
        return false;
      }
      const second = Math.floor(Date.now() / 1000);
      if (held.second !== second) {
        const headers: Headers = { ...held.headers, 'cache-control': `public, max-age=${held.maxAge()}` };
        const { 'content-type': _, ...unchanged } = headers;
        held.second = second;
        held.unchanged = flat(unchanged);
        const { encoding, bytes } = held.packed();
        held.body = bytes;
        held.full = flat({ ...headers, 'content-encoding': encoding ?? undefined, 'content-length': bytes.length });
      }
      if (namesTag(request.headers['if-none-match'], held.etag)) response.writeHead(304, held.unchanged).end();
      else response.writeHead(200, held.full).end(held.body);
      return true;
    },
  };
};
export type AnswersAgain = ReturnType<typeof createAnswersAgain>;
