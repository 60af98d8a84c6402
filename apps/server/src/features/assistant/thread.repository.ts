import { shownText, type ThreadRow, type threadRoutes, type ThreadSort } from '@endcap/contract/assistant';
import { folded } from '@endcap/contract/core';
import { startOfDay } from '@endcap/contract/warsaw-time';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { idsOf, isOneOf, type Order } from '../../platform/db/list-rows.ts';
import type { PageWindow } from '../../platform/db/page-window.ts';
import { begins, foldedContains } from '../../platform/db/search.ts';
import { type DataVersion, UNWRITTEN } from '../../platform/data-version.ts';
import type { DbOf } from '../../tables.ts';
import { isHere } from '../devices/index.ts';

type Db = DbOf<'thread' | 'threadCount' | 'threadMessage' | 'threadMessageFound' | 'device'>;

const seconds = (column: string) => sql<number>`floor(extract(epoch from ${sql.ref(column)}))::int`;

export type ThreadListQuery = z.output<typeof threadRoutes.list.query>;

/** Those with a message that has every word, each by its beginning. No word finds nothing. */
const saying = (text: string): RawBuilder<boolean> => {
  const words = folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  const query = words.map((word) => `${word}:*`).join(' & ');
  return sql<boolean>`thread.id in (select thread from thread_message_found where words @@ to_tsquery('simple', ${query}))`;
};
const unanswered = sql<boolean>`exists (select from thread_message_found f where f.thread = thread.id and f.unanswered)`;

const matching = (db: Db, { filterUserMessages, threadId, text, userId, from, to, ...query }: ThreadListQuery) =>
  db
    .selectFrom('thread')
    .$if(filterUserMessages, (found) => found.where('hasUserMessage', '=', true))
    // Made of lower-case letters and digits, so it is stored folded.
    .$if(threadId !== '', (found) => found.where(foldedContains(sql`thread_id`, threadId)))
    .$if(text !== '', (found) => found.where(saying(text)))
    .$if(userId !== '', (found) => found.where(begins(sql`user_id`, userId)))
    .$if(query.unanswered, (found) => found.where(unanswered))
    .$if(from !== undefined, (found) => found.where(sql<boolean>`thread.created_at >= ${from && startOfDay(from)}::timestamptz`))
    .$if(to !== undefined, (found) => found.where(sql<boolean>`thread.created_at < ${to && startOfDay(to, 1)}::timestamptz`));

/** Number of threads, of threads with a question of a customer, and the version of the thread list. Maintained by the database. */
export type ThreadTotals = DataVersion & { total: number; asked: number; messages: number };

export const threadTotals = async (db: Db): Promise<ThreadTotals> => {
  const { rows } = await sql<ThreadTotals>`/* prepared: thread totals */
    select sum(total)::int as total, sum(asked)::int as asked, sum(changes)::double precision as number,
      sum(messages)::double precision as messages, incarnation() as incarnation from thread_count`.execute(db);
  return rows[0] ?? { ...UNWRITTEN, total: 0, asked: 0, messages: 0 };
};

export const countThreads = async (db: Db, query: ThreadListQuery): Promise<number> =>
  (
    await matching(db, query)
      .select(sql<number>`count(*)::int`.as('total'))
      .executeTakeFirstOrThrow()
  ).total;

const oldest: Order = [sql`thread.created_at, thread.id`, sql`thread.created_at desc, thread.id desc`];
const orders: Record<ThreadSort, Order> = { created_at: oldest, '-created_at': [oldest[1], oldest[0]] };

export const threadIds = (db: Db, query: ThreadListQuery, window: PageWindow): Promise<string[]> =>
  idsOf(db, matching(db, query).select('id'), orders[query.sortField], window);

/** Count and first question are taken from the stored messages (ENT-26). */
export const threadRows = async (db: Db, ids: readonly string[]): Promise<ThreadRow[]> => {
  const rows = await db
    .selectFrom('thread')
    .modifyFront(sql`/* prepared: thread rows */`)
    .where(isOneOf('thread.id', ids))
    .select(['thread.id as _id', 'thread.id', 'thread.threadId', 'thread.userId', seconds('thread.created_at').as('createdSecond')])
    .select([
      sql<number>`(select count(*)::int from thread_message m where m.thread = thread.id)`.as('messageCount'),
      sql<unknown>`(select content from thread_message m where m.thread = thread.id and m.role = 'user' order by seq limit 1)`.as('first'),
      unanswered.as('unanswered'),
    ])
    .execute();
  return rows.map(({ first, createdSecond, ...row }) => ({ ...row, created_at: createdSecond, firstUserMessage: shownText(first) }));
};

/** A thread by its id or its threadId. */
export const findThread = (db: Db, id: string) =>
  db
    .selectFrom('thread')
    .where((either) => either.or([either('id', '=', id), either('threadId', '=', id)]))
    .select(['id', 'threadId', 'userId', 'deviceSeq', seconds('created_at').as('createdSecond')])
    .executeTakeFirst();

const messageColumns = [
  sql<string>`coalesce(id, seq::text)`.as('id'),
  'role',
  'content',
  'knowledgeIds',
  seconds('created_at').as('createdSecond'),
] as const;

export const messagesOf = (db: Db, thread: string) =>
  db
    .selectFrom('threadMessage')
    .where('thread', '=', thread)
    .select(messageColumns)
    .select(sql<boolean>`exists (select from thread_message_found f where f.message = seq and f.unanswered)`.as('unanswered'))
    .orderBy('threadMessage.seq')
    .execute();

/**
 * Opens a thread for the customer of the device. Returns false if the device is gone. Locks the device row, so that a concurrent erasure of
 * the customer also erases the thread.
 */
export const insertThread = async (
  db: Db,
  thread: { id: string; threadId: string; deviceSeq: number; createdAt: Date },
): Promise<boolean> => {
  const { rows } = await sql`insert into thread (id, thread_id, device_seq, user_id, created_at)
    select ${thread.id}, ${thread.threadId}, seq, user_id, ${thread.createdAt} from device where seq = ${thread.deviceSeq} and ${isHere('device')}
    for share returning 1`.execute(db);
  return rows.length > 0;
};

/** Returns a thread of the device and locks it, so that its messages stay in order. Undefined for threads of other devices. */
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
  message: { id: string; thread: string; role: 'user' | 'assistant'; content: unknown[]; knowledgeIds: string[]; createdAt: Date },
) => {
  if (message.role === 'user') await db.updateTable('thread').set({ hasUserMessage: true }).where('id', '=', message.thread).execute();
  return db
    .insertInto('threadMessage')
    .values({ ...message, content: JSON.stringify(message.content) })
    .returning(messageColumns)
    .executeTakeFirstOrThrow();
};
export type StoredMessage = Awaited<ReturnType<typeof addMessage>>;
