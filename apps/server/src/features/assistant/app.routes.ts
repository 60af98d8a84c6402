import { type AppMessage, appAssistantRoutes, MESSAGES_AT_MOST, textContent } from '@endcap/contract/assistant';
import { Problem } from '@endcap/contract/core';
import type { AppHandle } from '../../callers.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { refuseUntil } from '../../platform/http/rate-limit.ts';
import { newId } from '../../platform/ids.ts';
import type { Database, Db } from '../../tables.ts';
import type { Assistant } from './assistant.ts';
import { findMatches } from './find-matches.ts';
import type { TakeQuestion } from './question-limits.ts';
import { addMessage, findThread, insertThread, lockThread, messagesOf, type StoredMessage } from './thread.repository.ts';

type Deps = { db: Database; now: () => Date; assistant: Assistant; isEnabled: () => Promise<boolean>; takeQuestion: TakeQuestion };

const toApp = ({ id, role, content, createdSecond, knowledgeIds }: StoredMessage): AppMessage => ({
  id,
  role,
  content,
  created_at: createdSecond,
  ...(role === 'assistant' && { knowledgeIds }),
});

export const addAppAssistantRoutes = (handle: AppHandle, { db, now, assistant, isEnabled, takeQuestion }: Deps): void => {
  const refuseDisabled = async (): Promise<void> => {
    if (!(await isEnabled())) throw new Problem('assistant_disabled', 'The assistant is switched off');
  };
  const locked = async (trx: Db, threadId: string, deviceSeq: number) => {
    const thread = await lockThread(trx, threadId, deviceSeq);
    if (!thread) throw new Problem('not_found');
    if (thread.messages + 2 > MESSAGES_AT_MOST) throw new Problem('conflict', 'The thread is full, open a new one');
    return thread;
  };
  handle(appAssistantRoutes.open, async ({ actor }) => {
    await refuseDisabled();
    const threadId = `thread_${newId()}`;
    const thread = { id: newId(), threadId, deviceSeq: actor.seq, createdAt: now() };
    if (!(await insertThread(db, thread))) throw new Problem('unauthenticated');
    return { threadId };
  });
  handle(appAssistantRoutes.ask, async ({ actor, request, reply, params: { threadId }, body: { text } }) => {
    await refuseDisabled();
    refuseUntil(takeQuestion(actor.id, request), reply);
    // Check the permission first. The answer takes long, so no transaction is open while it is written.
    await inTransaction(db, (trx) => locked(trx, threadId, actor.seq));
    const askedAt = now();
    const answer = await assistant(text, await findMatches(db, text, askedAt));
    const messages = await inTransaction(db, async (trx) => {
      const { id: thread } = await locked(trx, threadId, actor.seq);
      return [
        await addMessage(trx, { id: newId(), thread, role: 'user', content: [textContent(text)], knowledgeIds: [], createdAt: askedAt }),
        await addMessage(trx, {
          id: newId(),
          thread,
          role: 'assistant',
          content: [textContent(answer.text)],
          knowledgeIds: answer.knowledgeIds,
          createdAt: now(),
        }),
      ];
    });
    return { messages: messages.map(toApp) };
  });
  handle(appAssistantRoutes.read, async ({ actor, params: { threadId } }) => {
    const thread = await findThread(db, threadId);
    if (!thread || thread.deviceSeq !== actor.seq) throw new Problem('not_found');
    return { threadId, created_at: thread.createdSecond, messages: (await messagesOf(db, thread.id)).map(toApp) };
  });
};
