import type { FieldCodes, FieldProblemCode } from '@endcap/contract/core';
import { useCallback, useMemo, useState } from 'react';
import type { ProblemField } from './editor-spec.ts';
import { type FormShape, sameValue } from './merge.ts';

/** The earlier one of equal values, so that nothing is drawn for another that says the same. */
const useSame = <T>(value: T): T => {
  const [kept, setKept] = useState(value);
  if (sameValue(kept, value)) return kept;
  setKept(value);
  return value;
};

/** The problems of a form, and which may be shown: of fields that were touched or refused, and all of them once somebody asked for them. */
export const useShownProblems = <Form extends FormShape>(foundNow: FieldCodes) => {
  const found = useSame(foundNow);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [revealed, setRevealed] = useState(false);
  const [refused, setRefused] = useState<FieldCodes>({});
  const problems = useMemo<FieldCodes>(() => ({ ...found, ...refused }), [found, refused]);
  return {
    problems,
    count: Object.keys(problems).length,
    problemOf: (field: ProblemField<Form>): FieldProblemCode | undefined =>
      touched.has(field) || revealed || refused[field] ? problems[field]?.[0] : undefined,
    isTouched: (field: keyof Form & string): boolean => touched.has(field),
    /** The person changed these fields: what the server said of them is past. */
    touch: useCallback((fields: readonly string[]): void => {
      setTouched((before) => (fields.every((field) => before.has(field)) ? before : new Set([...before, ...fields])));
      setRefused((before) =>
        fields.some((field) => field in before)
          ? Object.fromEntries(Object.entries(before).filter(([field]) => !fields.includes(field)))
          : before,
      );
    }, []),
    /** The server found fields at fault. */
    refuse: setRefused,
    reveal: (): void => setRevealed(true),
    /** The form begins anew with what is stored. */
    forget: (): void => {
      setTouched(new Set());
      setRevealed(false);
    },
  };
};
