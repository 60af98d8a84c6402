import { useLocation, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { changedFields } from '../../../frames/merge.ts';
import { useDraft } from '../../../frames/use-draft.ts';
import type { EditedPlan } from '../plan/use-plan.ts';
import { restoredForm, type SendForm } from './send-form.ts';
import { useSentAsStart } from './use-sent-as-start.ts';
import { useSentBefore } from './use-sent-before.ts';
import type { useTypedForm } from './use-typed-form.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Back from a test's details: the form is as it was, in the copy that lies there. */
    resumesDraft?: string;
  }
}

type EarlierVisitOptions = {
  plan: EditedPlan | null;
  storeId: string | null;
  typed: Pick<ReturnType<typeof useTypedForm>, 'base' | 'form' | 'replace'>;
};

/** What the send form may begin with: the copy of what was typed, what was sent without an answer (D-40), and what the address asks for. */
export const useEarlierVisit = ({ plan, storeId, typed: { base, form, replace } }: EarlierVisitOptions) => {
  const cameBackTo = useLocation({ select: ({ state }) => state.resumesDraft ?? null });
  const [isRestored, setRestored] = useState(false);
  const { from } = useSearch({ from: '/signed-in/polish/notification/new' });
  // Of a new one the copy says what it began from.
  const draft = useDraft(
    plan ? 'plan' : 'send',
    plan ? plan.notification._id : storeId,
    { form, base, tag: plan?.tag ?? from ?? null },
    { cameBackTo },
  );
  const sentBefore = useSentBefore(storeId);
  // Of a plan that is changed nothing was sent.
  const before = plan ? { ...sentBefore, state: 'none' as const } : sentBefore;

  const restore = (): void => {
    const copy = draft.take();
    if (!copy) return;
    const sending = before.state === 'unknown' || before.state === 'notSent' ? before.payload : null;
    replace(restoredForm(copy, base, sending, storeId));
    setRestored(true);
  };
  /** What was typed while it was on its way stays. */
  const take = (given: SendForm): void =>
    replace({ ...given, ...Object.fromEntries(changedFields(base, form).map((field) => [field, form[field]])) });
  const start = useSentAsStart({ storeId, base, isRestored, take });
  // What was sent, or may have been, does not come back by itself.
  if (before.state !== 'asking' && before.state !== 'sent') {
    // Another text than what is to be sent again stays on offer.
    if (draft.isWanted || (draft.goesOn && (from === undefined || draft.found?.tag === from))) restore();
  }
  return { draft, restore, before, start };
};
