import { folded } from '@endcap/contract/core';

/** Whether a folded text has every word of a search; diacritics and case do not count. */
export const matcherOf = (search: string): ((foldedText: string) => boolean) => {
  const words = folded(search).split(/\s+/).filter(Boolean);
  return (text) => words.every((word) => text.includes(word));
};
