import { contentFieldNames, contentFields } from '@endcap/contract/content';
import { keysOf, unnamedOf } from '@endcap/contract/core';
import type { Remembered } from '@endcap/contract/history';
import type { stillItemOf } from '../content/index.ts';

/** An item of content without its texts, as rules and lists need it. Texts are most of its size, and few are shown. */
export type ListedItem = Parameters<typeof stillItemOf>[0];
type Listed = Omit<ListedItem, '_id'>;
type ValueOf = <F extends keyof Listed>(field: F) => Listed[F];

/** A literal, because there are a hundred thousand items, and objects built field by field take several times the memory. */
const listedItem = (id: string, valueOf: ValueOf): ListedItem => ({
  _id: id,
  name: valueOf('name'),
  title: valueOf('title'),
  contentType: valueOf('contentType'),
  pinned: valueOf('pinned'),
  includeStoreType: valueOf('includeStoreType'),
  includeStores: valueOf('includeStores'),
  excludeStores: valueOf('excludeStores'),
  includeStoreGroups: valueOf('includeStoreGroups'),
  excludeStoreGroups: valueOf('excludeStoreGroups'),
  segments: valueOf('segments'),
  version: valueOf('version'),
  disabled: valueOf('disabled'),
  publicationStart: valueOf('publicationStart'),
  publicationEnd: valueOf('publicationEnd'),
  validityStart: valueOf('validityStart'),
  tab: valueOf('tab'),
  hiddenOnStart: valueOf('hiddenOnStart'),
  clickableWhenFuture: valueOf('clickableWhenFuture'),
  navigationTab: valueOf('navigationTab'),
});

const { _id, ...listed } = listedItem('', () => null as never);
export const listedFields = keysOf(listed);
export const unlistedFields: readonly string[] = contentFieldNames.filter((field) => !Object.hasOwn(listed, field));
const positions = new Map<string, number>(listedFields.map((field, position) => [field, position]));

export const unnamedContent = unnamedOf(contentFields);

/** Builds a listed item from history fields; missing ones get the defaults. */
export const listedOf = (id: string, fields: Remembered['fields']): ListedItem =>
  listedItem(id, (field) => (fields[field] === undefined ? unnamedContent[field] : fields[field]) as never);

/** Builds a listed item from values in the order of `listedFields`; empty ones get the defaults. */
export const listedFrom = (id: string, values: readonly unknown[]): ListedItem =>
  listedItem(id, (field) => (values[positions.get(field) ?? -1] ?? unnamedContent[field]) as never);
