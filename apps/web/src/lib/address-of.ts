import type { Endpoint, RequestTo } from '@endcap/contract/api';
import { fillPath } from '@endcap/contract/core';

const queryOf = (query: Record<string, unknown> | undefined): string => {
  const entries = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== '' && value !== null);
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))}`;
};

type Parts = Partial<Record<'params' | 'query', Record<string, unknown>>>;

/** Returns the path and query string of a call to an endpoint. */
export const addressOf = <E extends Endpoint>(endpoint: E, input: RequestTo<E>): string => {
  const { params, query } = input as Parts;
  return fillPath(endpoint.slice(endpoint.indexOf('/')), params) + queryOf(query);
};
