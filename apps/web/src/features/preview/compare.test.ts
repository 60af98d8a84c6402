import type { AppContent } from '@endcap/contract/content';
import type { Preview } from '@endcap/contract/preview';
import { expect, test } from 'vitest';
import { compare, idsToCompare } from './compare.ts';

// Only the compared fields of a response.
const item = (id: string, facts: Partial<AppContent> = {}) => ({
  _id: id,
  title: id.toUpperCase(),
  contentType: 'leaflet',
  clickable: true,
  ...facts,
});
const shown = (items: object[], facts: Partial<Record<keyof Preview, unknown>> = {}) =>
  ({
    items,
    itemsTotal: items.length,
    popups: [],
    notifications: [],
    settings: {},
    brand: { name: 'Koszyk', logo: null },
    ...facts,
  }) as unknown as Preview;

test('reports items that only one phone shows, and items that changed, moved or differ in being clickable', { tags: ['PREV-05'] }, () => {
  const first = shown([item('a'), item('b'), item('c', { clickable: false }), item('d')], {
    popups: [{ _id: 'p', text: 'Cześć', repeat: 1, remaining: 1 }],
  });
  const second = shown([item('b'), item('d', { title: 'Inny' }), item('c'), item('e')], {
    notifications: [{ _id: 'n', title: 'Push' }],
  });
  expect(compare(first, second).differences).toEqual([
    { kind: 'content', id: 'a', name: 'A', how: 'onlyFirst' },
    { kind: 'content', id: 'e', name: 'E', how: 'onlySecond' },
    { kind: 'content', id: 'c', name: 'C', how: 'clickable' },
    { kind: 'content', id: 'd', name: 'D', how: 'changed' },
    { kind: 'popup', id: 'p', name: 'Cześć', how: 'onlyFirst' },
    { kind: 'notification', id: 'n', name: 'Push', how: 'onlySecond' },
  ]);
  expect(compare(shown([item('a'), item('b')]), shown([item('b'), item('a')])).differences).toEqual([
    { kind: 'content', id: 'b', name: 'B', how: 'moved' },
  ]);
});
test('reports a popup or notification that both phones show as changed only when its text differs', { tags: ['PREV-05'] }, () => {
  const popup = { _id: 'p', text: 'Cześć', repeat: 1, remaining: 1 };
  const push = { _id: 'n', title: 'Truskawki', content: 'Po 9,99 zł' };
  const other = { _id: 'q', text: 'Zawsze', repeat: 1, remaining: 1 };
  const first = shown([], { popups: [popup, other], notifications: [push] });
  const second = shown([], { popups: [{ ...popup, text: 'Dzień dobry' }, other], notifications: [{ ...push, content: 'Po 5 zł' }] });
  expect(compare(first, second).differences).toEqual([
    { kind: 'popup', id: 'p', name: 'Cześć', how: 'changed' },
    { kind: 'notification', id: 'n', name: 'Truskawki', how: 'changed' },
  ]);
  expect(compare(first, first).differences).toEqual([]);
});
test('reports no difference between equal previews, and compares settings separately', { tags: ['PREV-05'] }, () => {
  const one = shown([item('a')]);
  expect(compare(one, one)).toEqual({ differences: [], settingsDiffer: false });
  expect(compare(one, shown([item('a')], { settings: { signatureValid: 'x' } })).settingsDiffer).toBe(true);
});
test('reports different settings when the name or the logo of the brand differs', { tags: ['PREV-05'] }, () => {
  for (const brand of [
    { name: 'Inny', logo: null },
    { name: 'Koszyk', logo: 'https://cdn.example/logo.png' },
  ])
    expect(compare(shown([]), shown([], { brand })).settingsDiffer, JSON.stringify(brand)).toBe(true);
});
test('compares items beyond a truncated response by fetching them for both phones', { tags: ['17.1', 'PREV-05'] }, () => {
  const answers = [item('c', { clickable: false }), item('d'), item('b')];
  const first = shown([item('a'), item('b')], { itemsTotal: 70_000 });
  const second = shown([item('c'), item('d')], { itemsTotal: 70_001 });
  const ids = idsToCompare(first, second);
  expect(ids).toEqual(['a', 'b', 'c', 'd']);
  const itemsOf = (seen: typeof first.items) => seen.filter(({ _id }) => ids?.includes(_id));
  const [one, other] = [shown([item('a'), item('b'), item('c'), item('d'), item('e')]), shown(answers)];
  expect(compare(first, second, [itemsOf(one.items), itemsOf(other.items)]).differences).toEqual([
    { kind: 'content', id: 'a', name: 'A', how: 'onlyFirst' },
    { kind: 'content', id: 'c', name: 'C', how: 'clickable' },
    { kind: 'content', id: 'd', name: 'D', how: 'moved' },
  ]);
  // One truncated response is enough; two complete ones need no further request.
  expect(idsToCompare(first, shown([item('c')]))).toEqual(['a', 'b', 'c']);
  expect(idsToCompare(shown([item('a')]), shown([item('c')]))).toBeNull();
});
