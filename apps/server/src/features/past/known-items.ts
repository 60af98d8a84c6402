import { type UnmarkedContent, contentFields } from '@endcap/contract/content';
import { tableOf, unnamedOf } from '@endcap/contract/core';
import { afterChanges, type ItemStep, type Remembered } from '@endcap/contract/history';
import { popupFields, type PopupDraft } from '@endcap/contract/popups';
import type { SettingsDocument } from '@endcap/contract/settings';
import type { StoreGroupDraft } from '@endcap/contract/store-groups';
import type { KnownStore, StoreDraft } from '@endcap/contract/stores';
import { documentOf } from '../settings/index.ts';

/** Of what phones are answered from. */
export const pastKinds = ['content', 'store', 'storeGroup', 'popup', 'settings'] as const;
export type PastKind = (typeof pastKinds)[number];

type Items = ReadonlyMap<string, Remembered>;
/** What is known of all items, those too that were deleted. */
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

/** What phones are answered from, as it stood at an instant. Others read it as well: it is not to be changed. */
export type PastState = {
  /** Everything that was not deleted, whatever its publication, in no order. */
  items: readonly UnmarkedContent[];
  /** Every store that there had been, also deleted ones, with its groups and former groups (D-30), in no order. */
  stores: readonly KnownStore[];
  /** In the order of phones, those too that have nothing to show. */
  popups: readonly (PopupDraft & { _id: string })[];
  settings: SettingsDocument;
};

const living = (items: Items): [id: string, item: Remembered][] => [...items].filter(([, { deleted }]) => !deleted);

const storesOf = ({ store, storeGroup }: KnownItems): KnownStore[] => {
  const places = new Map([...store.keys()].map((id) => [id, { groups: [] as string[], formerGroups: [] as string[] }]));
  for (const [id, { fields, deleted }] of [...storeGroup].toSorted(([one], [other]) => (one < other ? -1 : 1)))
    // The history has the fields as they were written.
    for (const member of (fields as StoreGroupDraft).includeStores) places.get(member)?.[deleted ? 'formerGroups' : 'groups'].push(id);
  return [...store].map(([id, { fields, deleted }]) => {
    const { name, storeNo = null, city, storeType } = fields as StoreDraft;
    return { id, name, storeNo, city, storeType, deleted, groups: [], formerGroups: [], ...places.get(id) };
  });
};

const unnamed = { popup: unnamedOf(popupFields), content: unnamedOf(contentFields) };

const popupsOf = ({ popup }: KnownItems, order: readonly string[]): PastState['popups'] =>
  order.flatMap((id) => {
    const item = popup.get(id);
    return item && !item.deleted ? [{ ...unnamed.popup, ...(item.fields as PopupDraft), _id: id }] : [];
  });

/** Makes states of what is known; items that nobody touched in between are the same rows in each. */
export const pastStates = () => {
  const rows = new WeakMap<Remembered, UnmarkedContent>();
  const rowOf = ([id, item]: [string, Remembered]): UnmarkedContent => {
    const known = rows.get(item);
    if (known) return known;
    // As above, each field as the wire has it.
    const row = { _id: id, ...unnamed.content, ...item.fields } as UnmarkedContent;
    rows.set(item, row);
    return row;
  };
  /** `popupOrder`: ids of popups, in the order in which they were made. */
  return (known: KnownItems, popupOrder: readonly string[]): PastState => ({
    items: living(known.content).map(rowOf),
    stores: storesOf(known),
    popups: popupsOf(known, popupOrder),
    settings: documentOf(known.settings.get('settings')?.fields ?? {}),
  });
};
