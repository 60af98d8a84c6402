import { appStoreRoutes } from '@endcap/contract/stores';
import type { AppHandle } from '../../callers.ts';
import type { AppStores } from './stores-for-phones.ts';

/**
 * Serves stores to phones. The opening state is valid for a moment: requests within it share one answer, which clients must not cache
 * (decision 97).
 */
export const addAppStoreRoutes = (handle: AppHandle, { stores }: { stores: AppStores }): void => {
  handle(appStoreRoutes.list, async ({ query, reply }) => reply.type('application/json; charset=utf-8').send(await stores.answer(query)));
};
