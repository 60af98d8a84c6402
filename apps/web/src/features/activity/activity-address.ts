import { HISTORY_CURSOR, HistoryFilters } from '@endcap/contract/history';

/** What the address may say; nonsense is as if it were not said. */
export type ActivitySearch = Partial<Record<keyof HistoryFilters | 'before', string | undefined>> & { change?: number | undefined };

/** What is asked of the server: each filter that means something. */
export const askedBy = (search: ActivitySearch): HistoryFilters & { before?: string | undefined } => {
  const filters = Object.entries(HistoryFilters.shape).flatMap(([name, rule]) => {
    const read = rule.safeParse(search[name as keyof HistoryFilters]);
    return read.success && read.data !== undefined ? [[name, read.data] as const] : [];
  });
  const before = search.before !== undefined && HISTORY_CURSOR.test(search.before) ? { before: search.before } : {};
  // Each by its own rule.
  return { ...(Object.fromEntries(filters) as HistoryFilters), ...before };
};
