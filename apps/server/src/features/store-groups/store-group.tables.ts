import type { Generated } from 'kysely';

export type StoreGroupTables = {
  storeGroup: { id: string; name: string; createdAt: Generated<Date>; updatedAt: Generated<Date>; deletedAt: Date | null };
  storeGroupMember: { groupId: string; storeId: string };
};
