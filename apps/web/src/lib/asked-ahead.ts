import { callHeaders } from './call-headers.ts';

/** What nobody took for so long is not the newest any more. */
const FRESH_MS = 30_000;

type Asked = { answer: Promise<Response>; at: number };
const asked = new Map<string, Asked>();
// Nobody takes an answer that another person or store asked for.
const keyOf = (address: string, headers: Record<string, string>): string => JSON.stringify([address, headers]);

/** Reads an address before the code is there that will. */
export const askAhead = (address: string): void => {
  const headers = callHeaders();
  const key = keyOf(address, headers);
  const unread = new AbortController();
  const answer = fetch(address, { headers, signal: unread.signal });
  // Whoever takes it says so.
  answer.catch(() => {});
  asked.set(key, { answer, at: Date.now() });
  // What nobody reads holds a connection and what came over it.
  setTimeout(() => {
    if (asked.get(key)?.answer !== answer) return;
    asked.delete(key);
    unread.abort();
  }, FRESH_MS);
};

/** The answer that is on its way, for whoever asks first. */
export const takeAnswer = (address: string): Promise<Response> | undefined => {
  const key = keyOf(address, callHeaders());
  const found = asked.get(key);
  asked.delete(key);
  return found && Date.now() - found.at < FRESH_MS ? found.answer : undefined;
};
