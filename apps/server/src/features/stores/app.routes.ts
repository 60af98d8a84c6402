import { appStoreRoutes } from '@endcap/contract/stores';
import type { AnyHandle } from '../../platform/http/handle.ts';
import type { Database } from '../../tables.ts';
import { listAppStores } from './store.repository.ts';

export const addAppStoreRoutes = (handle: AnyHandle, { db }: { db: Database }): void => {
  handle(appStoreRoutes.list, async ({ query }) => ({ items: await listAppStores(db, query.near, query.limit) }));
};
