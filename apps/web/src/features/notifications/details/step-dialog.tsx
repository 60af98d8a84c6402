import { type Notification, restOf } from '@endcap/contract/notifications';
import { Alert, Button, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { codeMessages } from '../../../frames/code.messages.ts';
import { useFailureWords } from '../../../frames/use-failure-words.ts';
import { ApiProblem, type ApiProblemCode, callTagged } from '../../../lib/api.ts';
import { commonMessages } from '../../../lib/common.messages.ts';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { useSelectedStore } from '../../../lib/selected-store.ts';
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx';
import { notificationMessages } from '../notification.messages.ts';
import { notifications } from '../notification.queries.ts';
import { quietMessages } from '../plan/quiet.messages.ts';
import { detailsMessages } from './details.messages.ts';

/** A step that a person can take on a send that is not over. */
export type Step = 'pause' | 'resume' | 'continue' | 'cancel' | 'start' | 'cancelPlan' | 'withdraw';
const ofSend = { pause: 'pause', resume: 'resume', cancel: 'cancel', cancelPlan: 'cancel', withdraw: 'cancel' } as const;

const take = (step: Step, notificationId: string) => {
  const params = { notificationId };
  return step === 'continue' || step === 'start'
    ? callTagged(`POST /api/v1/notification-editor/:notificationId/${step}`, { params })
    : callTagged(`POST /api/v1/notification-editor/:notificationId/${ofSend[step]}`, { params, query: { of: 'send' } });
};

type StepDialogProps = { step: Step; notification: Notification; onClose: () => void };

/** Confirms a step and explains its effect on the phones that are still to be reached. */
export const StepDialog = ({ step, notification, onClose }: StepDialogProps) => {
  const { steps, stepFailed, stepTooLate, validityOver, corrected } = useMessages(detailsMessages).steering;
  // Steps that end a send for good have their own label for keeping it as it is.
  const keep = step === 'cancel' || step === 'cancelPlan' || step === 'withdraw' ? steps[step].keep : null;
  const { quota } = useMessages(notificationMessages).send;
  const { refusedStep } = useMessages(quietMessages);
  const codes = useMessages(codeMessages);
  const wordsOf = useFailureWords();
  const common = useMessages(commonMessages);
  const format = useFormat();
  const client = useQueryClient();
  const scope = useSelectedStore();
  const taking = useMutation({
    mutationFn: () => take(step, notification._id),
    onSuccess: (answer) => {
      client.setQueryData(notifications.details(scope, notification._id).queryKey, answer);
      onClose();
    },
    onError: () => notifications.changed(client),
  });
  const problem = taking.error instanceof ApiProblem ? taking.error : null;
  const tooLate = problem?.status === 409;
  const [startProblem] = problem?.fields['startsAt'] ?? [];
  const because: Partial<Record<ApiProblemCode, string>> = {
    validity_over: validityOver,
    ...(step === 'continue' && { not_approved: corrected }),
    quota_used_up: quota,
    quiet_hours: refusedStep,
  };
  return (
    <Dialog opened onClose={() => !taking.isPending && onClose()} title={steps[step].title}>
      <Text>{steps[step].text(format.number(step === 'continue' ? restOf(notification) : (notification.details?.remaining ?? 0)))}</Text>
      {taking.isError && (
        <Alert color="red" variant="light" mt="md">
          {tooLate ? (because[problem.code] ?? stepTooLate) : startProblem ? codes[startProblem] : wordsOf(taking.error, stepFailed)}
        </Alert>
      )}
      <DialogButtons>
        <Button variant="default" data-autofocus disabled={taking.isPending} onClick={onClose}>
          {keep ?? common.cancel}
        </Button>
        <Button color={keep === null ? '' : 'red'} loading={taking.isPending} disabled={tooLate} onClick={() => taking.mutate()}>
          {steps[step].confirm}
        </Button>
      </DialogButtons>
    </Dialog>
  );
};
