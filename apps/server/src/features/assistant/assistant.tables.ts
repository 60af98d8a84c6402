import type { ColumnType, Generated } from 'kysely';

export type AssistantTables = {
  /** Calls of the model on each day in Warsaw. */
  assistantModelDay: { day: string; calls: number };
  thread: {
    id: string;
    threadId: string;
    deviceSeq: number | null;
    userId: string | null;
    createdAt: Date;
    hasUserMessage: Generated<boolean>;
  };
  /** Written by the database, in parts. */
  threadCount: { part: number; total: number; asked: number; changes: number; messages: number };
  /** Written by the database: what threads are found by, a row for each message. */
  threadMessageFound: { message: number; thread: string; words: string | null; unanswered: boolean };
  threadMessage: {
    seq: Generated<number>;
    /** Null for messages from before ids existed, which are identified by `seq`. */
    id: string | null;
    thread: string;
    role: 'user' | 'assistant';
    content: ColumnType<unknown[], string, never>;
    knowledgeIds: Generated<string[]>;
    createdAt: Date;
  };
};
