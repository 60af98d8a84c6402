import { appStoreRoutes } from '@endcap/contract/stores';
import type { AppHandle } from '../../callers.ts';
import type { AppStores } from './stores-for-phones.ts';

/** Whether a store is open holds for a moment: all who ask in it are told the same, and nobody may keep it (decision 97). */
export const addAppStoreRoutes = (handle: AppHandle, { stores }: { stores: AppStores }): void => {
  handle(appStoreRoutes.list, async ({ query, reply }) => reply.type('application/json; charset=utf-8').send(await stores.answer(query)));
};
