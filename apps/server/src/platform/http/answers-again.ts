import type { IncomingMessage, ServerResponse } from 'node:http';
import { createBounded } from '../bounded.ts';
import type { Accepted, Prepared } from './packed-answer.ts';

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
/** An answer as it is written in one second. */
type Written = { of: Prepared; better: number; second: number; body: string | Buffer; full: string[]; unchanged: string[] };
type Held = KeptQuestion & { written: Written | null };

const KEPT_BYTES = 24e6;
/** What a kept question weighs beside its key and its body, which it holds though the answer may forget it. */
const OWN_BYTES = 3_000;
/** A text leaves in one piece with its head, bytes as a second one; from some length on that is less work than copying. */
const AS_TEXT_BYTES = 8_000;
const keyOf = ({ url, headers }: IncomingMessage): string => `${headers['accept-encoding'] ?? ''} ${url}`;

const tagsOf = (header: string): string[] => header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
/** Whether an `If-None-Match` names a tag; every tag is named by `*` (RFC 9110). */
export const namesTag = (header: string | undefined, etag: string): boolean =>
  header !== undefined && (header === etag || tagsOf(header).some((tag) => tag === etag || tag === '*'));

const flat = (headers: Headers): string[] =>
  Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [name, String(value)]));

const write = ({ headers, accepted, cacheControl }: KeptQuestion, of: Prepared, second: number): Written => {
  const { 'content-type': type, ...rest } = headers;
  const same = { ...rest, etag: of.answer.etag, 'cache-control': cacheControl(of) };
  const { encoding, bytes } = of.answer.packed(accepted);
  const its = { 'content-type': type, 'content-encoding': encoding ?? undefined, 'content-length': bytes.length };
  const body = bytes.length > AS_TEXT_BYTES ? bytes : bytes.toString('latin1');
  return { of, better: of.answer.better(), second, body, full: flat({ ...same, ...its }), unchanged: flat(same) };
};

/**
 * Answers prepared questions again before the framework is asked: the same one, headers and all, by the bytes of its address. A
 * public answer that nobody is identified for is kept only; the framework gives the first one.
 */
export const createAnswersAgain = () => {
  const kept = createBounded<Held>(KEPT_BYTES);
  return {
    keep: (request: IncomingMessage, question: KeptQuestion): void => {
      const key = keyOf(request);
      kept.set(key, { ...question, written: null }, OWN_BYTES + key.length);
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
      const second = Math.floor(Date.now() / 1000);
      const { written } = held;
      if (written?.of !== prepared || written.second !== second || written.better !== prepared.answer.better()) {
        held.written = write(held, prepared, second);
        kept.weigh(one, OWN_BYTES + key.length + held.written.body.length);
      }
      const { body, full, unchanged } = held.written ?? write(held, prepared, second);
      if (namesTag(request.headers['if-none-match'], prepared.answer.etag)) response.writeHead(304, unchanged).end();
      else response.writeHead(200, full).end(body, 'latin1');
      return true;
    },
  };
};
export type AnswersAgain = ReturnType<typeof createAnswersAgain>;
