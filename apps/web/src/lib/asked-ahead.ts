import { callHeaders } from './call-headers.ts';
import { session } from './kept-session.ts';

/** Milliseconds after which an unused response is stale. */
const FRESH_MS = 30_000;

type Asked = { answer: Promise<Response>; at: number; unread: AbortController };
/** Unread responses are aborted when the session ends. */
const answers = session.own(() => new Map<string, Asked>(), {
  drop: (asked) => {
    for (const { unread } of asked.values()) unread.abort();
  },
});
// The headers are part of the key, so a response for another person or store is not used.
const keyOf = (address: string, headers: Record<string, string>): string => JSON.stringify([address, headers]);

/** Prefetches an address before the code that needs it has loaded. */
export const askAhead = (address: string): void => {
  const asked = answers();
  const headers = callHeaders();
  const key = keyOf(address, headers);
  const unread = new AbortController();
  const answer = fetch(address, { headers, signal: unread.signal });
  // The caller that takes the response handles its errors.
  answer.catch(() => {});
  asked.set(key, { answer, at: Date.now(), unread });
  // An unread response holds a connection and memory.
  setTimeout(() => {
    if (asked.get(key)?.answer !== answer) return;
    asked.delete(key);
    unread.abort();
  }, FRESH_MS);
};

/** Returns the prefetched response to the first caller, or undefined. */
export const takeAnswer = (address: string): Promise<Response> | undefined => {
  const asked = answers();
  const key = keyOf(address, callHeaders());
  const found = asked.get(key);
  asked.delete(key);
  return found && Date.now() - found.at < FRESH_MS ? found.answer : undefined;
};
