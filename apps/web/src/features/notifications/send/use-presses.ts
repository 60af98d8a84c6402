import { type RefObject, useState } from 'react';
import { focusFirstProblem } from '../../../frames/editor-layout.tsx';
import { useLatest } from '../../../lib/drawn-for.ts';
import type { SendFormState } from './use-send-form.ts';
import { useSubmit } from './use-submit.ts';

/** What a press does on the send page: Send, which asks first where it has to (ux 3), Test, the count of problems, and leaving. */
export const usePresses = (state: SendFormState, formRef: RefObject<HTMLFormElement | null>) => {
  const [asking, setAsking] = useState(false);
  const { submit, sending, failure, isLeaving } = useSubmit(state, formRef);
  const go = (isTest: boolean, word?: string): void => {
    setAsking(false);
    submit(isTest, word);
  };
  return {
    /** What is under way, and why the last press came to nothing. */
    sending,
    failure,
    send: useLatest(() => (state.asksFirst ? setAsking(true) : go(false))),
    test: useLatest(() => go(true)),
    toFirstProblem: useLatest(() => focusFirstProblem(formRef.current, state.revealProblems)),
    /** Whether the question is open, and its two answers; the first with what was typed for a safety message (CARE-05). */
    asking,
    confirm: (word: string): void => go(false, word),
    decline: (): void => setAsking(false),
    isDirty: useLatest(() => state.dirty && !isLeaving()),
    dropDraft: useLatest(() => state.draft.drop()),
  };
};
