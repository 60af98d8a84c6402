import type { FieldCodes, FieldProblemCode } from '@endcap/contract/core';
import { type Atom, batch, createAtom, type ReadonlyAtom, shallow, useSelector } from '@tanstack/react-store';
import { useState } from 'react';
import { sameValue } from '../lib/same-value.ts';
import { type FormShape, isChanged } from './merge.ts';

/** What a form was made from: the form of what is stored, and the revision of that or what a new item begins with. */
export type FormBase<Form> = { form: Form; tag: string | null };

/** How many fields are filled wrongly and how many are not filled; calm while nothing is marked that the person did not do yet. */
export type ProblemSummary = { wrong: number; missing: number; calm: boolean };

type FormRules<Form> = {
  /** What is wrong with a form, by field. */
  judge: (form: Form) => FieldCodes;
  /** Whether a form has a field, where that depends on another one. */
  has?: (form: Form, field: string) => boolean;
};

const summaryOf = (problems: FieldCodes, shown: FieldCodes): ProblemSummary => {
  const wrong = Object.values(problems).filter(([first]) => first !== 'required').length;
  return { wrong, missing: Object.keys(problems).length - wrong, calm: wrong === 0 && Object.keys(shown).length === 0 };
};

const only = (codes: FieldCodes, wanted: (field: string) => boolean): FieldCodes =>
  Object.fromEntries(Object.entries(codes).filter(([field]) => wanted(field)));

type Atoms<Form> = { [Field in keyof Form]: Atom<Form[Field]> };
// Every field of a form becomes an atom, and every atom a field again.
const atomsOf = <Form extends FormShape>(form: Form) =>
  Object.fromEntries(Object.entries(form).map(([name, value]) => [name, createAtom(value)])) as unknown as Atoms<Form>;
const formOf = <Form extends FormShape, Field extends keyof Form>(
  names: readonly Field[],
  fields: { readonly [Name in Field]: ReadonlyAtom<Form[Name]> },
) => Object.fromEntries(names.map((name) => [name, fields[name].get()])) as unknown as Pick<Form, Field>;

/**
 * A form that is being filled in: what it was made from, what it holds now, and what is wrong with that. Whoever reads a part of it with
 * `useSelector` is drawn again when that part changes, and nothing else is.
 *
 * A problem is shown for a field that was changed or that the server refused, and for all of them once somebody asked.
 */
export const createForm = <Form extends FormShape, Base extends FormBase<Form>>(
  start: Base,
  { judge, has = () => true }: FormRules<Form>,
) => {
  const base = createAtom(start);
  const names = Object.keys(start.form) as (keyof Form & string)[];
  // A field that changes wakes those who read it, and nobody who reads another one.
  const fields = atomsOf(start.form);
  const values = createAtom(() => formOf(names, fields));
  const touched = createAtom<ReadonlySet<string>>(new Set<string>());
  const isRevealed = createAtom(false);
  const everRefused = createAtom<FieldCodes>({});
  const uploads = createAtom(0);
  const found = createAtom(() => judge(values.get()));
  // A refusal of a field that the form no longer has is ignored (CONT-FORM-21).
  const refused = createAtom(() => only(everRefused.get(), (field) => has(values.get(), field)), { compare: sameValue });
  const problems = createAtom((): FieldCodes => ({ ...found.get(), ...refused.get() }), { compare: sameValue });
  const shown = createAtom(() => only(problems.get(), (field) => touched.get().has(field) || isRevealed.get() || field in refused.get()), {
    compare: sameValue,
  });

  /** The person changed these fields, which takes back what the server refused of them. */
  const touch = (fields: readonly string[]): void => {
    touched.set((before) => (fields.every((field) => before.has(field)) ? before : new Set([...before, ...fields])));
    everRefused.set((before) => (fields.some((field) => field in before) ? only(before, (field) => !fields.includes(field)) : before));
  };
  const set = (part: Partial<Form>): void => {
    for (const name of names) if (name in part) fields[name].set(() => part[name] as Form[typeof name]);
  };
  return {
    base: base as ReadonlyAtom<Base>,
    /** Its fields one by one, and all of them. */
    fields: fields as { readonly [Field in keyof Form]: ReadonlyAtom<Form[Field]> },
    values,
    problems,
    /** Those that are marked on the page. */
    shown,
    /** What stands in the way, counted. */
    summary: createAtom(() => summaryOf(problems.get(), shown.get()), { compare: sameValue }),
    /** Whether it says something else than what it was made from. */
    dirty: createAtom(() => isChanged(base.get().form, values.get())),
    /** How many uploads are under way; saving and sending wait for all of them. */
    uploads: uploads as ReadonlyAtom<number>,
    /** An upload begins (true) or ends (false). */
    onBusy: (begins: boolean): void => uploads.set((before) => before + (begins ? 1 : -1)),
    isTouched: (field: keyof Form & string): boolean => touched.get().has(field),
    /** The person changed a part of it. */
    change: (part: Partial<Form>): void =>
      batch(() => {
        set(part);
        touch(Object.keys(part));
      }),
    touch,
    /** Another form takes the place of what it holds, and, where given, of what it was made from. */
    replace: (next: Form, from: Base = base.get()): void =>
      batch(() => {
        base.set(from);
        set(next);
      }),
    /** The server found fields at fault. */
    refuse: (codes: FieldCodes): void => everRefused.set(codes),
    /** Every problem may be shown. */
    reveal: (): void => isRevealed.set(true),
    /** The form begins anew with what is stored. */
    forget: (): void =>
      batch(() => {
        touched.set(new Set<string>());
        isRevealed.set(false);
      }),
  };
};
export type FormStore<Form extends FormShape, Base extends FormBase<Form> = FormBase<Form>> = ReturnType<typeof createForm<Form, Base>>;

type Fields<Form extends FormShape> = Pick<FormStore<Form>, 'fields'>;
type Values<Form extends FormShape> = Pick<FormStore<Form>, 'values'>;
type Shown = { shown: ReadonlyAtom<FieldCodes> };

/** The value of one field. */
export const useValue = <Form extends FormShape, Field extends keyof Form>({ fields }: Fields<Form>, field: Field): Form[Field] =>
  useSelector(fields[field]);

/** What somebody needs of a form's values; compared part by part. */
export const useValues = <Form extends FormShape, Needed>({ values }: Values<Form>, needed: (form: Form) => Needed): Needed =>
  useSelector(values, needed, { compare: shallow });

/** Some fields of a form, the same ones for good, as a form of their own. */
export const useFields = <Form extends FormShape, Field extends keyof Form>(
  { fields }: Fields<Form>,
  wanted: readonly Field[],
): Pick<Form, Field> => {
  const [atom] = useState(() => createAtom(() => formOf<Form, Field>(wanted, fields)));
  return useSelector(atom);
};

/** The code of a problem with a field, or with one entry of its list, once it may be shown. */
export const useProblem = ({ shown }: Shown, field: string): FieldProblemCode | undefined =>
  useSelector(shown, (codes) => codes[field]?.[0]);
