import { folded } from '@endcap/contract/core';
import type { Stem } from '../knowledge/index.ts';

// Stop words: they occur in most questions.
const EMPTY = new Set(
  `a aby albo ale and bo bym by byc byl bylo byla c chce chcialbym chcialabym ci co cos czy czyli dla do dzien dobry gdy gdzie go i ich ile im ja jak
  jaka jaki jakie jakim jest jesli jestem jezeli juz kiedy kto ktora ktore ktory ktorych ma mam mi mnie mna moge moga moj moja moje mozna moze mozecie na nad nie
  niz o od oraz po pod prosze przez przy sa sie sobie swoj ta tak taka takie tam te tego tej ten to tu tym u w was wasz wasze we wiec wy z za ze
  zeby is the what how where when can do i my you`
    .split(/\s+/)
    .filter(Boolean),
);
const EMPTY_BEGINNING = /^(ktor|jaki|jaka|wasz|nasz|twoj|swoj)/;
const LONGEST = 40;
const WORDS_AT_MOST = 24;

/**
 * Beginnings that the cases of a Polish word share: its ending is left off, the longer the word the more of it. "sklepach" and
 * "sklepu" both begin like "sklep".
 */
const stemOf = (word: string): string => {
  const cut = word.length >= 9 ? 4 : word.length >= 7 ? 3 : word.length >= 5 ? 2 : word.length >= 4 ? 1 : 0;
  return word.slice(0, Math.max(3, word.length - cut));
};

/** Returns the searchable words of a question, as stems. A repeated word weighs slightly more. */
export const stemsOf = (question: string): Stem[] => {
  const counts = new Map<string, number>();
  for (const word of folded(question).match(/[a-z0-9]{2,}/g) ?? []) {
    if (EMPTY.has(word) || EMPTY_BEGINNING.test(word) || word.length > LONGEST) continue;
    const stem = stemOf(word);
    counts.set(stem, (counts.get(stem) ?? 0) + 1);
  }
  return [...counts].slice(0, WORDS_AT_MOST).map(([stem, count]) => ({ stem, weight: Math.sqrt(count) }));
};
