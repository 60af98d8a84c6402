import { reachesEveryone } from '@endcap/contract/audience';
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
import { notificationMessages } from '../notification.messages.ts';
import { notifications } from '../notification.queries.ts';
import { reviewMessages } from '../review/review.messages.ts';
import { SendSummary } from '../review/send-summary.tsx';
import { sendSummaryMessages } from '../review/send-summary.messages.ts';
import { audienceInWords } from '../send/audience-words.ts';
import { sendMessages } from '../send/send.messages.ts';
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

/** Approves or declines the revision that was shown. The page then shows the response. */
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
  // Rules about the day or the message return field codes.
  const refused = problem && (words.refused[problem.code] ?? (fields.length > 0 ? fields.map((code) => codes[code]).join(' ') : undefined));
  return {
    decide: deciding.mutate,
    isPending: deciding.isPending,
    /** True if a retry would be rejected again. */
    isOver: problem !== null && [403, 409, 412].includes(problem.status),
    message: deciding.isError ? (refused ?? wordsOf(deciding.error, words.failed)) : null,
  };
};

/** Title and text of the dialog, with the consequences of the decision. */
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

/** Shows the notification as submitted for approval, with the recipients counted at that time. */
const SubmittedSend = ({ notification }: Pick<DecideDialogProps, 'notification'>) => {
  const { count } = useMessages(notificationMessages);
  const { audience } = useMessages(sendMessages);
  const review = useMessages(reviewMessages);
  const words = useMessages(sendSummaryMessages);
  const format = useFormat();
  const { storeId, names, url, approval, createdAt, validUntil, title, content, image } = notification;
  const { includeStoreType, includeStores, excludeStores, includeStoreGroups, excludeStoreGroups } = notification;
  const rule = { includeStoreType, includeStores, excludeStores, includeStoreGroups, excludeStoreGroups };
  const named = new Map(Object.entries(names));
  const ofRule = reachesEveryone(rule) ? audience.everyone : audienceInWords(rule, { stores: named, groups: named }, audience);
  if (approval === null) return null;
  const { atOnce, devices } = approval;
  return (
    <SendSummary
      audience={storeId === null ? ofRule : review.ofStore(names[storeId] ?? '')}
      count={words.countedWhenAsked(count.devices(devices, format.number(devices)))}
      when={atOnce ? words.afterApproval : review.later(format.moment(createdAt), format.ago(createdAt))}
      {...{ validUntil, title, content, image }}
      leads={url || review.toApp}
    />
  );
};

/** Confirms a decision and explains its consequences. Declining requires a reason (CARE-04). */
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
      {props.of === 'send' && !isDecline && <SubmittedSend notification={props.notification} />}
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
        {/* The safe choice has the focus, unless a reason has to be typed. */}
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
