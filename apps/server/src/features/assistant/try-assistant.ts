import type { assistantRoutes, TriedAnswer } from '@endcap/contract/assistant';
import type { Received } from '@endcap/contract/core';
import type { Database } from '../../tables.ts';
import { withUnsaved } from '../knowledge/index.ts';
import type { Assistant } from './assistant.ts';
import { lookUp } from './look-up.ts';

type Deps = { db: Database; now: () => Date; assistant: Assistant };

/** What the assistant would say to a question, with an item as its form holds it; no thread is opened, and the item is not saved. */
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
