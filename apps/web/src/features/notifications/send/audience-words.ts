import type { AudienceRule, IncludeStoreType } from '@endcap/contract/audience';
import { withOther } from '../../../lib/with-other.ts';

type Names = { stores: ReadonlyMap<string, string>; groups: ReadonlyMap<string, string> };
export type AudienceWords = {
  types: Record<Exclude<IncludeStoreType, ''>, string>;
  otherStores: string;
  group: (name: string) => string;
  groups: (count: number) => string;
  store: (name: string) => string;
  stores: (count: number) => string;
  without: (included: string, excluded: string) => string;
  nobody: string;
};

/** Maximum number of stores or groups listed by name; more are counted. */
const NAMED_AT_MOST = 2;

const upperFirst = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

const named = (
  ids: readonly string[],
  names: ReadonlyMap<string, string>,
  one: (name: string) => string,
  many: (count: number) => string,
): string[] => {
  const labels = ids.flatMap((id) => names.get(id) ?? []);
  if (ids.length === 0) return [];
  return labels.length === ids.length && ids.length <= NAMED_AT_MOST ? labels.map(one) : [many(ids.length)];
};

/** Describes a rule in words: "Group Śląsk, without Koszyk Gliwice" (ux 2, 3). */
export const audienceInWords = (rule: AudienceRule, names: Names, words: AudienceWords): string => {
  const { includeStoreType, includeStores, excludeStores, includeStoreGroups, excludeStoreGroups, ...unsaid } = rule;
  // People confirm a send by this text, so leaving out a part of the rule must not compile.
  unsaid satisfies Record<string, never>;
  const both = (stores: readonly string[], groups: readonly string[]): string =>
    [...named(groups, names.groups, words.group, words.groups), ...named(stores, names.stores, words.store, words.stores)].join(', ');
  const type = includeStoreType === '' ? '' : withOther(words.types, includeStoreType, words.otherStores);
  // Named stores have no effect beside "all".
  const included = includeStoreType === 'all' ? type : [type, both(includeStores, includeStoreGroups)].filter(Boolean).join(', ');
  const excluded = both(excludeStores, excludeStoreGroups);
  if (included === '') return upperFirst(words.nobody);
  return upperFirst(excluded === '' ? included : words.without(included, excluded));
};
