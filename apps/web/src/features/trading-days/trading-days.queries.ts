import type { AudienceRule } from '@endcap/contract/audience';
import { type DayEdge, tradingDayRoutes } from '@endcap/contract/trading-days';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../lib/api.ts';

/** So long nothing is asked while somebody types. */
const ASK_AFTER_MS = 400;
const FRESH_MS = 60_000;

export type EdgeDay = { day: string; edge: DayEdge };

/** How many stores of an audience are closed; read again with the stores. */
export const opening = (rule: AudienceRule, days: readonly EdgeDay[]) =>
  queryOptions({
    queryKey: ['stores', 'opening', rule, days],
    queryFn: ({ signal }) => call(tradingDayRoutes.opening, { body: { ...rule, days: [...days] } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    // What it says may be missing; nobody waits for it.
    retry: 1,
  });

/** A question once it has stood still for a moment. */
export const useSettled = <T>(question: T): T => {
  const [settled, setSettled] = useState(question);
  const key = JSON.stringify(question);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(key) as T), ASK_AFTER_MS);
    return () => clearTimeout(timer);
  }, [key]);
  return settled;
};
