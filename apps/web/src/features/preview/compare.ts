import type { AppContent } from '@endcap/contract/content';
import type { Preview } from '@endcap/contract/preview';
import { isCut } from './is-cut.ts';

/** A difference between two phones: present on one of them only, or present on both but different. */
export type Difference = {
  kind: 'content' | 'popup' | 'notification';
  id: string;
  name: string;
  how: 'onlyFirst' | 'onlySecond' | 'clickable' | 'changed' | 'moved';
};
export type Comparison = { differences: Difference[]; settingsDiffer: boolean };

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
const nameOf = ({ title, contentType }: AppContent): string => title ?? contentType;

/** Returns true if both versions are equal, apart from fields that depend on the viewer. Those are compared separately. */
const hasSameText = (one: AppContent, other: AppContent): boolean =>
  isSame({ ...one, clickable: null, storeDependent: null }, { ...other, clickable: null, storeDependent: null });
const howOf = (one: AppContent, other: AppContent): Difference['how'] | null => {
  if (!hasSameText(one, other)) return 'changed';
  return one.clickable === other.clickable ? null : 'clickable';
};

type Named = { _id: string };
type Lists<Item> = readonly [readonly Item[], readonly Item[]];
/** Comparison of one kind of item: its name, and the difference of an item that both phones show. */
type Kind<Item> = { kind: Difference['kind']; name: (item: Item) => string; how: (one: Item, other: Item) => Difference['how'] | null };

/** Returns the items that only one list has, then those that differ between the lists. */
const differencesOf = <Item extends Named>([first, second]: Lists<Item>, { kind, name, how }: Kind<Item>): Difference[] => {
  const others = new Map(second.map((item) => [item._id, item]));
  const firstIds = new Set(first.map(({ _id }) => _id));
  const tell = (item: Item, is: Difference['how']): Difference => ({ kind, id: item._id, name: name(item), how: is });
  const both = first.flatMap((item): Difference[] => {
    const other = others.get(item._id);
    const is = other ? how(item, other) : null;
    return is ? [tell(item, is)] : [];
  });
  return [
    ...first.filter(({ _id }) => !others.has(_id)).map((item) => tell(item, 'onlyFirst')),
    ...second.filter(({ _id }) => !firstIds.has(_id)).map((item) => tell(item, 'onlySecond')),
    ...both,
  ];
};

/** Returns ids of common items that the second list places before an item which precedes them in the first. */
const movedIn = (first: readonly AppContent[], second: readonly AppContent[]): Set<string> => {
  const indexInSecond = new Map(second.map(({ _id }, at) => [_id, at]));
  const common = first.filter(({ _id }) => indexInSecond.has(_id));
  let furthest = -1;
  const moved = new Set<string>();
  for (const { _id } of common) {
    const at = indexInSecond.get(_id) ?? 0;
    if (at < furthest) moved.add(_id);
    else furthest = at;
  }
  return moved;
};

const changed = (one: unknown, other: unknown): Difference['how'] | null => (isSame(one, other) ? null : 'changed');

/**
 * Returns the ids to fetch for both phones before the comparison. An item missing from a truncated response may still be visible on that
 * phone. Null if both responses are complete.
 */
export const idsToCompare = (first: Preview, second: Preview): string[] | null =>
  isCut(first) || isCut(second) ? [...new Set([...first.items, ...second.items].map(({ _id }) => _id))] : null;

/** Compares two viewers or two instants (PREV-05). `items`: what each phone shows of `idsToCompare`, if it returned any. */
export const compare = (first: Preview, second: Preview, items: Lists<AppContent> = [first.items, second.items]): Comparison => {
  const moved = movedIn(...items);
  const ofContent = (one: AppContent, other: AppContent): Difference['how'] | null =>
    howOf(one, other) ?? (moved.has(one._id) ? 'moved' : null);
  return {
    differences: [
      ...differencesOf(items, { kind: 'content', name: nameOf, how: ofContent }),
      ...differencesOf([first.popups, second.popups], { kind: 'popup', name: ({ text }) => text, how: changed }),
      ...differencesOf([first.notifications, second.notifications], { kind: 'notification', name: ({ title }) => title, how: changed }),
    ],
    settingsDiffer: !isSame([first.settings, first.brand], [second.settings, second.brand]),
  };
};
