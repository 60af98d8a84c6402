import type { Generated } from 'kysely';

/** Both follow from the history (decision 93). */
export type PastTables = {
  historyKept: { seq: number; after: number; earliest: Date; latest: Date };
  historyState: { entity: string; entityId: string; during: Generated<string>; deleted: boolean; fields: string };
};
