import { contentFieldNames, contentFields } from '@endcap/contract/content';
import { keysOf, unnamedOf } from '@endcap/contract/core';
import type { Remembered } from '@endcap/contract/history';
import type { stillItemOf } from '../content/index.ts';

/** An item of content without its texts, as rules and lists need it. Texts are most of its size, and few are shown. */
export type ListedItem = Parameters<typeof stillItemOf>[0];
type Listed = Omit<ListedItem, '_id'>;
type ValueOf = <F extends keyof Listed>(field: F) => Listed[F];

/** Written out: there are a hundred thousand of them, and objects that are put together field by field take several times the room. */
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
const places = new Map<string, number>(listedFields.map((field, place) => [field, place]));

export const unnamedContent = unnamedOf(contentFields);

/** The history has each field as the wire has it; what it does not name is as unnamed fields are. */
export const listedOf = (id: string, fields: Remembered['fields']): ListedItem =>
  listedItem(id, (field) => (fields[field] === undefined ? unnamedContent[field] : fields[field]) as never);

/** Of values in the order of `listedFields`; empty ones are as unnamed fields are. */
export const listedFrom = (id: string, values: readonly unknown[]): ListedItem =>
  listedItem(id, (field) => (values[places.get(field) ?? -1] ?? unnamedContent[field]) as never);
