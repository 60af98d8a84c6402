import { STORE_HEADER } from '@endcap/contract/core';
import { session } from './kept-session.ts';
import { selectedStore } from './kept-store.ts';

/** The headers of every call: the bearer token, and the selected store if there is one. */
export const callHeaders = (): Record<string, string> => {
  const token = session.get()?.accessToken;
  const storeId = selectedStore.get();
  return {
    accept: 'application/json',
    ...(token && { authorization: `Bearer ${token}` }),
    ...(storeId && { [STORE_HEADER]: storeId }),
  };
};
