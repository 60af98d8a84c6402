import { sameValue } from '../lib/same-value.ts';

/** An entry of a list that people edit in place; `id` tells it from the others. */
export type Entry = { id: string } & Record<string, string>;
/** A form: text, yes/no, lists of ids and lists of entries by field. */
export type FormShape = Record<string, string | boolean | string[] | Entry[]>;

export const changedFields = <Form extends FormShape>(before: Form, after: Form): (keyof Form & string)[] =>
  Object.keys(after).filter((field) => !sameValue(before[field], after[field]));

export const isChanged = <Form extends FormShape>(before: Form, after: Form): boolean =>
  before !== after && Object.keys(after).some((field) => !sameValue(before[field], after[field]));

/** A change of one field, with the field's own type: a computed name alone forgets it. */
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

/** Whether what is left of a list stands in another order. */
const isMoved = (base: string[], mine: string[]): boolean =>
  !sameValue(
    mine.filter((id) => base.includes(id)),
    base.filter((id) => mine.includes(id)),
  );

/** Lists of ids: what either side added, removed or moved holds. */
const mergeIds = (base: string[], mine: string[], theirs: string[]): string[] => {
  const [lead, follow] = isMoved(base, mine) ? [mine, theirs] : [theirs, mine];
  return [...new Set([...lead, ...follow])].filter((id) => !base.includes(id) || (mine.includes(id) && theirs.includes(id)));
};

type Value = FormShape[string] | undefined;
// A list without anything in it is either.
const isIds = (value: Value): value is string[] => Array.isArray(value) && value.every((one) => typeof one === 'string');
const isEntries = (value: Value): value is Entry[] => Array.isArray(value) && value.every((one) => typeof one === 'object');

const sameKind = (one: Value, other: Value): boolean =>
  isIds(one) || isEntries(one) ? (isIds(one) && isIds(other)) || (isEntries(one) && isEntries(other)) : typeof one === typeof other;

/** A form with the values of a copy that an earlier version of this page kept: fields that are gone or of another kind by now stay as they are. */
export const fitting = <Form extends FormShape>(form: Form, copy: Partial<FormShape>): Form => ({
  ...form,
  ...Object.fromEntries(Object.entries(copy).filter(([field, value]) => Object.hasOwn(form, field) && sameKind(form[field], value))),
});

/** What becomes of an entry of which both changed the same part. */
type Both = 'twice' | 'mine';

/** An entry with the parts that either side changed; null where both changed the same one. */
const mergeParts = (before: Entry, mine: Entry, theirs: Entry): Entry | null => {
  const parts = Object.keys(mine).filter((part) => mine[part] !== before[part]);
  if (parts.some((part) => theirs[part] !== before[part] && theirs[part] !== mine[part])) return null;
  return { ...theirs, ...Object.fromEntries(parts.map((part) => [part, mine[part] ?? ''])) };
};

/**
 * Lists of entries: what either side added, changed or moved holds. An entry of which both changed the same part stays twice, theirs and
 * then mine, so that nobody's words are lost.
 */
const mergeEntries = (base: Entry[], mine: Entry[], theirs: Entry[], both: Both): Entry[] => {
  const [was, my, their] = [base, mine, theirs].map((list) => new Map(list.map((entry) => [entry.id, entry])));
  const ids = (list: Entry[]): string[] => list.map(({ id }) => id);
  const [lead, follow] = isMoved(ids(base), ids(mine)) ? [mine, theirs] : [theirs, mine];
  const known = new Set(lead.map(({ id }) => id));
  return [...lead, ...follow.filter(({ id }) => !known.has(id))].flatMap(({ id }) => {
    const [before, one, other] = [was?.get(id), my?.get(id), their?.get(id)];
    if (!one || !other) {
      const left = one ?? other;
      // Removed by the other side: it stays only where it is new or was changed meanwhile.
      return left && (!before || !sameValue(left, before)) ? [left] : [];
    }
    if (sameValue(one, other)) return [other];
    const joined = before && mergeParts(before, one, other);
    if (joined) return [joined];
    return both === 'mine' ? [one] : [other, { ...one, id: `${id.slice(0, 32)}mine` }];
  });
};

/** Three-way merge by field: separate edits merge by themselves, the same field is a conflict. */
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

/** What comes in the place of a form that was sent, with what was typed since; where both differ from it, what was typed. */
export const withTypedSince = <Form extends FormShape>(sent: Form, typed: Form, next: Form): Merged<Form> =>
  mergeForms(sent, typed, next, 'mine');
