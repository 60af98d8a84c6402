import type { FieldCodes, FieldProblemCode } from '@endcap/contract/core';
import { useCallback, useMemo, useState } from 'react';
import type { ProblemField } from './editor-spec.ts';
import type { FormShape } from './merge.ts';
import { useSame } from './use-same.ts';

/** How many fields are filled wrongly and how many are not filled. */
export type ProblemSummary = { wrong: number; missing: number; calm: boolean };

/**
 * The problems of a form, and which may be shown: of fields that were touched or refused, and all of them once somebody asked for them. What
 * was refused of a field that the form `has` no more stands in nobody's way (CONT-FORM-21).
 */
export const useShownProblems = <Form extends FormShape>(foundNow: FieldCodes, has: (field: string) => boolean = () => true) => {
  const found = useSame(foundNow);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [revealed, setRevealed] = useState(false);
  const [everRefused, setRefused] = useState<FieldCodes>({});
  const refused = useSame<FieldCodes>(Object.fromEntries(Object.entries(everRefused).filter(([field]) => has(field))));
  const problems = useMemo<FieldCodes>(() => ({ ...found, ...refused }), [found, refused]);
  const mayShow = (field: string): boolean => touched.has(field) || revealed || field in refused;
  const shown = useSame<FieldCodes>(Object.fromEntries(Object.entries(problems).filter(([field]) => mayShow(field))));
  const wrong = Object.values(problems).filter(([first]) => first !== 'required').length;
  const missing = Object.keys(problems).length - wrong;
  return {
    problems,
    /** Those that are marked on the page. */
    shown,
    count: wrong + missing,
    /** What stands in the way, counted; calm while nothing is marked that the person did not do yet. */
    summary: useSame<ProblemSummary>({ wrong, missing, calm: wrong === 0 && Object.keys(shown).length === 0 }),
    problemOf: (field: ProblemField<Form>): FieldProblemCode | undefined => shown[field]?.[0],
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
