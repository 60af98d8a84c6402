import type { EntityColumns } from '../entities/entity.tables.ts';

export type StoreGroupTables = {
  storeGroup: EntityColumns & { name: string };
  storeGroupMember: { groupId: string; storeId: string };
};
