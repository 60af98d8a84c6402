import { DRAFTS } from './drafts.ts';

/** UTF-16 units of all copies: browsers keep five million of everything, and whoever signs in needs some. */
const MOST = 3_000_000;
/** What may be on its way to phones is no copy: its key holds (D-40). */
const isCopy = (key: string): boolean => key.startsWith(DRAFTS) && !/\/(sending|testing)\//.test(key);
const sizeOf = (key: string): number => localStorage.getItem(key)?.length ?? 0;

const savedAt = (key: string): number => {
  try {
    return Number(JSON.parse(localStorage.getItem(key) ?? '{}').savedAt) || 0;
  } catch {
    return 0;
  }
};

/** Copies that nobody came back for give way, the oldest first: they may not fill the storage for ever. */
export const tidyDrafts = (): void => {
  const copies = Object.keys(localStorage).filter(isCopy);
  let total = copies.reduce((sum, key) => sum + sizeOf(key), 0);
  if (total <= MOST) return;
  for (const key of copies.toSorted((one, other) => savedAt(one) - savedAt(other))) {
    if (total <= MOST) return;
    total -= sizeOf(key);
    localStorage.removeItem(key);
  }
};
