import { matcherOf } from '../lib/search.ts';

export type PickItem = {
  id: string;
  label: string;
  detail?: string;
  /** Number by which it is typed or a pasted list names it. */
  number: number | null;
  /** What it is found by, folded. */
  search: string;
};

export type PickState = 'loading' | 'failed' | 'ready';

export const stateOf = (status: 'pending' | 'error' | 'success'): PickState =>
  ({ pending: 'loading', error: 'failed', success: 'ready' } as const)[status];

/** What typed text finds: every word has to occur; the one of exactly this number stands first. */
export const foundItems = (items: readonly PickItem[], typed: string): readonly PickItem[] => {
  const matches = matcherOf(typed);
  const found = items.filter((item) => matches(item.search));
  const exact = /^\s*\d+\s*$/.test(typed) ? found.find((item) => item.number === Number(typed)) : undefined;
  return exact ? [exact, ...found.filter((item) => item !== exact)] : found;
};
