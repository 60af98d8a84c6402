import type { Endpoint, RequestTo } from '@endcap/contract/api';
import { fillPath, STORE_HEADER } from '@endcap/contract/core';
import { session } from './kept-session.ts';
import { selectedStore } from './kept-store.ts';

const queryOf = (query: Record<string, unknown> | undefined): string => {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== '' && value !== null);
  return given.length === 0 ? '' : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
};

type Parts = Partial<Record<'params' | 'query', Record<string, unknown>>>;

/** The path and query at which an endpoint is called with these parts. */
export const addressOf = <E extends Endpoint>(endpoint: E, input: RequestTo<E>): string => {
  const { params, query } = input as Parts;
  return fillPath(endpoint.slice(endpoint.indexOf('/')), params) + queryOf(query);
};

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
