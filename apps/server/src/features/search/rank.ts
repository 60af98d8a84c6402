import { FOUND_MOST, FOUND_OF_KIND } from '@endcap/contract/search';
import { isOneEditAway } from './one-edit.ts';
import type { Entry } from './search.repository.ts';

/** Shorter words are within a letter of too many others; longer ones are no words. */
const FORGIVEN = { from: 4, to: 40 };
export const isForgivable = ({ length }: string): boolean => length >= FORGIVEN.from && length <= FORGIVEN.to;

/** Also of words that are still being typed: their beginning counts. */
const isNearly = (word: string, of: string): boolean =>
  isForgivable(word) && [word.length - 1, word.length, word.length + 1].some((length) => isOneEditAway(word, of.slice(0, length)));

/** Ranks how well an entry matches: 0 is an exact match, 4 a match with a typo, null no match. */
const fitOf = ({ id, labelFolded, folded: all }: Entry, text: string, words: readonly string[]): number | null => {
  // The displayed label and the internal name count equally.
  const starts = [all, labelFolded];
  if (id === text || starts.some((start) => start === text || start.startsWith(`${text} `))) return 0;
  if (starts.some((start) => start.startsWith(text))) return 1;
  const has = all.split(/[^\p{L}\p{N}]+/u);
  if (words.every((word) => has.some((one) => one.startsWith(word)))) return 2;
  if (words.every((word) => all.includes(word))) return 3;
  return words.every((word) => all.includes(word) || has.some((one) => isNearly(word, one))) ? 4 : null;
};

/** The best entries, better ones before newer ones, no kind in the way of another; `text` and `words` are folded. */
export const ranked = (entries: readonly Entry[], text: string, words: readonly string[]): Entry[] => {
  const fitting = entries
    .flatMap((entry) => {
      const fit = fitOf(entry, text, words);
      return fit === null ? [] : [{ entry, fit }];
    })
    .toSorted((a, b) => a.fit - b.fit || b.entry.at.getTime() - a.entry.at.getTime());
  const taken = new Map<string, number>();
  const first = fitting.filter(({ entry: { kind } }) => {
    const count = (taken.get(kind) ?? 0) + 1;
    taken.set(kind, count);
    return count <= FOUND_OF_KIND;
  });
  return first.slice(0, FOUND_MOST).map(({ entry }) => entry);
};
