import type { AppMessage } from '@endcap/contract/assistant';
import type { CallApi } from './call-api.ts';
import { pathSegment } from './path-segment.ts';

/** Calls the assistant as this phone and does not cache its replies. Throws `PhoneProblem` and `NoAnswer`, as every call does. */
export const createAssistant = (callAsPhone: CallApi) => ({
  openThread: async (): Promise<string> =>
    ((await callAsPhone('/assistant/threads', { method: 'POST' })).body as { threadId: string }).threadId,
  ask: async (threadId: string, text: string): Promise<AppMessage[]> => {
    const { body } = await callAsPhone(`/assistant/threads/${pathSegment(threadId)}/messages`, { method: 'POST', body: { text } });
    return (body as { messages: AppMessage[] }).messages;
  },
});
