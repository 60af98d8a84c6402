import { readInstant } from '@endcap/contract/warsaw-time';

/** Filters of the list of threads, as in its address. Empty filters are left out. */
export type ThreadFilters = {
  threadId?: string | undefined;
  text?: string | undefined;
  userId?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  unanswered?: true | undefined;
};

const filterNames = ['threadId', 'text', 'userId', 'from', 'to'] as const;

/** Trims the texts and drops empty filters. */
export const tidied = (typed: ThreadFilters): ThreadFilters => ({
  ...Object.fromEntries(filterNames.map((name) => [name, typed[name]?.trim()]).filter(([, text]) => text)),
  ...(typed.unanswered && { unanswered: true }),
});

/** Matches a day `YYYY-MM-DD` that exists. */
export const isDay = (text: string): boolean => text.length === 10 && readInstant(text) !== null;

/** Returns the valid filters of an address. Dates that do not exist are ignored (NAV-34). */
export const meantBy = (search: ThreadFilters): ThreadFilters => {
  const { from = '', to = '' } = search;
  return tidied({ ...search, from: isDay(from) ? from : undefined, to: isDay(to) ? to : undefined });
};

/** Number of active filters. */
export const countOf = (filters: ThreadFilters): number => Object.keys(tidied(filters)).length;

export const isNarrowed = (filters: ThreadFilters): boolean => countOf(filters) > 0;
