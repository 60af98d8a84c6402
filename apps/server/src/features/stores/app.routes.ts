import { appStoreRoutes } from '@endcap/contract/stores';
import type { Handle } from '../../platform/http/handle.ts';
import type { Database } from '../../tables.ts';
import { listAppStores } from './store.repository.ts';

type AnyHandle = Handle<{ anyone: null; staff: never; admin: never; device: { id: string }; service: never }>;

export const addAppStoreRoutes = (handle: AnyHandle, { db }: { db: Database }): void => {
  handle(appStoreRoutes.list, async ({ query }) => ({ items: await listAppStores(db, query.near, query.limit) }));
};
