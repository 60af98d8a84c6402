import type { ColumnType, Generated } from 'kysely';

export type AssistantTables = {
  thread: {
    id: string;
    threadId: string;
    deviceSeq: number | null;
    userId: string | null;
    createdAt: Date;
    hasUserMessage: Generated<boolean>;
  };
  threadMessage: {
    seq: Generated<number>;
    thread: string;
    role: 'user' | 'assistant';
    content: ColumnType<unknown[], string, never>;
    knowledgeIds: Generated<string[]>;
    createdAt: Date;
  };
};
