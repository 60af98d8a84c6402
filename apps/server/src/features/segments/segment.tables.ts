import type { Generated } from 'kysely';

export type SegmentTables = { segment: { name: string; createdAt: Generated<Date>; deletedAt: Date | null } };
