import type { z } from 'zod';
import { changedFields, type FormShape, type Merged, mergeForms, sameValue } from './merge.ts';

/**
 * Both sides' edits joined by field (A-106). What each may have and both together may not, a list of four that would have five or an end
 * before its start, is asked about as a field that both changed: mine stands until somebody chooses.
 */
export const joinForms = <Form extends FormShape>(schema: z.ZodType, base: Form, mine: Form, theirs: Form): Merged<Form> => {
  const { form, conflicts } = mergeForms(base, mine, theirs);
  const { error } = schema.safeParse(form);
  if (!error) return { form, conflicts };
  const isOpen = (field: string): boolean => !sameValue(mine[field], theirs[field]) && !conflicts.includes(field);
  const named = [...new Set(error.issues.map(({ path: [field] }) => String(field)))].filter((field) => field in mine);
  const open = named.filter(isOpen);
  // A rule of the whole names no field: what is ours gave rise to it.
  const asked = open.length + conflicts.length > 0 ? open : changedFields(base, mine).filter(isOpen);
  return { form: { ...form, ...Object.fromEntries(asked.map((field) => [field, mine[field]])) }, conflicts: [...conflicts, ...asked] };
};
