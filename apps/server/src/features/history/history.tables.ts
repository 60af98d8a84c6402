import type { Changes, WrittenAction, WrittenKind } from '@endcap/contract/history';
import type { GeneratedAlways, JSONColumnType } from 'kysely';

export type HistoryTables = {
  history: {
    seq: GeneratedAlways<number>;
    at: GeneratedAlways<Date>;
    actor: string;
    entity: WrittenKind;
    entityId: string;
    action: WrittenAction;
    changes: JSONColumnType<Changes>;
    /** Filled by the database. */
    label: GeneratedAlways<string | null>;
    fields: GeneratedAlways<number>;
  };
  /** Append-only; `covers` and `fingerprints` are the database's to read. */
  historySeal: { no: number; hash: Buffer; at: Date };
};
