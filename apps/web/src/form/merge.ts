import { sameValue } from '../lib/same-value.ts';

/** An entry of a list that is edited in place, identified by `id`. */
export type Entry = { id: string } & Record<string, string>;
/** A form: text, yes/no, lists of ids and lists of entries by field. */
export type FormShape = Record<string, string | boolean | string[] | Entry[]>;

export const changedFields = <Form extends FormShape>(before: Form, after: Form): (keyof Form & string)[] =>
  Object.keys(after).filter((field) => !sameValue(before[field], after[field]));

export const isChanged = <Form extends FormShape>(before: Form, after: Form): boolean =>
  before !== after && Object.keys(after).some((field) => !sameValue(before[field], after[field]));

/** Returns a partial form with one field. Unlike a literal with a computed key, it keeps the field's type. */
export const partOf = <Form extends FormShape, Field extends keyof Form>(field: Field, value: Form[Field]): Partial<Form> => {
  const part: Partial<Form> = {};
  part[field] = value;
  return part;
};

export type Merged<Form extends FormShape> = {
  /** Both sides' edits; where both changed a field, mine. */
  form: Form;
  /** Fields that both changed, to different values. */
  conflicts: (keyof Form & string)[];
};

/** Returns true if the ids that both lists contain are in a different order. */
const isMoved = (base: string[], mine: string[]): boolean =>
  !sameValue(
    mine.filter((id) => base.includes(id)),
    base.filter((id) => mine.includes(id)),
  );

/** Merges lists of ids: applies the additions, removals and moves of both sides. If both moved ids, my order wins. */
const mergeIds = (base: string[], mine: string[], theirs: string[]): string[] => {
  const [lead, follow] = isMoved(base, mine) ? [mine, theirs] : [theirs, mine];
  return [...new Set([...lead, ...follow])].filter((id) => !base.includes(id) || (mine.includes(id) && theirs.includes(id)));
};

type Value = FormShape[string] | undefined;
// An empty list matches both types.
const isIds = (value: Value): value is string[] => Array.isArray(value) && value.every((one) => typeof one === 'string');
const isEntries = (value: Value): value is Entry[] => Array.isArray(value) && value.every((one) => typeof one === 'object');

const sameKind = (one: Value, other: Value): boolean =>
  isIds(one) || isEntries(one) ? (isIds(one) && isIds(other)) || (isEntries(one) && isEntries(other)) : typeof one === typeof other;

/**
 * Returns the form with the values of a draft, which an earlier version of this page may have stored. Ignores values of fields that no
 * longer exist or have another type.
 */
export const fitting = <Form extends FormShape>(form: Form, copy: Partial<FormShape>): Form => ({
  ...form,
  ...Object.fromEntries(Object.entries(copy).filter(([field, value]) => Object.hasOwn(form, field) && sameKind(form[field], value))),
});

/** Result for an entry of which both sides changed the same part: both versions, or mine. */
type Both = 'twice' | 'mine';

/** Merges the parts of an entry that either side changed; null if both changed the same part to different values. */
const mergeParts = (before: Entry, mine: Entry, theirs: Entry): Entry | null => {
  const parts = Object.keys(mine).filter((part) => mine[part] !== before[part]);
  if (parts.some((part) => theirs[part] !== before[part] && theirs[part] !== mine[part])) return null;
  return { ...theirs, ...Object.fromEntries(parts.map((part) => [part, mine[part] ?? ''])) };
};

/**
 * Merges lists of entries: applies the additions, changes, removals and moves of both sides. If both changed the same part of an entry,
 * `both` decides: both versions stay, theirs first, so that no text is lost; or only mine stays.
 */
const mergeEntries = (base: Entry[], mine: Entry[], theirs: Entry[], both: Both): Entry[] => {
  const [was, my, their] = [base, mine, theirs].map((list) => new Map(list.map((entry) => [entry.id, entry])));
  const ids = (list: Entry[]): string[] => list.map(({ id }) => id);
  const [lead, follow] = isMoved(ids(base), ids(mine)) ? [mine, theirs] : [theirs, mine];
  const leadIds = new Set(lead.map(({ id }) => id));
  return [...lead, ...follow.filter(({ id }) => !leadIds.has(id))].flatMap(({ id }) => {
    const [before, one, other] = [was?.get(id), my?.get(id), their?.get(id)];
    if (!one || !other) {
      const left = one ?? other;
      // One side lacks the entry: it stays only if the other side added or changed it.
      return left && (!before || !sameValue(left, before)) ? [left] : [];
    }
    if (sameValue(one, other)) return [other];
    const joined = before && mergeParts(before, one, other);
    if (joined) return [joined];
    return both === 'mine' ? [one] : [other, { ...one, id: `${id.slice(0, 32)}mine` }];
  });
};

/** Three-way merge by field: edits of different fields are combined, different edits of the same field are a conflict. */
export const mergeForms = <Form extends FormShape>(base: Form, mine: Form, theirs: Form, both: Both = 'twice'): Merged<Form> => {
  const form: FormShape = { ...theirs };
  const conflicts: string[] = [];
  for (const field of changedFields(base, mine)) {
    const [before, my, their] = [base[field], mine[field], theirs[field]];
    if (my === undefined) continue;
    if (isIds(before) && isIds(my) && isIds(their)) form[field] = mergeIds(before, my, their);
    else if (isEntries(before) && isEntries(my) && isEntries(their)) form[field] = mergeEntries(before, my, their, both);
    else {
      form[field] = my;
      if (!sameValue(before, their) && !sameValue(my, their)) conflicts.push(field);
    }
  }
  // Only fields of the three forms were assigned, each with a value of one of them.
  return { form: form as Form, conflicts };
};

/** Returns the form after a save (`next`) with the edits made since it was sent; in conflicts these edits win. */
export const withTypedSince = <Form extends FormShape>(sent: Form, typed: Form, next: Form): Merged<Form> =>
  mergeForms(sent, typed, next, 'mine');
