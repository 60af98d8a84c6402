import type { Db } from '../../tables.ts';
import { type Found, searchKnowledge, type Stem } from '../knowledge/index.ts';
import { type Assistant, type AssistantAnswer, KNOWS_NOTHING } from './assistant.ts';
import { passageOf } from './passage.ts';
import { stemsOf } from './question-words.ts';

/** Below it an item only happens to share a word with the question. */
const LEAST_SCORE = 0.1;

/** Items that may answer a question, the best first, without those that only share a word; and the stems they were found by. */
export const lookUp = async (db: Db, question: string, at: Date, limit: number): Promise<{ stems: Stem[]; found: Found[] }> => {
  const stems = stemsOf(question);
  const found = stems.length === 0 ? [] : await searchKnowledge(db, stems, at, limit);
  return { stems, found: found.filter(({ score }) => score >= LEAST_SCORE) };
};

/** The best item, quoted: nothing invented. */
export const quoteOf = ({ stems, found: [best] }: { stems: readonly Stem[]; found: readonly Found[] }): AssistantAnswer =>
  best ? { text: passageOf(best.content, stems), knowledgeIds: [best.id] } : { text: KNOWS_NOTHING, knowledgeIds: [] };

/** Finds the one item that fits best and quotes it: no network, no model. */
export const localAssistant =
  (db: Db): Assistant =>
  async (question, at) =>
    quoteOf(await lookUp(db, question, at, 1));
