import { STORE_HEADER } from '@endcap/contract/core';
import { session } from './current-session.ts';
import { selectedStore } from './store-selection.ts';

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
