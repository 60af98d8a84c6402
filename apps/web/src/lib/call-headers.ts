import { STORE_HEADER } from '@endcap/contract/core';
import { session } from './kept-session.ts';
import { selectedStore } from './kept-store.ts';

/** What every call says: who asks, and of which store while one is selected. */
export const callHeaders = (): Record<string, string> => {
  const token = session.get()?.accessToken;
  const storeId = selectedStore.get();
  return {
    accept: 'application/json',
    ...(token && { authorization: `Bearer ${token}` }),
    ...(storeId && { [STORE_HEADER]: storeId }),
  };
};
