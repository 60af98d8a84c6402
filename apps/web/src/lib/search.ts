import { folded } from '@endcap/contract/core';

/** Returns a function that checks whether a folded text contains every word of a search. Ignores diacritics and case. */
export const matcherOf = (search: string): ((foldedText: string) => boolean) => {
  const words = folded(search).split(/\s+/).filter(Boolean);
  return (text) => words.every((word) => text.includes(word));
};
