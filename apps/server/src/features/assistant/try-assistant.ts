import type { assistantRoutes, TriedAnswer } from '@endcap/contract/assistant';
import type { Received } from '@endcap/contract/core';
import type { Database } from '../../tables.ts';
import { withUnsaved } from '../knowledge/index.ts';
import type { Assistant } from './assistant.ts';
import { findMatches } from './find-matches.ts';

type Deps = { db: Database; now: () => Date; assistant: Assistant };

/** Answers a question as the assistant would, including an unsaved item from its form. Opens no thread and does not save the item. */
export const tryAssistant =
  ({ db, now, assistant }: Deps) =>
  async ({ question, item }: Received<typeof assistantRoutes.try>['body']): Promise<TriedAnswer> => {
    const at = now();
    const { matches, unsavedId } = item
      ? await withUnsaved(db, item, async (trx, id) => ({ matches: await findMatches(trx, question, at), unsavedId: id }))
      : { matches: await findMatches(db, question, at), unsavedId: null };
    const { text, knowledgeIds } = await assistant(question, matches);
    return {
      text,
      unanswered: knowledgeIds.length === 0,
      items: matches.items.map(({ id, name, score }) => ({
        id: id === unsavedId && item?.id === null ? null : id,
        name,
        share: Math.min(1, score),
        used: knowledgeIds.includes(id),
      })),
    };
  };
