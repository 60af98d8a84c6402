import { shownText, type ThreadRow, type ThreadSort } from '@endcap/contract/assistant';
import { type Page, toPage } from '@endcap/contract/core';
import { sql } from 'kysely';
import { pageWindow } from '../../platform/db/page-window.ts';
import { foldedContains } from '../../platform/db/search.ts';
import type { DbOf } from '../../tables.ts';

type Db = DbOf<'thread' | 'threadMessage' | 'device'>;

const seconds = (column: string) => sql<number>`floor(extract(epoch from ${sql.ref(column)}))::int`;

type ListQuery = { page: number; pageSize: number; sortField: ThreadSort; filterUserMessages: boolean; threadId: string };

const matching = (db: Db, { filterUserMessages, threadId }: ListQuery) =>
  db
    .selectFrom('thread')
    .$if(filterUserMessages, (found) => found.where('hasUserMessage', '=', true))
    // Made of lower-case letters and digits, so it is stored folded.
    .$if(threadId !== '', (found) => found.where(foldedContains(sql`thread_id`, threadId)));

/** A page of threads; count and first question are taken from the stored messages (ENT-26). */
export const listThreads = async (db: Db, query: ListQuery): Promise<Page<ThreadRow>> => {
  const { total } = await matching(db, query).select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  const window = pageWindow(query, total);
  if (!window) return toPage([], total, query);
  const direction = query.sortField === 'created_at' ? 'asc' : 'desc';
  const opposite = direction === 'asc' ? 'desc' : 'asc';
  // The page first, then the messages of its threads: OFFSET would gather those of all that it skips.
  const found = matching(db, query)
    .select('id as found')
    .orderBy('thread.createdAt', window.fromEnd ? opposite : direction)
    .orderBy('thread.id', window.fromEnd ? opposite : direction)
    .limit(window.limit)
    .offset(window.offset);
  const shown = db
    .selectFrom(found.as('page'))
    .innerJoin('thread', 'thread.id', 'page.found')
    .select(['thread.id', 'threadId', 'userId', 'createdAt']);
  const rows = await db
    .selectFrom(shown.as('shown'))
    .select(['shown.id as _id', 'shown.id', 'shown.threadId', 'shown.userId', seconds('shown.created_at').as('createdSecond')])
    .select([
      sql<number>`(select count(*)::int from thread_message m where m.thread = shown.id)`.as('messageCount'),
      sql<unknown>`(select content from thread_message m where m.thread = shown.id and m.role = 'user' order by seq limit 1)`.as('first'),
    ])
    .orderBy('shown.createdAt', direction)
    .orderBy('shown.id', direction)
    .execute();
  const items = rows.map(({ first, createdSecond, ...row }) => ({ ...row, created_at: createdSecond, firstUserMessage: shownText(first) }));
  return toPage(items, total, query);
};

/** A thread by its id or its threadId. */
export const findThread = (db: Db, id: string) =>
  db
    .selectFrom('thread')
    .where((either) => either.or([either('id', '=', id), either('threadId', '=', id)]))
    .select(['id', 'threadId', 'userId', 'deviceSeq', seconds('created_at').as('createdSecond')])
    .executeTakeFirst();

export const messagesOf = (db: Db, thread: string) =>
  db
    .selectFrom('threadMessage')
    .where('thread', '=', thread)
    .select([sql<string>`seq::text`.as('id'), 'role', 'content', 'knowledgeIds', seconds('created_at').as('createdSecond')])
    .orderBy('threadMessage.seq')
    .execute();
export type StoredMessage = Awaited<ReturnType<typeof messagesOf>>[number];

export const insertThread = async (db: Db, thread: { id: string; threadId: string; deviceSeq: number; createdAt: Date }): Promise<void> => {
  await sql`insert into thread (id, thread_id, device_seq, user_id, created_at)
    select ${thread.id}, ${thread.threadId}, seq, user_id, ${thread.createdAt} from device where seq = ${thread.deviceSeq}`.execute(db);
};

/** A thread of a device, locked, so that its messages stay in order; undefined when it is another's. */
export const lockThread = (db: Db, threadId: string, deviceSeq: number) =>
  db
    .selectFrom('thread')
    .where('threadId', '=', threadId)
    .where('deviceSeq', '=', deviceSeq)
    .select(['id', sql<number>`(select count(*)::int from thread_message m where m.thread = thread.id)`.as('messages')])
    .forUpdate()
    .executeTakeFirst();

export const addMessage = async (
  db: Db,
  message: { thread: string; role: 'user' | 'assistant'; content: unknown[]; knowledgeIds: string[]; createdAt: Date },
): Promise<StoredMessage> => {
  if (message.role === 'user') await db.updateTable('thread').set({ hasUserMessage: true }).where('id', '=', message.thread).execute();
  return db
    .insertInto('threadMessage')
    .values({ ...message, content: JSON.stringify(message.content) })
    .returning([sql<string>`seq::text`.as('id'), 'role', 'content', 'knowledgeIds', seconds('created_at').as('createdSecond')])
    .executeTakeFirstOrThrow();
};
