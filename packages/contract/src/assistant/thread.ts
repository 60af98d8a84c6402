import { z } from 'zod';
import { code, CutSearchText, Id, page, PageNumber, pageSize, route, singleLine } from '../core/index.ts';
import { Day } from '../warsaw-time/index.ts';
import { DEFAULT_THREAD_SORT, threadSorts } from './thread-sorts.ts';

/** §9 */
export const THREAD_PAGE_SIZE = 10;

/** The content of a message as Endcap writes it. Readers must accept other items as well. */
export const TextContent = z.object({ type: z.literal('text'), text: z.object({ value: z.string(), annotations: z.array(z.unknown()) }) });
export const textContent = (value: string): z.infer<typeof TextContent> => ({ type: 'text', text: { value, annotations: [] } });

/** The text of a message, or null for "No content": an empty list, or a first item that is no text (A-57, THR-VIEW-10). */
export const shownText = (content: unknown): string | null => {
  const first = Array.isArray(content) ? TextContent.safeParse(content[0]) : null;
  return first?.success && first.data.text.value.trim() !== '' ? first.data.text.value : null;
};

const roles = ['user', 'assistant'] as const;
/** ENT-21; `created_at` in seconds since 1970 (API-GEN-12). */
export const ThreadMessage = z.object({
  id: z.string(),
  created_at: z.number().int(),
  role: z.enum(roles),
  content: z.array(z.unknown()),
});
export type ThreadMessage = z.infer<typeof ThreadMessage>;

const facts = {
  id: Id,
  /** Public, `thread_…`. */
  threadId: z.string(),
  created_at: z.number().int(),
  userId: z.string().nullable(),
  messageCount: z.number().int(),
  firstUserMessage: z.string().nullable(),
};
export const ThreadRow = z.object({
  _id: Id,
  ...facts,
  /** True if the assistant found no knowledge for one of the questions. */
  unanswered: z.boolean(),
});
export type ThreadRow = z.infer<typeof ThreadRow>;
/** ENT-20, with the knowledge that answers used. */
export const Thread = z.object({
  ...facts,
  messages: z.array(
    ThreadMessage.extend({
      knowledge: z.array(z.object({ id: Id, name: z.string(), deleted: z.boolean() })),
      /** True if the assistant answered without knowledge. */
      unanswered: z.boolean(),
    }),
  ),
});
export type Thread = z.infer<typeof Thread>;

const base = '/api/v1/assistant/threads';
export const threadRoutes = {
  list: route({
    method: 'GET',
    path: base,
    summary: 'Threads, the newest first unless sorted otherwise',
    access: 'admin',
    query: z.object({
      page: PageNumber,
      pageSize: pageSize(THREAD_PAGE_SIZE),
      sortField: z.enum(threadSorts, code('unknown')).default(DEFAULT_THREAD_SORT),
      /** true leaves out threads in which no customer wrote. */
      filterUserMessages: z.stringbool().default(false),
      /** a part of the thread id. */
      threadId: singleLine.default(''),
      /** Prefixes of words that must all occur in one message. Case and diacritics are ignored. */
      text: CutSearchText,
      /** The beginning of the customer's id. */
      userId: CutSearchText,
      /** The first and the last day on which a thread was opened, in Warsaw. */
      from: Day.optional(),
      to: Day.optional(),
      /** True keeps only threads with a question for which the assistant found no knowledge. */
      unanswered: z.stringbool().default(false),
    }),
    reply: page(ThreadRow),
  }),
  details: route({
    method: 'GET',
    path: `${base}/:id`,
    //
    summary: 'A thread with its messages, the oldest first; by its id or its threadId',
    access: 'admin',
    params: z.object({ id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/) }),
    reply: Thread,
  }),
};
