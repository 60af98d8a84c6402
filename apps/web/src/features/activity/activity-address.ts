import { HISTORY_CURSOR, HistoryFilters } from '@endcap/contract/history';

/** Search parameters of the activity page. Invalid values are ignored. */
export type ActivitySearch = Partial<Record<keyof HistoryFilters | 'before', string | undefined>> & { change?: number | undefined };

/** Returns the query for the server, with the valid filters only. */
export const historyQueryOf = (search: ActivitySearch): HistoryFilters & { before?: string | undefined } => {
  const filters = Object.entries(HistoryFilters.shape).flatMap(([name, rule]) => {
    const read = rule.safeParse(search[name as keyof HistoryFilters]);
    return read.success && read.data !== undefined ? [[name, read.data] as const] : [];
  });
  const before = search.before !== undefined && HISTORY_CURSOR.test(search.before) ? { before: search.before } : {};
  // Each filter is validated separately.
  return { ...(Object.fromEntries(filters) as HistoryFilters), ...before };
};
