import type { z } from 'zod';
import { sameValue } from '../lib/same-value.ts';
import { changedFields, type FormShape, type Merged, mergeForms } from './merge.ts';

/** Returns the fields that have the same value in both forms once the schema has parsed them, regardless of their spelling. */
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
/** Returns the list fields that are empty after the merge although neither side emptied them. */
const emptiedIn = (fields: readonly string[], joined: FormShape, mine: FormShape, theirs: FormShape): string[] =>
  fields.filter((field) => isEmptyList(joined[field]) && !isEmptyList(mine[field]) && !isEmptyList(theirs[field]));

/** `isOthers`: the result contains a change of theirs that we did not make too. */
type Joined<Form extends FormShape> = Merged<Form> & { isOthers: boolean };

/**
 * Merges both sides' edits by field (A-106). A field is also a conflict, with my value until somebody chooses, if the merge made it
 * invalid (a list that is too long, an end before its start), or emptied a list of `emptyIsAll`, because no audience may widen by itself
 * (D-30). Where both values mean the same, theirs is used.
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
  // A rule of the whole form names no field, so all of my changes are undecided.
  const undecided = open.length + conflicts.length > 0 || wrong.length === 0 ? open : changedFields(base, mine).filter(isOpen);
  return { form: withFieldsOf(form, mine, undecided), conflicts: [...conflicts, ...undecided], isOthers };
};
