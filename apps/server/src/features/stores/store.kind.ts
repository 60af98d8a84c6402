import { StoreDraft } from '@endcap/contract/stores';
import type { EntityKind } from '../entities/index.ts';
import { findStore, lockStore, type StoredStore } from './store.repository.ts';
import { hideStores, insertStores, updateStores } from './write-stores.repository.ts';

/** Rules for writing stores. Store numbers need not be unique, so no check against other stores is needed. */
export const storeKind: EntityKind<StoreDraft, StoredStore> = {
  name: 'store',
  draft: StoreDraft,
  lock: lockStore,
  read: findStore,
  insert: (db, id, draft, mark) => insertStores(db, [{ id, draft }], mark),
  update: (db, id, draft, mark) => updateStores(db, [{ id, draft }], mark),
  insertMany: insertStores,
  updateMany: updateStores,
  remove: hideStores,
};
