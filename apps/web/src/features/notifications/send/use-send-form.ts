import type { FieldCodes } from '@endcap/contract/core';
import { isConfirmed } from '@endcap/contract/notifications';
import { useState } from 'react';
import { isChanged } from '../../../frames/merge.ts';
import { useSame } from '../../../frames/use-same.ts';
import { useSelectedStore } from '../../../lib/selected-store.ts';
import { usePerson } from '../../../lib/session.ts';
import type { EditedPlan } from '../plan/use-plan.ts';
import { lostExclusions } from '../audiences/audience-now.ts';
import { audienceOf, toPayload } from './send-form.ts';
import { useEarlierVisit } from './use-earlier-visit.ts';
import { useEstimate } from './use-estimate.ts';
import { useMaySend } from './use-may-send.ts';
import { useTypedForm } from './use-typed-form.ts';

/** The state of the send form, also of a plan that is changed: what is typed and its copy, its problems, the audience's number, and what stands in the way. */
export const useSendForm = (plan: EditedPlan | null = null) => {
  const person = usePerson();
  const storeId = useSelectedStore();
  const typed = useTypedForm(plan);
  const { base, form, shown, change } = typed;
  const [isUploading, setUploading] = useState(false);
  const earlier = useEarlierVisit({ plan, storeId, typed });

  const aimed = person.isAdmin && storeId === null;
  const wanted = useSame(audienceOf(toPayload(form, { storeId, isTest: false })));
  const estimate = useEstimate(storeId, wanted);
  const lost = plan && aimed ? lostExclusions(plan.notification, form, plan.notification) : [];
  const maySend = useMaySend({ plan, storeId, aimed, form, shown, isUploading, estimate });
  return {
    form,
    change,
    /** What is changed, where it is a plan. */
    plan,
    storeId,
    /** Whether an administrator chooses the audience; else it is one store's own. */
    aimed,
    wanted,
    estimate,
    problems: shown.problems,
    summary: shown.summary,
    problemOf: shown.problemOf,
    revealProblems: shown.reveal,
    /** What stands on the field of a start is seen where there is one. */
    refuse: ({ startsAt, ...fields }: FieldCodes): void => shown.refuse({ ...fields, ...(startsAt && form.isPlanned && { startsAt }) }),
    onUploading: setUploading,
    ...maySend,
    /** Exclusions that this change of a plan would take away for good. */
    lost,
    asksFirst:
      form.safety ||
      lost.length > 0 ||
      (estimate.data !== undefined &&
        ((aimed && isConfirmed(estimate.data)) || (plan !== null && !form.isPlanned && !estimate.data.unapproved))),
    dirty: isChanged(base, form),
    ...earlier,
  };
};
export type SendFormState = ReturnType<typeof useSendForm>;
