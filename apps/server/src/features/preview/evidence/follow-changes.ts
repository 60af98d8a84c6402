import type { AudienceStore } from '@endcap/contract/audience';
import { audienceFactsOf, contentFields, viewerStateOf } from '@endcap/contract/content';
import { unnamedOf } from '@endcap/contract/core';
import { afterChanges, type Remembered } from '@endcap/contract/history';
import type { EvidenceChange } from '@endcap/contract/preview';
import type { PastState } from '../../past/index.ts';
import { isForVersion } from '../../popups/index.ts';
import type { PreviewViewer } from '../show-to.ts';
import type { WrittenChange } from './evidence.repository.ts';
import { toldFields } from './told-fields.ts';

type ItemMap = Map<string, Remembered>;
type Fields = EvidenceChange['fields'];
type Items = PastState['items'];

const itemMapOf = (items: readonly { _id: string }[]): ItemMap =>
  new Map(items.map((item) => [item._id, { fields: item, deleted: false }]));

/** Returns the fields of an item; null if it is unknown or deleted. */
const livingOf = (item: Remembered | undefined): Remembered['fields'] | null => (item && !item.deleted ? item.fields : null);

/** Applies a change to the current items. Returns the fields of its item before and after it. */
const applyChange = (current: ItemMap, change: WrittenChange) => {
  const { item } = change;
  const before = current.get(item);
  const after = afterChanges(new Map(before && [[item, before]]), [change]).get(item);
  if (after) current.set(item, after);
  return [livingOf(before), livingOf(after)] as const;
};

const unnamed = unnamedOf(contentFields);

/** Applies a change of a group to the store. A deleted group that contained the store still excludes it (D-30). */
const inGroup = (store: AudienceStore, { action, item, changes }: WrittenChange): AudienceStore => {
  const groups = store.groups.filter((id) => id !== item);
  if (action === 'delete') return store.groups.includes(item) ? { ...store, groups, formerGroups: [...store.formerGroups, item] } : store;
  const members = changes['includeStores']?.[1];
  if (!Array.isArray(members)) return store;
  return members.includes(store.id) ? { ...store, groups: [...groups, item] } : { ...store, groups };
};

/**
 * Follows the changes from an instant on, oldest first, and returns for each the fields that this customer may have noticed (PREV-08).
 * Those are fields of items that were meant for them before or after the change, and published at some time until the end. Null: none.
 */
export const followChanges = ({ items, popups }: PastState, viewer: PreviewViewer, until: number) => {
  const current = { content: itemMapOf(items), popup: itemMapOf(popups) };
  let store: AudienceStore | null = viewer.store;

  const isContentMeant = (fields: Remembered['fields'] | null): boolean => {
    if (fields === null) return false;
    // The history of an item that was created outside Endcap may lack fields.
    const facts = audienceFactsOf({ ...unnamed, ...fields } as Items[number]);
    const begins = facts.publicationStart ?? Number.NEGATIVE_INFINITY;
    const ends = facts.publicationEnd ?? Number.POSITIVE_INFINITY;
    return Number(begins) <= until && Number(ends) >= viewer.at && viewerStateOf(facts, { ...viewer, store }) !== null;
  };
  const isPopupMeant = (fields: Remembered['fields'] | null): boolean =>
    fields !== null && fields['text'] !== null && isForVersion({ version: String(fields['version'] ?? '') }, viewer.appVersion);

  const isMeant = { content: isContentMeant, popup: isPopupMeant };
  const ofItem = (kind: 'content' | 'popup', change: WrittenChange): Fields | null =>
    applyChange(current[kind], change).some(isMeant[kind]) ? toldFields(change, store) : null;
  const ofGroup = (change: WrittenChange): Fields | null => {
    const before = store;
    if (!before) return null;
    store = inGroup(before, change);
    const [was, is] = [before.groups.includes(change.item), store.groups.includes(change.item)];
    return was === is ? null : [{ field: 'includeStores', before: was ? [before.id] : [], after: is ? [before.id] : [] }];
  };
  const ofStore = (change: WrittenChange): Fields | null => {
    const fields = toldFields(change, store);
    const type = change.changes['storeType']?.[1];
    if (store && change.action === 'delete') store = { ...store, deleted: true };
    else if (store && type) store = { ...store, storeType: type as AudienceStore['storeType'] };
    return fields;
  };

  return (change: WrittenChange): Fields | null => {
    switch (change.kind) {
      case 'content':
      case 'popup':
        return ofItem(change.kind, change);
      case 'storeGroup':
        return ofGroup(change);
      case 'store':
        return ofStore(change);
      default:
        return toldFields(change, store);
    }
  };
};
