import { type Notification, WORD_MAX_LENGTH } from '@endcap/contract/notifications';
import { Alert, Button, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { codeMessages } from '../../../frames/code.messages.ts';
import { useFailureWords } from '../../../frames/use-failure-words.ts';
import { ApiProblem, callTagged } from '../../../lib/api.ts';
import { commonMessages } from '../../../lib/common.messages.ts';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { useSelectedStore } from '../../../lib/selected-store.ts';
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { notifications } from '../notification.queries.ts';
import { approvalMessages } from './approval.messages.ts';
import { correctionMessages } from './correction.messages.ts';

export type Decision = 'approve' | 'decline';
type DecideDialogProps = {
  decision: Decision;
  of: 'send' | 'correction';
  revision: number;
  atOnce: boolean;
  notification: Notification;
  onClose: () => void;
};

/** Says yes or no to the revision that was read; its answer is what the page shows then. */
const useDecision = ({ decision, revision, notification: { _id: notificationId }, onClose }: DecideDialogProps) => {
  const words = useMessages(approvalMessages);
  const codes = useMessages(codeMessages);
  const wordsOf = useFailureWords();
  const client = useQueryClient();
  const scope = useSelectedStore();
  const deciding = useMutation({
    mutationFn: (word: string) =>
      decision === 'approve'
        ? callTagged('POST /api/v1/notification-editor/:notificationId/approve', { params: { notificationId }, body: { revision } })
        : callTagged('POST /api/v1/notification-editor/:notificationId/decline', { params: { notificationId }, body: { revision, word } }),
    onSuccess: (answer) => {
      client.setQueryData(notifications.details(scope, notificationId).queryKey, answer);
      onClose();
      return notifications.changed(client);
    },
    onError: () => notifications.changed(client),
  });
  const problem = deciding.error instanceof ApiProblem ? deciding.error : null;
  const fields = Object.values(problem?.fields ?? {}).flat();
  // A rule that is about the day or the message itself says which field it is about.
  const refused = problem && (words.refused[problem.code] ?? (fields.length > 0 ? fields.map((code) => codes[code]).join(' ') : undefined));
  return {
    decide: deciding.mutate,
    isPending: deciding.isPending,
    /** It would be refused again. */
    isOver: problem !== null && [403, 409, 412].includes(problem.status),
    message: deciding.isError ? (refused ?? wordsOf(deciding.error, words.failed)) : null,
  };
};

/** The question, and what follows from the decision. */
const useQuestion = ({ decision, of, atOnce, notification: { createdAt } }: DecideDialogProps): { title: string; text: string } => {
  const words = useMessages(approvalMessages);
  const correction = useMessages(correctionMessages);
  const format = useFormat();
  const [openedAt] = useState(Date.now);
  const { approveTitle, declineTitle, declineText } = of === 'send' ? words : correction;
  if (decision === 'decline') return { title: declineTitle, text: declineText };
  if (of === 'correction') return { title: approveTitle, text: correction.approveText };
  if (atOnce) return { title: approveTitle, text: words.approveNow };
  const text = Date.parse(createdAt) <= openedAt ? words.approvePassed : words.approveLater(format.moment(createdAt));
  return { title: approveTitle, text };
};

/** The question before a decision, with what follows from it; whoever declines says why (CARE-04). */
export const DecideDialog = (props: DecideDialogProps) => {
  const { decision, onClose } = props;
  const words = useMessages(approvalMessages);
  const common = useMessages(commonMessages);
  const { title, text } = useQuestion(props);
  const [word, setWord] = useState('');
  const [isTried, setTried] = useState(false);
  const { decide, isPending, isOver, message } = useDecision(props);
  const isDecline = decision === 'decline';
  const lacksWord = isDecline && word.trim() === '';
  return (
    <Dialog opened onClose={() => !isPending && onClose()} title={title}>
      <Text>{text}</Text>
      {isDecline && (
        <TextArea
          label={words.word}
          required
          mt="md"
          data-autofocus
          minRows={2}
          maxRows={6}
          maxLength={WORD_MAX_LENGTH}
          value={word}
          onText={setWord}
          error={isTried && lacksWord ? words.wordRequired : undefined}
        />
      )}
      {message && (
        <Alert color="red" variant="light" mt="md" role="alert">
          {message}
        </Alert>
      )}
      <DialogButtons>
        {/* The harmless choice has the focus, but where something has to be written. */}
        <Button variant="default" {...(!isDecline && { 'data-autofocus': true })} disabled={isPending} onClick={onClose}>
          {common.cancel}
        </Button>
        <Button
          {...(isDecline && { color: 'red' })}
          loading={isPending}
          disabled={isOver}
          onClick={() => (lacksWord ? setTried(true) : decide(word))}
        >
          {isDecline ? words.decline : words.approve}
        </Button>
      </DialogButtons>
    </Dialog>
  );
};
