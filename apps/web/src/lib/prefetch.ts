import { callHeaders } from './call-headers.ts';
import { session } from './current-session.ts';

/** Milliseconds after which an unused response is stale. */
const FRESH_MS = 30_000;

type Prefetched = { response: Promise<Response>; at: number; unread: AbortController };
/** Unread responses are aborted when the session ends. */
const prefetched = session.own(() => new Map<string, Prefetched>(), {
  drop: (entries) => {
    for (const { unread } of entries.values()) unread.abort();
  },
});
// The headers are part of the key, so a response for another person or store is not used.
const keyOf = (address: string, headers: Record<string, string>): string => JSON.stringify([address, headers]);

/** Prefetches an address before the code that needs it has loaded. */
export const prefetch = (address: string): void => {
  const entries = prefetched();
  const headers = callHeaders();
  const key = keyOf(address, headers);
  const unread = new AbortController();
  const response = fetch(address, { headers, signal: unread.signal });
  // The caller that takes the response handles its errors.
  response.catch(() => {});
  entries.set(key, { response, at: Date.now(), unread });
  // An unread response occupies a connection and memory.
  setTimeout(() => {
    if (entries.get(key)?.response !== response) return;
    entries.delete(key);
    unread.abort();
  }, FRESH_MS);
};

/** Returns the prefetched response to the first caller, or undefined. */
export const takePrefetched = (address: string): Promise<Response> | undefined => {
  const entries = prefetched();
  const key = keyOf(address, callHeaders());
  const entry = entries.get(key);
  entries.delete(key);
  return entry && Date.now() - entry.at < FRESH_MS ? entry.response : undefined;
};
