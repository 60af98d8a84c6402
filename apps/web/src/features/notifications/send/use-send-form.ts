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
import { audienceOf, emptySendForm, formOfSent, restoredForm, type SendForm, sendFormProblems, toPayload } from './send-form.ts';
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
const useTypedForm = () => {
  const [openedAt] = useState(() => new Date());
  const [base] = useState(() => emptySendForm(openedAt));
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
      setForm((now) => ({ ...now, ...part }));
      shown.touch(Object.keys(part));
    }),
    /** Another form takes the place of what is typed. */
    replace: (next: SendForm): void => {
      setForm(next);
      shown.touch(changedFields(base, next));
    },
  };
};

/** The state of the send form: what is typed and its copy, its problems, the audience's number, and what stands in the way. */
export const useSendForm = () => {
  const person = usePerson();
  const storeId = useSelectedStore();
  const resumed = useLocation({ select: ({ state }) => state.resumesDraft === true });
  const { base, form, shown, change, replace } = useTypedForm();
  const [uploading, setUploading] = useState(false);
  const [resumes, setResumes] = useState(resumed);
  const draft = useDraft('send', storeId, { form, base, tag: null });
  const before = useSentBefore(storeId);

  const restore = (): void => {
    if (!draft.found) return;
    const sending = before.state === 'unknown' || before.state === 'notSent' ? before.payload : null;
    replace(restoredForm(draft.found, base, sending, storeId));
    draft.taken();
  };
  const start = useSentAsStart(storeId, (sent) => replace(formOfSent(sent, base)));
  // What was sent, or may have been, does not come back by itself.
  if (before.state !== 'asking' && before.state !== 'sent') {
    if (resumes) setResumes(false);
    if (resumes || draft.goesOn) restore();
  }

  const aimed = person.isAdmin && storeId === null;
  const wanted = useSame(audienceOf(toPayload(form, { storeId, isTest: false })));
  const estimate = useEstimate(storeId, wanted);
  const hasProblems = shown.count > 0;
  const { blocked, askAgain, recheck } = useBlocked({ storeId, aimed, hasProblems, isUploading: uploading, estimate });
  return {
    form,
    change,
    storeId,
    /** Whether an administrator chooses the audience; else it is one store's own. */
    aimed,
    wanted,
    estimate,
    problems: shown.problems,
    summary: shown.summary,
    problemOf: shown.problemOf,
    revealProblems: shown.reveal,
    refuse: shown.refuse,
    onUploading: setUploading,
    blocked,
    askAgain,
    recheck,
    canTest: !hasProblems && !uploading && blocked?.by !== 'noStore',
    asksFirst: aimed && estimate.data !== undefined && isConfirmed(estimate.data),
    dirty: isChanged(base, form),
    draft,
    restore,
    before,
    /** What it was to start from cannot be had. */
    startHasFailed: start.hasFailed,
  };
};
export type SendFormState = ReturnType<typeof useSendForm>;
