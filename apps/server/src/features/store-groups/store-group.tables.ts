import type { Generated } from 'kysely';

export type StoreGroupTables = {
  storeGroup: {
    id: string;
    name: string;
    version: Generated<number>;
    createdAt: Generated<Date>;
    createdBy: string | null;
    updatedAt: Generated<Date>;
    updatedBy: string | null;
    deletedAt: Date | null;
  };
  storeGroupMember: { groupId: string; storeId: string };
};
