import type { AudienceRule } from '@endcap/contract/audience';
import type { DayEdge } from '@endcap/contract/trading-days';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

const FRESH_MS = 60_000;

export type EdgeDay = { day: string; edge: DayEdge };

/** Number of closed stores in an audience, now or at an instant. Invalidated together with the stores. */
export const opening = (rule: AudienceRule, days: readonly EdgeDay[], at: string | null = null) =>
  queryOptions({
    queryKey: ['stores', 'opening', rule, days, at],
    queryFn: ({ signal }) =>
      call('POST /api/v1/trading-days/opening', { body: { ...rule, days: [...days], ...(at && { at }) } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    // The result is optional, so one retry is enough.
    retry: 1,
  });
