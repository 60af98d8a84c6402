import { tableOf } from '@endcap/contract/core';
import { afterChanges, type ItemStep, type Remembered } from '@endcap/contract/history';

/** Kinds of entities that the app API serves. */
export const pastKinds = ['content', 'store', 'storeGroup', 'popup', 'settings'] as const;
export type PastKind = (typeof pastKinds)[number];

type Items = ReadonlyMap<string, Remembered>;
/** All items of a state by kind and id, including deleted ones. */
export type PastItems = Readonly<Record<PastKind, Items>>;
export type PastChange = ItemStep & { entity: PastKind };

export const pastItemsOf = (items: readonly (Remembered & { entity: PastKind; item: string })[]): PastItems => {
  const byKind = tableOf(pastKinds, () => new Map<string, Remembered>());
  for (const { entity, item, fields, deleted } of items) byKind[entity].set(item, { fields, deleted });
  return byKind;
};

/** Applies changes, ordered by their numbers. */
export const itemsAfter = (items: PastItems, changes: readonly PastChange[]): PastItems => {
  const byKind = Map.groupBy(changes, ({ entity }) => entity);
  return tableOf(pastKinds, (kind) => afterChanges(items[kind], byKind.get(kind) ?? []));
};
