import { hash } from 'node:crypto';
import type { Turn } from './in-slices.ts';

/** Gives of equal lists always the same one, of texts that others have too. Nobody can change it, whatever its type says. */
export type Share = (list: readonly string[]) => string[];

const NONE: string[] = [];
Object.freeze(NONE);
/** So many lists and texts may be known that nobody holds, besides as many as are held. */
const SPARE = 1_000;

/** Lists of texts, of which many are equal, and most texts are in several: each list and each text is kept once. */
export const createKeptOnce = () => {
  let texts = new Map<string, string>();
  let lists = new Map<string, string[]>();
  let most = SPARE;
  const textOf = (text: string): string => {
    const known = texts.get(text);
    if (known === undefined) texts.set(text, text);
    return known ?? text;
  };
  const share: Share = (list) => {
    if (list.length === 0) return NONE;
    const key = hash('sha256', JSON.stringify(list), 'base64url');
    const known = lists.get(key);
    if (known) return known;
    const shared = list.map(textOf);
    lists.set(key, shared);
    Object.freeze(shared);
    return shared;
  };
  return {
    share,
    /** Lists and texts that are known. */
    size: (): number => lists.size + texts.size,
    /** Forgets what is in none of these lists, as soon as that may be half of all. */
    tidy: async (held: () => Iterable<readonly string[]>, turn: Turn): Promise<void> => {
      if (lists.size + texts.size <= most) return;
      const isHeld = new Set<readonly string[]>();
      for (const list of held()) {
        isHeld.add(list);
        await turn();
      }
      const [keptLists, keptTexts] = [new Map<string, string[]>(), new Map<string, string>()];
      for (const [key, list] of lists) {
        if (!isHeld.has(list)) continue;
        keptLists.set(key, list);
        for (const text of list) keptTexts.set(text, text);
        await turn();
      }
      [lists, texts] = [keptLists, keptTexts];
      most = 2 * (lists.size + texts.size) + SPARE;
    },
  };
};
export type KeptOnce = ReturnType<typeof createKeptOnce>;
