import { storeGroupRoutes } from '@endcap/contract/store-groups';
import type { Database } from '../../tables.ts';
import type { AdminHandle } from '../session/index.ts';
import { listStoreGroups } from './store-group.repository.ts';

export { groupNames, unknownGroups } from './store-group.repository.ts';

export const addStoreGroupRoutes = (handle: AdminHandle, { db }: { db: Database }): void => {
  handle(storeGroupRoutes.list, ({ query }) => listStoreGroups(db, query));
};
