import { z } from 'zod';
import { Id, route } from '../core/index.ts';
import { KnowledgeDraft } from '../knowledge/index.ts';
import { Question } from './question.ts';

/** An item as it is in its form; without an id it is new. */
const UnsavedKnowledge = KnowledgeDraft.pick({ name: true, description: true, content: true }).extend({
  id: Id.nullable().default(null),
});

/** A question of staff, and the item that counts as if it were saved. */
const TriedQuestion = z.object({ question: Question, item: UnsavedKnowledge.nullable().default(null) });

export const TriedAnswer = z.object({
  text: z.string(),
  /** True if the assistant found no knowledge for the question. */
  unanswered: z.boolean(),
  /** Matching knowledge items, best match first. */
  items: z.array(
    z.object({
      /** Null: the new item. */
      id: Id.nullable(),
      name: z.string(),
      /** Share of the question that the item covers, from 0 to 1. */
      share: z.number(),
      /** True if the answer is based on this item. */
      used: z.boolean(),
    }),
  ),
});
export type TriedAnswer = z.infer<typeof TriedAnswer>;

export const assistantRoutes = {
  try: route({
    method: 'POST',
    path: '/api/v1/assistant/try',
    summary: 'What the assistant would answer, and out of which knowledge, also with an item that is not saved yet; nothing is written',
    access: 'admin',
    rights: 'remembered',
    body: TriedQuestion,
    reply: TriedAnswer,
    refuses: ['too_many_requests'],
  }),
};
