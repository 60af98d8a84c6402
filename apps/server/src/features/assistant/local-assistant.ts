import type { Db } from '../../tables.ts';
import { type Found, searchKnowledge } from '../knowledge/index.ts';
import { type Assistant, KNOWS_NOTHING } from './assistant.ts';
import { passageOf } from './passage.ts';
import { stemsOf } from './question-words.ts';

/** Below it an item only happens to share a word with the question. */
const LEAST_SCORE = 0.1;

/** Items that may answer a question, the best first, without those that only share a word. */
export const candidatesFor = async (db: Db, question: string, at: Date, limit: number): Promise<Found[]> => {
  const stems = stemsOf(question);
  if (stems.length === 0) return [];
  return (await searchKnowledge(db, stems, at, limit)).filter(({ score }) => score >= LEAST_SCORE);
};

/** Finds the one item that fits best and quotes it: no network, no model, nothing invented. */
export const localAssistant =
  (db: Db): Assistant =>
  async (question, at) => {
    const [best] = await candidatesFor(db, question, at, 1);
    return best ? { text: passageOf(best.content, stemsOf(question)), knowledgeIds: [best.id] } : { text: KNOWS_NOTHING, knowledgeIds: [] };
  };
