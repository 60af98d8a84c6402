import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

/** Polling interval in milliseconds while a phone is expected to scan the code. */
const SEEN_AFTER_MS = 2_000;

export const testPhones = {
  /** `waits`: true while a phone is expected to scan the code. */
  all: (waits = false) =>
    queryOptions({
      queryKey: ['testPhones'],
      queryFn: ({ signal }) => call('GET /api/v1/test-phones', {}, { signal }),
      ...(waits && { refetchInterval: SEEN_AFTER_MS }),
    }),
  changed: (client: QueryClient) => client.invalidateQueries({ queryKey: ['testPhones'] }),
};
