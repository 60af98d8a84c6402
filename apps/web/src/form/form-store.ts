import type { FieldCodes, FieldProblemCode } from '@endcap/contract/core';
import { type Atom, batch, createAtom, type ReadonlyAtom, shallow, useSelector } from '@tanstack/react-store';
import { useState } from 'react';
import { sameValue } from '../lib/same-value.ts';
import { type FormShape, isChanged } from './merge.ts';

/** State that a form started from. `tag`: the revision of the stored item, or the source of a new one. */
export type FormBase<Form> = { form: Form; tag: string | null };

/** Numbers of invalid and of missing fields. `calm`: no field is invalid, and no problem is shown yet. */
export type ProblemSummary = { wrong: number; missing: number; calm: boolean };

type FormRules<Form> = {
  /** Returns the problems of a form by field. */
  judge: (form: Form) => FieldCodes;
  /** Returns true if a form has a field, for fields that depend on another field. */
  has?: (form: Form, field: string) => boolean;
};

const summaryOf = (problems: FieldCodes, shown: FieldCodes): ProblemSummary => {
  const wrong = Object.values(problems).filter(([first]) => first !== 'required').length;
  return { wrong, missing: Object.keys(problems).length - wrong, calm: wrong === 0 && Object.keys(shown).length === 0 };
};

const only = (codes: FieldCodes, wanted: (field: string) => boolean): FieldCodes =>
  Object.fromEntries(Object.entries(codes).filter(([field]) => wanted(field)));

type Atoms<Form> = { [Field in keyof Form]: Atom<Form[Field]> };
// Converts the fields of a form to atoms and back.
const atomsOf = <Form extends FormShape>(form: Form) =>
  Object.fromEntries(Object.entries(form).map(([name, value]) => [name, createAtom(value)])) as unknown as Atoms<Form>;
const formOf = <Form extends FormShape, Field extends keyof Form>(
  names: readonly Field[],
  fields: { readonly [Name in Field]: ReadonlyAtom<Form[Name]> },
) => Object.fromEntries(names.map((name) => [name, fields[name].get()])) as unknown as Pick<Form, Field>;

/**
 * A form being edited: its base, its current values and their problems. A component that reads a part of it with `useSelector` is
 * rendered again only when that part changes.
 *
 * A problem is shown for a field that was touched or that the server rejected, and for every field after `reveal`.
 */
export const createForm = <Form extends FormShape, Base extends FormBase<Form>>(
  start: Base,
  { judge, has = () => true }: FormRules<Form>,
) => {
  const base = createAtom(start);
  const names = Object.keys(start.form) as (keyof Form & string)[];
  // One atom per field, so that a change notifies only the readers of that field.
  const fields = atomsOf(start.form);
  const values = createAtom(() => formOf(names, fields));
  const touched = createAtom<ReadonlySet<string>>(new Set<string>());
  const isRevealed = createAtom(false);
  const allServerProblems = createAtom<FieldCodes>({});
  const uploads = createAtom(0);
  const formProblems = createAtom(() => judge(values.get()));
  // Ignore a server problem of a field that the form no longer has (CONT-FORM-21).
  const serverProblems = createAtom(() => only(allServerProblems.get(), (field) => has(values.get(), field)), { compare: sameValue });
  const problems = createAtom((): FieldCodes => ({ ...formProblems.get(), ...serverProblems.get() }), { compare: sameValue });
  const shown = createAtom(
    () => only(problems.get(), (field) => touched.get().has(field) || isRevealed.get() || field in serverProblems.get()),
    {
      compare: sameValue,
    },
  );

  /** Marks fields as changed by the person, and clears their server problems. */
  const touch = (fields: readonly string[]): void => {
    touched.set((before) => (fields.every((field) => before.has(field)) ? before : new Set([...before, ...fields])));
    allServerProblems.set((before) =>
      fields.some((field) => field in before) ? only(before, (field) => !fields.includes(field)) : before,
    );
  };
  const set = (part: Partial<Form>): void => {
    for (const name of names) if (name in part) fields[name].set(() => part[name] as Form[typeof name]);
  };
  return {
    base: base as ReadonlyAtom<Base>,
    /** The atoms of the single fields; `values` combines them. */
    fields: fields as { readonly [Field in keyof Form]: ReadonlyAtom<Form[Field]> },
    values,
    problems,
    /** The problems shown on the page. */
    shown,
    /** Numbers of problems. */
    summary: createAtom(() => summaryOf(problems.get(), shown.get()), { compare: sameValue }),
    /** True if the values differ from those that the form started from. */
    dirty: createAtom(() => isChanged(base.get().form, values.get())),
    /** Number of uploads in progress; saving and sending wait for all of them. */
    uploads: uploads as ReadonlyAtom<number>,
    /** Counts an upload that starts (true) or ends (false). */
    onBusy: (begins: boolean): void => uploads.set((before) => before + (begins ? 1 : -1)),
    isTouched: (field: keyof Form & string): boolean => touched.get().has(field),
    /** Applies an edit of the person. */
    change: (part: Partial<Form>): void =>
      batch(() => {
        set(part);
        touch(Object.keys(part));
      }),
    touch,
    /** Resets fields to given values and hides their problems until the person changes them. */
    begin: (part: Partial<Form>): void =>
      batch(() => {
        set(part);
        touched.set((before) => new Set([...before].filter((field) => !(field in part))));
      }),
    /** Replaces the values and, if given, the base. */
    replace: (next: Form, from: Base = base.get()): void =>
      batch(() => {
        base.set(from);
        set(next);
      }),
    /** Sets the problems of fields that the server rejected. */
    refuse: (codes: FieldCodes): void => allServerProblems.set(codes),
    /** Shows the problems of all fields. */
    reveal: (): void => isRevealed.set(true),
    /** Resets touched fields and shown problems, when the form starts over from the stored values. */
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

/** Selects from the values of a form; results are compared shallowly. */
export const useValues = <Form extends FormShape, Needed>({ values }: Values<Form>, needed: (form: Form) => Needed): Needed =>
  useSelector(values, needed, { compare: shallow });

/** Selects from some fields of a form, always the same ones. Changes of other fields cause no work. */
export const usePart = <Form extends FormShape, Field extends keyof Form, Needed>(
  { fields }: Fields<Form>,
  wanted: readonly Field[],
  needed: (part: Pick<Form, Field>) => Needed,
): Needed => {
  const [atom] = useState(() => createAtom(() => formOf<Form, Field>(wanted, fields)));
  return useSelector(atom, needed, { compare: shallow });
};

/** Some fields of a form, always the same ones, as a form of their own. */
export const useFields = <Form extends FormShape, Field extends keyof Form>(
  form: Fields<Form>,
  wanted: readonly Field[],
): Pick<Form, Field> => usePart(form, wanted, (part) => part);

/** The code of a problem with a field, or with one entry of its list, once it may be shown. */
export const useProblem = ({ shown }: Shown, field: string): FieldProblemCode | undefined =>
  useSelector(shown, (codes) => codes[field]?.[0]);
