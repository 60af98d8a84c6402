import { matcherOf } from '../lib/search.ts';

export type PickItem = {
  id: string;
  label: string;
  /** Shorter label for the list of selected items; defaults to `label`. */
  chip?: string;
  detail?: string;
  /** Number by which it is typed or a pasted list names it. */
  number: number | null;
  /** Text that a search matches, folded. */
  search: string;
};

export type PickState = 'loading' | 'failed' | 'ready';

export const stateOf = (status: 'pending' | 'error' | 'success'): PickState =>
  ({ pending: 'loading', error: 'failed', success: 'ready' } as const)[status];

/** Returns the items that contain every typed word. An item with exactly the typed number comes first. */
export const matchingItems = (items: readonly PickItem[], typed: string): readonly PickItem[] => {
  const matches = matcherOf(typed);
  const found = items.filter((item) => matches(item.search));
  const exact = /^\s*\d+\s*$/.test(typed) ? found.find((item) => item.number === Number(typed)) : undefined;
  return exact ? [exact, ...found.filter((item) => item !== exact)] : found;
};

export type Chosen = { id: string; name: string; item: PickItem | undefined };

const byName = new Intl.Collator('pl', { numeric: true });

/** Returns the selected items by number and name. Deleted items come last. */
export const chosenItems = (items: readonly PickItem[], value: readonly string[], deletedLabel: string): Chosen[] => {
  const byId = new Map(items.map((item) => [item.id, item]));
  const last = Number.POSITIVE_INFINITY;
  return value
    .map((id) => ({ id, item: byId.get(id) }))
    .map(({ id, item }) => ({ id, item, name: item ? (item.chip ?? item.label) : deletedLabel }))
    .toSorted(
      (a, b) =>
        Number(!a.item) - Number(!b.item) ||
        Math.sign((a.item?.number ?? last) - (b.item?.number ?? last)) ||
        byName.compare(a.name, b.name),
    );
};
