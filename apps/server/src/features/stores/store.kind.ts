import { StoreDraft } from '@endcap/contract/stores';
import type { EntityKind } from '../entities/index.ts';
import { findStore, hideStore, insertStore, lockStore, type StoredStore, updateStore } from './store.repository.ts';

/** How stores are written. The same number may occur twice, so nothing needs checking against others. */
export const storeKind: EntityKind<StoreDraft, StoredStore> = {
  name: 'store',
  draft: StoreDraft,
  lock: lockStore,
  read: findStore,
  insert: insertStore,
  update: updateStore,
  remove: hideStore,
};
