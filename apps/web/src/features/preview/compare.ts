import type { AppContent } from '@endcap/contract/content';
import type { Preview } from '@endcap/contract/preview';

/** What is another on one of two phones: only on the first, only on the second, or on both and not the same. */
export type Difference = {
  kind: 'content' | 'popup' | 'notification';
  id: string;
  name: string;
  how: 'onlyFirst' | 'onlySecond' | 'clickable' | 'changed' | 'moved';
};
export type Comparison = { differences: Difference[]; settingsDiffer: boolean };

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
const nameOf = ({ title, contentType }: AppContent): string => title ?? contentType;

/** Whether both have the same text; what depends on who asks is told apart. */
const hasSameText = (one: AppContent, other: AppContent): boolean =>
  isSame({ ...one, clickable: null, storeDependent: null }, { ...other, clickable: null, storeDependent: null });
const howOf = (one: AppContent, other: AppContent): Difference['how'] | null => {
  if (!hasSameText(one, other)) return 'changed';
  return one.clickable === other.clickable ? null : 'clickable';
};

type Named = { _id: string };
/** What only one of two lists has. */
const onlyIn = <Item extends Named>(
  kind: Difference['kind'],
  [first, second]: readonly [readonly Item[], readonly Item[]],
  name: (item: Item) => string,
): Difference[] => {
  const has = (list: readonly Item[], id: string): boolean => list.some(({ _id }) => _id === id);
  const only = (list: readonly Item[], other: readonly Item[], how: Difference['how']): Difference[] =>
    list.filter(({ _id }) => !has(other, _id)).map((item) => ({ kind, id: item._id, name: name(item), how }));
  return [...only(first, second, 'onlyFirst'), ...only(second, first, 'onlySecond')];
};

/** Items of both that stand in another order: those that another one of both overtook. */
const movedIn = (first: readonly AppContent[], second: readonly AppContent[]): Set<string> => {
  const place = new Map(second.map(({ _id }, at) => [_id, at]));
  const common = first.filter(({ _id }) => place.has(_id));
  let furthest = -1;
  const moved = new Set<string>();
  for (const { _id } of common) {
    const at = place.get(_id) ?? 0;
    if (at < furthest) moved.add(_id);
    else furthest = at;
  }
  return moved;
};

/** PREV-05: what differs between two viewers or two instants. */
export const compare = (first: Preview, second: Preview): Comparison => {
  const others = new Map(second.items.map((item) => [item._id, item]));
  const moved = movedIn(first.items, second.items);
  const both = first.items.flatMap((item): Difference[] => {
    const other = others.get(item._id);
    const how = other && (howOf(item, other) ?? (moved.has(item._id) ? 'moved' : null));
    return how ? [{ kind: 'content', id: item._id, name: nameOf(item), how }] : [];
  });
  return {
    differences: [
      ...onlyIn('content', [first.items, second.items], nameOf),
      ...both,
      ...onlyIn('popup', [first.popups, second.popups], ({ text }) => text),
      ...onlyIn('notification', [first.notifications, second.notifications], ({ title }) => title),
    ],
    settingsDiffer: !isSame([first.settings, first.brand], [second.settings, second.brand]),
  };
};
