import { type Assistant, type AssistantAnswer, KNOWS_NOTHING } from './assistant.ts';
import type { Matches } from './find-matches.ts';
import { passageOf } from './passage.ts';

/** The best item, quoted: nothing invented. */
export const quoteOf = ({ stems, items: [best] }: Matches): AssistantAnswer =>
  best ? { text: passageOf(best.content, stems), knowledgeIds: [best.id] } : { text: KNOWS_NOTHING, knowledgeIds: [] };

/** Quotes the one item that fits best: no network, no model. */
export const localAssistant: Assistant = async (_question, matches) => quoteOf(matches);
