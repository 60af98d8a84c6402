import { browserStorage } from './browser-storage.ts';
import { DRAFTS } from './drafts.ts';

/** Limit for all drafts in UTF-16 units. Browsers store five million in total, and a sign-in needs some of them. */
const MOST = 3_000_000;
/** Returns true if a key holds a draft. A send whose result is unknown does not count, because its idempotency key must be retained (D-40). */
const isCopy = (key: string): boolean => key.startsWith(DRAFTS) && !/\/(sending|testing)\//.test(key);
const sizeOf = (key: string): number => browserStorage.get(key)?.length ?? 0;

const savedAt = (key: string): number => {
  try {
    return Number(JSON.parse(browserStorage.get(key) ?? '{}').savedAt) || 0;
  } catch {
    return 0;
  }
};

/** Evicts the oldest abandoned drafts while all of them exceed MOST, so that they do not fill the storage. */
export const tidyDrafts = (): void => {
  const copies = browserStorage.keys().filter(isCopy);
  let total = copies.reduce((sum, key) => sum + sizeOf(key), 0);
  if (total <= MOST) return;
  for (const key of copies.toSorted((one, other) => savedAt(one) - savedAt(other))) {
    if (total <= MOST) return;
    total -= sizeOf(key);
    browserStorage.remove(key);
  }
};
