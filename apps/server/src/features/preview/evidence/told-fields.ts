import { difference } from '@endcap/contract/history';
import type { EvidenceChange } from '@endcap/contract/preview';
import type { AudienceStore } from '@endcap/contract/audience';
import type { WrittenChange } from './evidence.repository.ts';
import { isSeenField } from './seen-fields.ts';

type Field = EvidenceChange['fields'][number];
type Fields = Record<string, unknown>;

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || value === false || (Array.isArray(value) && value.length === 0);
const isNode = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Splits a group of settings into its changed parts, each with its path. */
const parted = ({ field, before, after }: Field): Field[] => {
  if (!isNode(before) || !isNode(after)) return [{ field, before, after }];
  return Object.entries(difference(before, after)).flatMap(([name, pair]) =>
    parted({ field: `${field}.${name}`, before: pair[0], after: pair[1] }),
  );
};

const idLists: ReadonlySet<string> = new Set(['includeStores', 'excludeStores', 'includeStoreGroups', 'excludeStoreGroups']);

/** Reduces a list of ids, which may have thousands, to one store and its groups. Without a store: to removed and added ids. */
const narrowed = ({ field, before, after }: Field, store: AudienceStore | null): Field => {
  const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
  const [left, came] = [new Set(listOf(after)), new Set(listOf(before))];
  const its = store && new Set<unknown>([store.id, ...store.groups, ...store.formerGroups]);
  return {
    field,
    before: listOf(before).filter((id) => (its ? its.has(id) : !left.has(id))),
    after: listOf(after).filter((id) => (its ? its.has(id) : !came.has(id))),
  };
};

/** Returns the fields of a change that customers of a store may notice. Skips fields that were empty and still are. */
export const toldFields = ({ kind, changes }: WrittenChange, store: AudienceStore | null): Field[] =>
  Object.entries(changes)
    .filter(([field, [before, after]]) => isSeenField(kind, field) && !(isEmpty(before) && isEmpty(after)))
    .flatMap(([field, [before, after]]) => parted({ field, before, after }))
    .map((field) => (idLists.has(field.field) ? narrowed(field, store) : field))
    .filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after));
