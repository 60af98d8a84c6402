import type { Changes, WrittenAction, WrittenKind } from '@endcap/contract/history';
import type { ColumnType, GeneratedAlways, JSONColumnType } from 'kysely';

export type HistoryTables = {
  history: {
    seq: GeneratedAlways<number>;
    at: GeneratedAlways<Date>;
    actor: string;
    /** A newer version may have written other kinds and actions. */
    entity: ColumnType<string, WrittenKind, never>;
    entityId: string;
    action: ColumnType<string, WrittenAction, never>;
    changes: JSONColumnType<Changes>;
    /** Filled by the database. */
    label: GeneratedAlways<string | null>;
    fields: GeneratedAlways<number>;
  };
  /** Append-only; `covers` and `fingerprints` are the database's to read. */
  historySeal: { no: number; hash: Buffer; at: Date };
};
