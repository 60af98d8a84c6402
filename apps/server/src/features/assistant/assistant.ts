import type { Matches } from './find-matches.ts';

/** An answer and the ids of the knowledge items it is based on; no ids if no item answers the question. */
export type AssistantAnswer = { text: string; knowledgeIds: string[] };

/** Answers a customer's question from the matching knowledge items (APP-12, A-65). */
export type Assistant = (question: string, matches: Matches) => Promise<AssistantAnswer>;

/** The answer when no item matches. */
export const KNOWS_NOTHING = 'Nie mam informacji na ten temat. Zapytaj, proszę, w sklepie albo w dziale obsługi klienta.';
