import type { Endpoint, RequestTo } from '@endcap/contract/api';
import { fillPath } from '@endcap/contract/core';

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
