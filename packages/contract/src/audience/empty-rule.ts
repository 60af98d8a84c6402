import type { AudienceRule } from './audience.ts';

/** An audience that reaches nobody by itself; sends of one store use it. */
export const emptyAudienceRule: AudienceRule = {
  includeStoreType: '',
  includeStores: [],
  excludeStores: [],
  includeStoreGroups: [],
  excludeStoreGroups: [],
};
