import type { assistantRoutes, TriedAnswer } from '@endcap/contract/assistant';
import type { Received } from '@endcap/contract/core';
import type { Database } from '../../tables.ts';
import { withUnsaved } from '../knowledge/index.ts';
import type { Assistant } from './assistant.ts';
import { lookUp } from './look-up.ts';

type Deps = { db: Database; now: () => Date; assistant: Assistant };

/** Answers a question as the assistant would, including an unsaved item from its form. Opens no thread and does not save the item. */
export const tryAssistant =
  ({ db, now, assistant }: Deps) =>
  async ({ question, item }: Received<typeof assistantRoutes.try>['body']): Promise<TriedAnswer> => {
    const at = now();
    const { known, unsavedId } = item
      ? await withUnsaved(db, item, async (trx, id) => ({ known: await lookUp(trx, question, at), unsavedId: id }))
      : { known: await lookUp(db, question, at), unsavedId: null };
    const { text, knowledgeIds } = await assistant(question, known);
    return {
      text,
      unanswered: knowledgeIds.length === 0,
      items: known.found.map(({ id, name, score }) => ({
        id: id === unsavedId && item?.id === null ? null : id,
        name,
        share: Math.min(1, score),
        used: knowledgeIds.includes(id),
      })),
    };
  };
