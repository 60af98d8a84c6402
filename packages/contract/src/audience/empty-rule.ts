import type { AudienceRule } from './audience.ts';

/** A rule that includes no store. Sends of a single store use it. */
export const emptyAudienceRule: AudienceRule = {
  includeStoreType: '',
  includeStores: [],
  excludeStores: [],
  includeStoreGroups: [],
  excludeStoreGroups: [],
};
