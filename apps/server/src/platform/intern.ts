import { hash } from 'node:crypto';
import type { Yield } from './in-slices.ts';

/** Returns the same list for equal lists, with texts shared between lists. It is frozen, although its type is mutable. */
export type Share = (list: readonly string[]) => string[];

const NONE: string[] = [];
Object.freeze(NONE);
/** Number of entries (lists and texts) that are allowed in addition to twice those in use. */
const SPARE = 1_000;

/** Interns lists of texts: equal lists are stored once, and so are equal texts of different lists. */
export const createInterner = () => {
  let texts = new Map<string, string>();
  let lists = new Map<string, string[]>();
  let most = SPARE;
  const textOf = (text: string): string => {
    const stored = texts.get(text);
    if (stored === undefined) texts.set(text, text);
    return stored ?? text;
  };
  const share: Share = (list) => {
    if (list.length === 0) return NONE;
    const key = hash('sha256', JSON.stringify(list), 'base64url');
    const stored = lists.get(key);
    if (stored) return stored;
    const shared = list.map(textOf);
    lists.set(key, shared);
    Object.freeze(shared);
    return shared;
  };
  return {
    share,
    /** Number of stored lists and texts. */
    size: (): number => lists.size + texts.size,
    /** Evicts entries that are in none of these lists, as soon as those may be half of all. */
    tidy: async (used: () => Iterable<readonly string[]>, yieldIfDue: Yield): Promise<void> => {
      if (lists.size + texts.size <= most) return;
      const isUsed = new Set<readonly string[]>();
      for (const list of used()) {
        isUsed.add(list);
        await yieldIfDue();
      }
      const [usedLists, usedTexts] = [new Map<string, string[]>(), new Map<string, string>()];
      for (const [key, list] of lists) {
        if (!isUsed.has(list)) continue;
        usedLists.set(key, list);
        for (const text of list) usedTexts.set(text, text);
        await yieldIfDue();
      }
      [lists, texts] = [usedLists, usedTexts];
      most = 2 * (lists.size + texts.size) + SPARE;
    },
  };
};
export type Interner = ReturnType<typeof createInterner>;
