import type { Known } from './look-up.ts';

/** An answer and the ids of the knowledge items it is based on; no ids if no item answers the question. */
export type AssistantAnswer = { text: string; knowledgeIds: string[] };

/** Answers one question of a customer out of what is known of it (APP-12, A-65). */
export type Assistant = (question: string, known: Known) => Promise<AssistantAnswer>;

/** Said when no item answers. */
export const KNOWS_NOTHING = 'Nie mam informacji na ten temat. Zapytaj, proszę, w sklepie albo w dziale obsługi klienta.';
