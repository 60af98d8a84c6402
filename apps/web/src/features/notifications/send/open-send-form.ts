import type { FieldCodes } from '@endcap/contract/core';
import { batch, createAtom } from '@tanstack/react-store';
import { config } from '../../../config.ts';
import { createForm } from '../../../form/form-store.ts';
import { changedFields } from '../../../form/merge.ts';
import type { EditedPlan } from '../plan/use-plan.ts';
import type { Start } from './start-of-sent.ts';
import { emptySendForm, formAfter, formOfPlan, withImplied, type SendForm, sendFormProblems } from './send-form.ts';

/** The send form with its problems. `from`: the notification that a new one starts from. */
export const openSendForm = (plan: EditedPlan | null, from: string | null) => {
  const empty = emptySendForm(new Date());
  const start = plan ? formOfPlan(plan.notification, empty) : empty;
  const form = createForm(
    { form: start, tag: plan?.tag ?? from },
    { judge: (values: SendForm) => sendFormProblems(values, config.appScheme, new Date()) },
  );
  return {
    ...form,
    /** The notification that the form started from, if any. */
    started: createAtom<{ from: string; start: Start } | null>(null),
    /** Applies an edit of the person, together with the fields that depend on it. */
    change: (edit: Partial<SendForm>): void =>
      batch(() => {
        const part = withImplied(form.values.get(), edit, form.isTouched);
        const keepsEnd = plan !== null || form.isTouched('validUntil');
        form.replace(formAfter(form.values.get(), part, { keepsEnd, now: new Date() }));
        form.touch(Object.keys(part));
      }),
    /** Replaces the current input with another form. */
    fillIn: (next: SendForm, tag = form.base.get().tag): void => {
      form.replace(next, { form: start, tag });
      form.touch(changedFields(start, next));
    },
    /** Sets the source that the address names as the tag, which drafts store. */
    beginFrom: (tag: string | null): void => form.replace(form.values.get(), { form: start, tag }),
    /** A problem of the start is shown only where the form has that field. */
    refuse: ({ startsAt, ...fields }: FieldCodes): void =>
      form.refuse({ ...fields, ...(startsAt && form.values.get().isPlanned && { startsAt }) }),
  };
};
export type OpenSendForm = ReturnType<typeof openSendForm>;
