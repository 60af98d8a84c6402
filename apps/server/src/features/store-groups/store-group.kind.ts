import { StoreGroupDraft } from '@endcap/contract/store-groups';
import type { EntityKind } from '../entities/index.ts';
import { unknownStores } from '../stores/index.ts';
import {
  findStoreGroup,
  hideStoreGroup,
  insertStoreGroup,
  lockStoreGroup,
  type StoredStoreGroup,
  updateStoreGroup,
} from './store-group.repository.ts';

/** Rules for writing store groups. Stores deleted since may stay in a group; added ones must exist (S07, A-72). */
export const storeGroupKind: EntityKind<StoreGroupDraft, StoredStoreGroup> = {
  name: 'storeGroup',
  draft: StoreGroupDraft,
  lock: lockStoreGroup,
  read: findStoreGroup,
  insert: insertStoreGroup,
  update: updateStoreGroup,
  remove: hideStoreGroup,
  check: async (db, { includeStores }, before) => {
    const existing = new Set(before?.includeStores);
    const added = includeStores.filter((id) => !existing.has(id));
    const unknown = added.length > 0 && (await unknownStores(db, added)).length > 0;
    return unknown ? { includeStores: ['unknown'] } : {};
  },
};
