import { useMemo, useState } from 'react';
import { config } from '../../../config.ts';
import { changedFields } from '../../../frames/merge.ts';
import { useShownProblems } from '../../../frames/use-shown-problems.ts';
import { useLatest } from '../../../lib/drawn-for.ts';
import type { EditedPlan } from '../plan/use-plan.ts';
import { emptySendForm, formOfPlan, type SendForm } from './send-form.ts';
import { sendFormProblems } from './send-problems.ts';
import { formAfter, partOf } from './typed-change.ts';

/** What is typed, and what is wrong with it. */
export const useTypedForm = (plan: EditedPlan | null) => {
  const [openedAt] = useState(() => new Date());
  const [base] = useState(() => (plan ? formOfPlan(plan.notification, emptySendForm(openedAt)) : emptySendForm(openedAt)));
  const [form, setForm] = useState(base);
  const found = useMemo(() => sendFormProblems(form, config.appScheme, openedAt), [form, openedAt]);
  const shown = useShownProblems<SendForm>(found);
  return {
    base,
    form,
    shown,
    change: useLatest((given: Partial<SendForm>): void => {
      const part = partOf(form, given, shown.isTouched);
      const keepsEnd = plan !== null || shown.isTouched('validUntil');
      setForm((now) => formAfter(now, part, { keepsEnd, now: openedAt }));
      shown.touch(Object.keys(part));
    }),
    /** Another form takes the place of what is typed. */
    replace: (next: SendForm): void => {
      setForm(next);
      shown.touch(changedFields(base, next));
    },
  };
};
