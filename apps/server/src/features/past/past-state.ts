import type { UnmarkedContent } from '@endcap/contract/content';
import { unnamedOf } from '@endcap/contract/core';
import { popupFields, type PopupDraft } from '@endcap/contract/popups';
import type { SettingsDocument } from '@endcap/contract/settings';
import type { StoreGroupDraft } from '@endcap/contract/store-groups';
import type { KnownStore, StoreDraft } from '@endcap/contract/stores';
import type { Db } from '../../tables.ts';
import { documentOf } from '../settings/index.ts';
import type { PastItems } from './past-items.ts';
import type { ListedItem } from './listed-items.ts';

/** The data of the app API as of an instant. It is shared between callers, so it must not be modified. */
export type PastState = {
  /** All items that were not deleted, published or not, without their texts; unordered. */
  items: readonly ListedItem[];
  /** Reads some of these items with their texts. Later calls return the same, because the history does not change. */
  whole: (db: Db, ids: readonly string[]) => Promise<UnmarkedContent[]>;
  /** Every store that there had been, also deleted ones, with its groups and former groups (D-30), in no order. */
  stores: readonly KnownStore[];
  /** In the order of phones, also those that have nothing to show. */
  popups: readonly (PopupDraft & { _id: string })[];
  settings: SettingsDocument;
};

const storesOf = ({ store, storeGroup }: PastItems): KnownStore[] => {
  const groupsOf = new Map([...store.keys()].map((id) => [id, { groups: [] as string[], formerGroups: [] as string[] }]));
  for (const [id, { fields, deleted }] of [...storeGroup].toSorted(([one], [other]) => (one < other ? -1 : 1)))
    // The history has the fields as they were written.
    for (const member of (fields as StoreGroupDraft).includeStores) groupsOf.get(member)?.[deleted ? 'formerGroups' : 'groups'].push(id);
  return [...store].map(([id, { fields, deleted }]) => {
    const { name, storeNo = null, city, storeType } = fields as StoreDraft;
    return { id, name, storeNo, city, storeType, deleted, groups: [], formerGroups: [], ...groupsOf.get(id) };
  });
};

const unnamedPopup = unnamedOf(popupFields);

const popupsOf = ({ popup }: PastItems, order: readonly string[]): PastState['popups'] =>
  order.flatMap((id) => {
    const item = popup.get(id);
    return item && !item.deleted ? [{ ...unnamedPopup, ...(item.fields as PopupDraft), _id: id }] : [];
  });

/** A state without its texts. `items`: with content as it is listed; `popupOrder`: ids of popups, in the order in which they were made. */
export const pastStateOf = (items: PastItems, popupOrder: readonly string[]): Omit<PastState, 'whole'> => ({
  // States share the rows of items that did not change between them.
  items: [...items.content.values()].flatMap(({ fields, deleted }) => (deleted ? [] : [fields as ListedItem])),
  stores: storesOf(items),
  popups: popupsOf(items, popupOrder),
  settings: documentOf(items.settings.get('settings')?.fields ?? {}),
});
