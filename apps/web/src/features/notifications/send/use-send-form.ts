import type { FieldCodes } from '@endcap/contract/core';
import { isConfirmed } from '@endcap/contract/notifications';
import { useLocation, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { changedFields, isChanged } from '../../../frames/merge.ts';
import { useDraft } from '../../../frames/use-draft.ts';
import { useSame } from '../../../frames/use-same.ts';
import { useSelectedStore } from '../../../lib/selected-store.ts';
import { usePerson } from '../../../lib/session.ts';
import type { EditedPlan } from '../plan/use-plan.ts';
import { audienceOf, restoredForm, type SendForm, startOf, toPayload } from './send-form.ts';
import { useBlocked } from './use-blocked.ts';
import { useEstimate } from './use-estimate.ts';
import { useRefusedQuiet } from './use-refused-quiet.ts';
import { useSentAsStart } from './use-sent-as-start.ts';
import { useSentBefore } from './use-sent-before.ts';
import { useTypedForm } from './use-typed-form.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Back from a test's details: the form is as it was. */
    resumesDraft?: boolean;
  }
}

/** The state of the send form, also of a plan that is changed: what is typed and its copy, its problems, the audience's number, and what stands in the way. */
export const useSendForm = (plan: EditedPlan | null = null) => {
  const person = usePerson();
  const storeId = useSelectedStore();
  const resumed = useLocation({ select: ({ state }) => state.resumesDraft === true });
  const { base, form, shown, change, replace } = useTypedForm(plan);
  const [uploading, setUploading] = useState(false);
  const [resumes, setResumes] = useState(resumed);
  const [isRestored, setRestored] = useState(false);
  const { from } = useSearch({ from: '/signed-in/polish/notification/new' });
  // Of a new one the copy says what it began from.
  const draft = useDraft(plan ? 'plan' : 'send', plan ? plan.notification._id : storeId, { form, base, tag: plan?.tag ?? from ?? null });
  const sentBefore = useSentBefore(storeId);
  // Of a plan that is changed nothing was sent.
  const before = plan ? { state: 'none' as const, forget: sentBefore.forget } : sentBefore;

  const restore = (): void => {
    if (!draft.found) return;
    const sending = before.state === 'unknown' || before.state === 'notSent' ? before.payload : null;
    replace(restoredForm(draft.found, base, sending, storeId));
    setRestored(true);
    draft.taken();
  };
  /** What was typed while it was on its way stays. */
  const take = (given: SendForm): void =>
    replace({ ...given, ...Object.fromEntries(changedFields(base, form).map((field) => [field, form[field]])) });
  const start = useSentAsStart({ storeId, base, isRestored, take });
  // What was sent, or may have been, does not come back by itself.
  if (before.state !== 'asking' && before.state !== 'sent') {
    if (resumes) setResumes(false);
    // Another text than what is to be sent again stays on offer.
    if (resumes || (draft.goesOn && (from === undefined || draft.found?.tag === from))) restore();
  }

  const aimed = person.isAdmin && storeId === null;
  const wanted = useSame(audienceOf(toPayload(form, { storeId, isTest: false })));
  const estimate = useEstimate(storeId, wanted);
  const hasProblems = shown.count > 0;
  const day = { startsAt: startOf(form), notificationId: plan?.notification._id ?? null };
  const { blocked, quiet, maySafety, askAgain, recheck } = useBlocked({
    storeId,
    aimed,
    hasProblems,
    isUploading: uploading,
    estimate,
    day,
    start: shown.problems['startsAt'] ? undefined : day.startsAt,
    isSafety: form.safety,
  });
  const refused = useRefusedQuiet(day.startsAt);
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
    /** The day of its start; what is no time to plan for names none. */
    day: shown.problems['startsAt'] ? undefined : day,
    problems: shown.problems,
    summary: shown.summary,
    problemOf: shown.problemOf,
    revealProblems: shown.reveal,
    /** What stands on the field of a start is seen where there is one. */
    refuse: ({ startsAt, ...fields }: FieldCodes): void => shown.refuse({ ...fields, ...(startsAt && form.isPlanned && { startsAt }) }),
    onUploading: setUploading,
    blocked,
    /** The quiet hours, and the first minute after them where it would start in them (CARE-03). */
    quiet: { ...quiet, until: quiet.until ?? (form.safety ? null : refused.until) },
    refuseQuiet: refused.refuse,
    askAgain,
    recheck,
    canTest: !hasProblems && !uploading && blocked?.by !== 'noStore',
    asksFirst:
      form.safety ||
      (estimate.data !== undefined &&
        ((aimed && isConfirmed(estimate.data)) || (plan !== null && !form.isPlanned && !estimate.data.unapproved))),
    /** CARE-05: whether this may be a safety message; what is one already can be made another. */
    maySafety: plan === null && (maySafety || form.safety),
    dirty: isChanged(base, form),
    draft,
    restore,
    before,
    start,
  };
};
export type SendFormState = ReturnType<typeof useSendForm>;
