import { appStoreRoutes } from '@endcap/contract/stores';
import type { AppHandle } from '../../callers.ts';
import type { Database } from '../../tables.ts';
import { listAppStores } from './store.repository.ts';

export const addAppStoreRoutes = (handle: AppHandle, { db }: { db: Database }): void => {
  handle(appStoreRoutes.list, async ({ query }) => ({ items: await listAppStores(db, query.near, query.limit) }));
};
