import { Button, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import type { FormShape } from '../form/merge.ts';
import { commonMessages } from '../lib/common.messages.ts';
import { useLanguage, useMessages } from '../lib/language.tsx';
import { Dialog, DialogButtons } from '../ui/dialog.tsx';
import type { DraftOf, Editor, EditorSpec, Marked, SaveQuestion } from './editor-spec.ts';

type PendingQuestion = SaveQuestion & { save: () => void };

/** Shows the question of `spec.asks` before a save, until the person has confirmed it once (E-64). */
export const useSaveQuestion = <Form extends FormShape, Entity extends Marked, Draft extends DraftOf<Form>>(
  spec: EditorSpec<Form, Entity, Draft>,
  { editor, whole }: { editor: Editor<Form, Entity>; whole: () => Form },
) => {
  const language = useLanguage();
  const isAnswered = useRef(false);
  const [pending, setPending] = useState<PendingQuestion | null>(null);
  return {
    pending,
    onClose: () => setPending(null),
    onConfirm: (): void => {
      isAnswered.current = true;
      setPending(null);
      pending?.save();
    },
    /** Skips the question for an invalid form, whose problems are shown instead. */
    before: (save: () => void): void => {
      const mayAsk = !isAnswered.current && Object.keys(editor.problems.get()).length === 0;
      const question = (mayAsk && spec.asks?.(whole(), editor.base.get().entity, language)) || null;
      if (question) setPending({ ...question, save });
      else save();
    },
  };
};

type SaveQuestionDialogProps = Pick<ReturnType<typeof useSaveQuestion>, 'pending' | 'onClose' | 'onConfirm'>;

export const SaveQuestionDialog = ({ pending, onClose, onConfirm }: SaveQuestionDialogProps) => {
  const common = useMessages(commonMessages);
  return (
    <Dialog opened={pending !== null} onClose={onClose} title={pending?.title ?? ''}>
      <Text>{pending?.text}</Text>
      <DialogButtons>
        <Button variant="default" data-autofocus onClick={onClose}>
          {common.cancel}
        </Button>
        <Button onClick={onConfirm}>{pending?.confirm}</Button>
      </DialogButtons>
    </Dialog>
  );
};
