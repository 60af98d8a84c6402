import { z } from 'zod';
import { Id, route } from '../core/index.ts';
import { Question } from './question.ts';
import { ThreadMessage } from './thread.ts';

/** A thread takes no more messages than this; a new one begins. */
export const MESSAGES_AT_MOST = 1_000;

const AppMessage = ThreadMessage.extend({ knowledgeIds: z.array(Id).optional() });
export type AppMessage = z.infer<typeof AppMessage>;
const params = z.object({ threadId: z.string().regex(/^thread_[a-z0-9]{1,40}$/) });

export const appAssistantRoutes = {
  open: route({
    method: 'POST',
    path: '/app/v1/assistant/threads',
    summary: 'Opens a thread with the assistant',
    access: 'device',
    reply: z.object({ threadId: z.string() }),
    status: 201,
    refuses: ['assistant_disabled'],
  }),
  ask: route({
    method: 'POST',
    path: '/app/v1/assistant/threads/:threadId/messages',
    summary: 'Asks the assistant; answers with the question and the answer, and with the knowledge that it used',
    access: 'device',
    params,
    body: z.object({
      text: Question,
    }),
    reply: z.object({ messages: z.array(AppMessage) }),
    status: 201,
    refuses: ['assistant_disabled', 'conflict'],
  }),
  read: route({
    method: 'GET',
    path: '/app/v1/assistant/threads/:threadId',
    summary: 'A thread of this device with its messages',
    access: 'device',
    params,
    reply: z.object({ threadId: z.string(), created_at: z.number().int(), messages: z.array(AppMessage) }),
  }),
};
