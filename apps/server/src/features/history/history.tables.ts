import type { GeneratedAlways, JSONColumnType } from 'kysely';

export type HistoryTables = {
  history: {
    seq: GeneratedAlways<number>;
    at: GeneratedAlways<Date>;
    actor: string;
    entity: string;
    entityId: string;
    action: 'create' | 'update' | 'delete';
    changes: JSONColumnType<Record<string, [unknown, unknown]>>;
  };
};
