import { contentFields, type UnmarkedContent } from '@endcap/contract/content';
import { unnamedOf } from '@endcap/contract/core';
import { expect, test } from 'vitest';
import { createInterner } from '../../platform/intern.ts';
import { feedItemOf, isSame, sharedOf } from './feed-item.ts';
import { stillItemOf } from './still-feed.ts';

const app = { base: 'https://app.example', appScheme: 'endcap://' };
/** A regional item, as it was just read. */
const anItem = (facts: Partial<UnmarkedContent> = {}): UnmarkedContent =>
  ({
    ...unnamedOf(contentFields),
    _id: 'c',
    contentType: 'leaflet',
    includeStoreType: '',
    includeStores: ['s1', 's2'],
    excludeStores: ['s3'],
    includeStoreGroups: ['g1'],
    segments: ['a'],
    ...facts,
  }) as UnmarkedContent;

test('items that are aimed alike have the same lists, and not each its own', { tags: ['17.3'] }, () => {
  const { share } = createInterner();
  const items = [
    feedItemOf(anItem(), app, share),
    feedItemOf(anItem({ _id: 'd', excludeStores: ['s4'] }), app, share),
    stillItemOf(anItem({ _id: 'e' }), share),
  ];
  const [first, second, third] = items.map(sharedOf);
  expect(first).toEqual([['s1', 's2'], ['s3'], ['g1'], [], ['a']]);
  expect(first?.map((list, n) => list === second?.[n])).toEqual([true, false, true, true, true]);
  expect(first?.map((list, n) => list === third?.[n])).toEqual([true, true, true, true, true]);
});

test('an item that is read again is the same, and with another rule it is not', { tags: ['17.3'] }, () => {
  const { share } = createInterner();
  const item = feedItemOf(anItem(), app, share);
  expect(isSame(item, feedItemOf(anItem(), app, share))).toBe(true);
  // Also where what it shared was forgotten meanwhile.
  expect(isSame(item, feedItemOf(anItem(), app, createInterner().share))).toBe(true);
  for (const facts of [{ includeStores: ['s2', 's1'] }, { segments: [] }, { publicationEnd: '2026-12-01T07:00:00.000Z' }])
    expect(isSame(item, feedItemOf(anItem(facts), app, share))).toBe(false);
});
