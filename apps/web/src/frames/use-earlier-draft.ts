import { useState } from 'react';
import type { Draft } from '../lib/drafts.ts';
import type { FormShape } from './merge.ts';
import { useDraft } from './use-draft.ts';

type Edited<Form> = { form: Form; base: { form: Form; tag: string | null }; goOnFrom: (copy: Draft<Form>) => void };

/** The copy of what an earlier visit typed: on offer, or gone on from unasked (ux 9, D-53). */
export const useEarlierDraft = <Form extends FormShape>(
  kind: string,
  id: string | null,
  { form, base, goOnFrom }: Edited<Form>,
  begunFrom: string | null,
) => {
  const [isRestored, setRestored] = useState(false);
  const draft = useDraft(kind, id, { form, base: base.form, tag: base.tag }, { begunFrom });
  const restore = (): void => {
    const copy = draft.take();
    if (!copy) return;
    goOnFrom(copy);
    setRestored(true);
  };
  // After an ended session one goes on where one was.
  if (draft.goesOn) restore();
  return {
    draft,
    restore,
    /** What is typed is an earlier visit's. */
    isRestored,
  };
};
