import { tableOf } from '@endcap/contract/core';
import { afterChanges, type ItemStep, type Remembered } from '@endcap/contract/history';

/** Of what phones are answered from. */
export const pastKinds = ['content', 'store', 'storeGroup', 'popup', 'settings'] as const;
export type PastKind = (typeof pastKinds)[number];

type Items = ReadonlyMap<string, Remembered>;
/** All items of a state by kind and id, including deleted ones. */
export type KnownItems = Readonly<Record<PastKind, Items>>;
export type PastChange = ItemStep & { entity: PastKind };

export const knownOf = (items: readonly (Remembered & { entity: PastKind; item: string })[]): KnownItems => {
  const known = tableOf(pastKinds, () => new Map<string, Remembered>());
  for (const { entity, item, fields, deleted } of items) known[entity].set(item, { fields, deleted });
  return known;
};

/** Changes in the order of their numbers. */
export const knownAfter = (known: KnownItems, changes: readonly PastChange[]): KnownItems => {
  const byKind = Map.groupBy(changes, ({ entity }) => entity);
  return tableOf(pastKinds, (kind) => afterChanges(known[kind], byKind.get(kind) ?? []));
};
