import type { RefObject } from 'react';
import { type FormDraft, useOffer } from '../form/draft.ts';
import type { FormShape } from '../form/merge.ts';
import { useFormat, useMessages } from '../lib/language.tsx';
import { DraftBanner } from './editor-layout.tsx';
import { frameMessages } from './frame.messages.ts';

type DraftOfferProps<Form extends FormShape> = {
  draft: FormDraft<Form>;
  formRef: RefObject<HTMLFormElement | null>;
  onRestore: () => void;
};

/** Offers the unsaved input of an earlier visit. */
export const DraftOffer = <Form extends FormShape>({ draft, formRef, onRestore }: DraftOfferProps<Form>) => {
  const words = useMessages(frameMessages);
  const format = useFormat();
  const offer = useOffer(draft);
  const at = offer && format.minute(new Date(offer.savedAt).toISOString());
  return at && <DraftBanner text={words.draftFound(at)} formRef={formRef} onRestore={onRestore} onDiscard={draft.discard} />;
};
