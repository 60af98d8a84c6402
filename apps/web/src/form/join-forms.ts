import type { z } from 'zod';
import { sameValue } from '../lib/same-value.ts';
import { changedFields, type FormShape, type Merged, mergeForms } from './merge.ts';

/** The fields of one form that another one has as well: what is sent of them is the same, however it is spelt. */
const agreed = <Form extends FormShape>(schema: z.ZodType, one: Form, other: Form): string[] => {
  const [its, others] = [one, other].map((form) => schema.safeParse(form).data as FormShape | undefined);
  return its && others ? Object.keys(its).filter((field) => field in other && sameValue(its[field], others[field])) : [];
};

/** A form with some fields of another one. */
export const withFieldsOf = <Form extends FormShape>(form: Form, other: Form, fields: readonly string[]): Form => ({
  ...form,
  ...Object.fromEntries(fields.map((field) => [field, other[field]])),
});

/** Returns the base of a form, with stored values for the fields that an unanswered write of ours has set (ERR-08). */
export const basedOnOwn = <Form extends FormShape>(schema: z.ZodType, base: Form, sent: Form | null, theirs: Form): Form =>
  sent ? withFieldsOf(base, theirs, agreed(schema, sent, theirs)) : base;

const wrongIn = (schema: z.ZodType, form: FormShape): string[] => [
  ...new Set(schema.safeParse(form).error?.issues.map(({ path: [field] }) => String(field))),
];

const isEmptyList = (value: FormShape[string] | undefined): boolean => Array.isArray(value) && value.length === 0;
/** Lists of which each side left something and both together nothing. */
const emptiedIn = (fields: readonly string[], joined: FormShape, mine: FormShape, theirs: FormShape): string[] =>
  fields.filter((field) => isEmptyList(joined[field]) && !isEmptyList(mine[field]) && !isEmptyList(theirs[field]));

/** `isOthers`: something of theirs is in it that is not ours as well. */
type Joined<Form extends FormShape> = Merged<Form> & { isOthers: boolean };

/**
 * Both sides' edits joined by field (A-106). What each may have and both together may not, a list of four that would have five or an end
 * before its start, is asked about as a field that both changed: mine stands until somebody chooses. So is a list that neither emptied, where
 * `emptyIsAll`: no audience widens by itself (D-30). What both mean alike is spelt as theirs.
 */
export const joinForms = <Form extends FormShape>(
  schema: z.ZodType,
  base: Form,
  ours: Form,
  theirs: Form,
  emptyIsAll: readonly string[] = [],
): Joined<Form> => {
  const mine = withFieldsOf(ours, theirs, agreed(schema, ours, theirs));
  const merged = mergeForms(base, mine, theirs);
  const emptied = emptiedIn(emptyIsAll, merged.form, mine, theirs);
  const form = withFieldsOf(merged.form, mine, emptied);
  const conflicts = [...merged.conflicts, ...emptied];
  const isOthers = changedFields(base, theirs).some((field) => !sameValue(mine[field], theirs[field]));
  // Problems of my form alone do not come from the merge.
  const alone = wrongIn(schema, mine);
  const wrong = wrongIn(schema, form).filter((field) => !alone.includes(field));
  const isOpen = (field: string): boolean => !sameValue(mine[field], theirs[field]) && !conflicts.includes(field);
  const open = wrong.filter((field) => field in mine && isOpen(field));
  // A rule of the whole names no field: what is ours gave rise to it.
  const asked = open.length + conflicts.length > 0 || wrong.length === 0 ? open : changedFields(base, mine).filter(isOpen);
  return { form: withFieldsOf(form, mine, asked), conflicts: [...conflicts, ...asked], isOthers };
};
