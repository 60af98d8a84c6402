import { folded } from '@endcap/contract/core';
import type { Stem } from '../knowledge/index.ts';

const LONGEST = 700;

/** Lines and sentences, with what ends them. */
const sentencesOf = (content: string): string[] => content.split(/(?<=[.!?])\s+(?=[\p{Lu}\d"„])|\n+/u).filter((part) => part.trim() !== '');

const countIn = (sentence: string, stems: readonly Stem[]): number => {
  const words = folded(sentence).match(/[a-z0-9]+/g) ?? [];
  return stems.filter(({ stem }) => words.some((word) => word.startsWith(stem))).length;
};

/** Returns the sentences of a text with most of the question's words; its beginning if no sentence has any. */
export const passageOf = (content: string, stems: readonly Stem[]): string => {
  if (content.length <= LONGEST) return content.trim();
  const sentences = sentencesOf(content);
  let best = { from: 0, hits: 0 };
  sentences.forEach((_, from) => {
    const hits = countIn(sentences.slice(from, from + 3).join(' '), stems);
    if (hits > best.hits) best = { from, hits };
  });
  let text = '';
  for (const sentence of sentences.slice(best.from)) {
    if (text !== '' && text.length + sentence.length > LONGEST) break;
    text = text === '' ? sentence.trim() : `${text} ${sentence.trim()}`;
  }
  return text.slice(0, LONGEST * 2).toWellFormed();
};
