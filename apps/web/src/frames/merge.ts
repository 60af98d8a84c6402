/** A form: text, yes/no and lists of ids by field. */
export type FormShape = Record<string, string | boolean | string[]>;

export const sameValue = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
export const changedFields = <Form extends FormShape>(before: Form, after: Form): (keyof Form & string)[] =>
  Object.keys(after).filter((field) => !sameValue(before[field], after[field]));

export type Merged<Form extends FormShape> = {
  /** Both sides' edits; where both changed a field, mine. */
  form: Form;
  /** Fields that both changed, to different values. */
  conflicts: (keyof Form & string)[];
};

/** A list of ids is a set: what either side added or removed holds. */
const mergeIds = (base: string[], mine: string[], theirs: string[]): string[] => [
  ...theirs.filter((id) => mine.includes(id) || !base.includes(id)),
  ...mine.filter((id) => !theirs.includes(id) && !base.includes(id)),
];

/** Three-way merge by field: separate edits merge by themselves, the same field is a conflict. */
export const mergeForms = <Form extends FormShape>(base: Form, mine: Form, theirs: Form): Merged<Form> => {
  const form: FormShape = { ...theirs };
  const conflicts: string[] = [];
  for (const field of changedFields(base, mine)) {
    const [before, my, their] = [base[field], mine[field], theirs[field]];
    if (my === undefined) continue;
    if (Array.isArray(before) && Array.isArray(my) && Array.isArray(their)) form[field] = mergeIds(before, my, their);
    else {
      form[field] = my;
      if (!sameValue(before, their) && !sameValue(my, their)) conflicts.push(field);
    }
  }
  // Only fields of the three forms were assigned, each with a value of one of them.
  return { form: form as Form, conflicts };
};
