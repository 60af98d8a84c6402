import { namesCovered } from '@endcap/contract/audience';
import { type SendForm, startOf, usualEnd } from './send-form.ts';

type Part = Partial<SendForm>;

/** What a change of fields means: who names a store or a group means those alone, unless the person chose the type (D-41). */
export const partOf = (form: SendForm, given: Part, isTouched: (field: keyof SendForm) => boolean): Part =>
  given.includeStoreType === undefined && !isTouched('includeStoreType') && namesCovered(form, given)
    ? { ...given, includeStoreType: '' }
    : given;

/**
 * The form with a part changed. It is valid as long as any other, from when it starts, unless the person said until when (`keepsEnd`).
 * `now`: when what is not planned starts.
 */
export const formAfter = (form: SendForm, part: Part, { keepsEnd, now }: { keepsEnd: boolean; now: Date }): SendForm => {
  const next = { ...form, ...part };
  const startsElse = 'startsAt' in part || 'isPlanned' in part;
  return startsElse && !keepsEnd ? { ...next, validUntil: usualEnd(startOf(next) ?? now) } : next;
};
