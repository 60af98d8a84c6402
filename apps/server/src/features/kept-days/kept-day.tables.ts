import type { EntityColumns } from '../entities/entity.tables.ts';

/** `day` is a day of Warsaw; without groups it is every store's. */
export type KeptDayTables = { keptDay: EntityColumns & { day: string; storeGroups: string[] | null; reason: string | null } };
