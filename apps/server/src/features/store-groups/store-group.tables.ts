import type { EntityColumns } from '../entities/index.ts';

export type StoreGroupTables = {
  storeGroup: EntityColumns & { name: string };
  storeGroupMember: { groupId: string; storeId: string };
};
