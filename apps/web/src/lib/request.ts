import { fillPath, STORE_HEADER } from '@endcap/contract/core';
import { session } from './kept-session.ts';
import { selectedStore } from './kept-store.ts';

const queryOf = (query: Record<string, unknown> | undefined): string => {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== '' && value !== null);
  return given.length === 0 ? '' : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
};

/** Where a route is called with these parts. */
export const addressOf = (path: string, params?: Record<string, unknown>, query?: Record<string, unknown>): string =>
  fillPath(path, params) + queryOf(query);

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
