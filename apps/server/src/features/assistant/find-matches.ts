import type { Db } from '../../tables.ts';
import { type KnowledgeMatch, searchKnowledge, type Stem } from '../knowledge/index.ts';
import { stemsOf } from './question-words.ts';

/** Below it an item only happens to share a word with the question. */
const LEAST_SCORE = 0.1;
const ITEMS = 5;

/** Items that may answer a question, the best first, and the stems they were found by. */
export type Matches = { stems: readonly Stem[]; items: readonly KnowledgeMatch[] };

/** Finds the knowledge items valid at an instant that match a question. Drops items with a score below `LEAST_SCORE`. */
export const findMatches = async (db: Db, question: string, at: Date): Promise<Matches> => {
  const stems = stemsOf(question);
  const items = stems.length === 0 ? [] : await searchKnowledge(db, stems, at, ITEMS);
  return { stems, items: items.filter(({ score }) => score >= LEAST_SCORE) };
};
