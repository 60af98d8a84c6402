import { assistantRoutes, shownText, threadRoutes } from '@endcap/contract/assistant';
import { Problem } from '@endcap/contract/core';
import type { AdminHandle } from '../../callers.ts';
import { createLimit, refuseUntil } from '../../platform/http/rate-limit.ts';
import type { Database } from '../../tables.ts';
import { knowledgeNames } from '../knowledge/index.ts';
import type { Lists } from '../../platform/lists/lists.ts';
import type { Assistant } from './assistant.ts';
import { threadList } from './thread-list.ts';
import { findThread, messagesOf } from './thread.repository.ts';
import { tryAssistant } from './try-assistant.ts';

/** A try may cost a call of the model, as a customer's question does. */
const TRIES_A_MINUTE = 30;
const MINUTE_MS = 60_000;

type Deps = { db: Database; now: () => Date; lists: Lists; assistant: Assistant };

export const addAssistantRoutes = (handle: AdminHandle, { db, now, lists, assistant }: Deps): void => {
  const answer = tryAssistant({ db, now, assistant });
  const tries = createLimit({ max: TRIES_A_MINUTE, windowMs: MINUTE_MS, now });
  handle(assistantRoutes.try, async ({ actor, reply, body }) => {
    refuseUntil(tries.take(actor.id), reply);
    return answer(body);
  });
  const list = lists(threadList(db));
  handle(threadRoutes.list, ({ query, actor }) => list(query, actor.id));
  handle(threadRoutes.details, async ({ params }) => {
    const thread = await findThread(db, params.id);
    if (!thread) throw new Problem('not_found');
    const messages = await messagesOf(db, thread.id);
    const names = await knowledgeNames(db, [...new Set(messages.flatMap(({ knowledgeIds }) => knowledgeIds))]);
    return {
      id: thread.id,
      threadId: thread.threadId,
      userId: thread.userId,
      created_at: thread.createdSecond,
      messageCount: messages.length,
      firstUserMessage: shownText(messages.find(({ role }) => role === 'user')?.content),
      messages: messages.map(({ createdSecond, knowledgeIds, ...message }) => ({
        ...message,
        created_at: createdSecond,
        knowledge: knowledgeIds.map((id) => ({ id, ...(names.get(id) ?? { name: id, deleted: true }) })),
      })),
    };
  });
};
