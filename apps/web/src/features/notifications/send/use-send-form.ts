import { namesCovered } from '@endcap/contract/audience';
import { isConfirmed } from '@endcap/contract/notifications';
import { useLocation } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { config } from '../../../config.ts';
import { changedFields, isChanged } from '../../../frames/merge.ts';
import { useDraft } from '../../../frames/use-draft.ts';
import { useSame } from '../../../frames/use-same.ts';
import { useShownProblems } from '../../../frames/use-shown-problems.ts';
import { useLatest } from '../../../lib/drawn-for.ts';
import { useSelectedStore } from '../../../lib/selected-store.ts';
import { usePerson } from '../../../lib/session.ts';
import type { EditedPlan } from '../plan/use-plan.ts';
import {
  audienceOf,
  emptySendForm,
  formOfPlan,
  restoredForm,
  type SendForm,
  sendFormProblems,
  startOf,
  toPayload,
  usualEnd,
} from './send-form.ts';
import { useBlocked, useEstimate } from './use-blocked.ts';
import { useSentAsStart } from './use-sent-as-start.ts';
import { useSentBefore } from './use-sent-before.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Back from a test's details: the form is as it was. */
    resumesDraft?: boolean;
  }
}

/** What is typed, and what is wrong with it. */
const useTypedForm = (plan: EditedPlan | null) => {
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
      // Who names a store or a group means those alone, unless the person chose the type (D-41).
      const narrows = given.includeStoreType === undefined && !shown.isTouched('includeStoreType') && namesCovered(form, given);
      const part: Partial<SendForm> = narrows ? { ...given, includeStoreType: '' } : given;
      const startsElse = plan === null && ('startsAt' in part || 'isPlanned' in part) && !shown.isTouched('validUntil');
      setForm((now) => {
        const next = { ...now, ...part };
        // It is valid as long as any other, from when it starts, unless the person said until when.
        return startsElse ? { ...next, validUntil: usualEnd(startOf(next) ?? openedAt) } : next;
      });
      shown.touch(Object.keys(part));
    }),
    /** Another form takes the place of what is typed. */
    replace: (next: SendForm): void => {
      setForm(next);
      shown.touch(changedFields(base, next));
    },
  };
};

/** The state of the send form, also of a plan that is changed: what is typed and its copy, its problems, the audience's number, and what stands in the way. */
export const useSendForm = (plan: EditedPlan | null = null) => {
  const person = usePerson();
  const storeId = useSelectedStore();
  const resumed = useLocation({ select: ({ state }) => state.resumesDraft === true });
  const { base, form, shown, change, replace } = useTypedForm(plan);
  const [uploading, setUploading] = useState(false);
  const [resumes, setResumes] = useState(resumed);
  const draft = useDraft(plan ? 'plan' : 'send', plan ? plan.notification._id : storeId, { form, base, tag: plan?.tag ?? null });
  const sentBefore = useSentBefore(storeId);
  // Of a plan that is changed nothing was sent.
  const before = plan ? { state: 'none' as const, forget: sentBefore.forget } : sentBefore;

  const restore = (): void => {
    if (!draft.found) return;
    const sending = before.state === 'unknown' || before.state === 'notSent' ? before.payload : null;
    replace(restoredForm(draft.found, base, sending, storeId));
    draft.taken();
  };
  const start = useSentAsStart(storeId, base, replace);
  // What was sent, or may have been, does not come back by itself.
  if (before.state !== 'asking' && before.state !== 'sent') {
    if (resumes) setResumes(false);
    if (resumes || draft.goesOn) restore();
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
  // Said by the server, whose clock decides.
  const [said, setSaid] = useState<{ until: string; of: string | null } | null>(null);
  const saidUntil = said && said.of === day.startsAt ? said.until : null;
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
    refuse: shown.refuse,
    onUploading: setUploading,
    blocked,
    /** The quiet hours, and the first minute after them where it would start in them (CARE-03). */
    quiet: { ...quiet, until: quiet.until ?? saidUntil },
    refuseQuiet: (until: string): void => setSaid({ until, of: day.startsAt }),
    askAgain,
    recheck,
    canTest: !hasProblems && !uploading && blocked?.by !== 'noStore',
    asksFirst: form.safety || (aimed && estimate.data !== undefined && isConfirmed(estimate.data)),
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
