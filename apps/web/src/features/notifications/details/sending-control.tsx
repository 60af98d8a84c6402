import { type Notification, notificationRoutes, restOf, type Sending } from '@endcap/contract/notifications';
import { Alert, Button, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiProblem, type ApiProblemCode, callTagged } from '../../../lib/api.ts';
import { commonMessages } from '../../../lib/common.messages.ts';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { useSelectedStore } from '../../../lib/selected-store.ts';
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx';
import { IconPlayerPause, IconPlayerPlay, IconPlayerStop, IconPlayerTrackNext } from '../../../ui/icons/steering-icons.ts';
import { notificationMessages } from '../notification.messages.ts';
import { notifications } from '../notification.queries.ts';
import classes from './notification-details.module.css';
import { detailsMessages } from './details.messages.ts';

type Step = 'pause' | 'resume' | 'continue' | 'cancel';
const icons = { pause: IconPlayerPause, resume: IconPlayerPlay, continue: IconPlayerTrackNext, cancel: IconPlayerStop };
const stepsIn: Partial<Record<Sending['state'], Step[]>> = {
  expanding: ['pause', 'cancel'],
  sending: ['pause', 'cancel'],
  waiting: ['pause', 'cancel'],
  paused: ['resume', 'cancel'],
  stopped: ['continue'],
};
const colors: Partial<Record<Sending['state'], string>> = { waiting: 'yellow', paused: 'yellow', stopped: 'yellow', cancelled: 'gray' };

type StepDialogProps = { step: Step; notification: Notification; onClose: () => void };

/** The question before a step, with what it means for the phones that are still to be reached. */
const StepDialog = ({ step, notification, onClose }: StepDialogProps) => {
  const { steps, stepFailed, stepTooLate, validityOver } = useMessages(detailsMessages).steering;
  const { quota } = useMessages(notificationMessages).send;
  const common = useMessages(commonMessages);
  const format = useFormat();
  const client = useQueryClient();
  const scope = useSelectedStore();
  const taking = useMutation({
    mutationFn: () => callTagged(notificationRoutes[step], { params: { notificationId: notification._id } }),
    onSuccess: (answer) => {
      client.setQueryData(notifications.details(scope, notification._id).queryKey, answer);
      onClose();
    },
    onError: () => notifications.changed(client),
  });
  const problem = taking.error instanceof ApiProblem ? taking.error : null;
  const tooLate = problem?.status === 409;
  const because: Partial<Record<ApiProblemCode, string>> = { validity_over: validityOver, quota_used_up: quota };
  return (
    <Dialog opened onClose={() => !taking.isPending && onClose()} title={steps[step].title}>
      <Text>{steps[step].text(format.number(step === 'continue' ? restOf(notification) : (notification.details?.remaining ?? 0)))}</Text>
      {taking.isError && (
        <Alert color="red" variant="light" mt="md">
          {tooLate ? (because[problem.code] ?? stepTooLate) : stepFailed}
        </Alert>
      )}
      <DialogButtons>
        <Button variant="default" data-autofocus disabled={taking.isPending} onClick={onClose}>
          {step === 'cancel' ? steps.cancel.keep : common.cancel}
        </Button>
        <Button color={step === 'cancel' ? 'red' : ''} loading={taking.isPending} disabled={tooLate} onClick={() => taking.mutate()}>
          {steps[step].confirm}
        </Button>
      </DialogButtons>
    </Dialog>
  );
};

/** How sending stands when it does not simply go on, and what a person may do about it. */
export const SendingControl = ({ notification }: { notification: Notification }) => {
  const words = useMessages(detailsMessages).steering;
  const format = useFormat();
  const [step, setStep] = useState<Step | null>(null);
  const { state, since, pauseReason } = notification.sending;
  const rest = restOf(notification);
  if (state === 'stopped' && rest === 0) return null;
  const steps = stepsIn[state] ?? [];
  const color = colors[state];
  if (steps.length === 0 && !color) return null;
  const at = since === null ? '' : format.minute(since);
  const texts: Partial<Record<Sending['state'], { title: string; body: string }>> = {
    waiting: { title: words.waiting(at), body: words.waitingText },
    paused: { title: words.paused(at), body: words.pausedBecause[pauseReason ?? 'operator'] },
    stopped: { title: words.stopped, body: words.stoppedText(format.number(rest)) },
    cancelled: { title: words.cancelled, body: words.cancelledText },
  };
  const text = texts[state];
  const buttons = steps.map((one) => {
    const Icon = icons[one];
    return (
      <Button
        key={one}
        size="xs"
        variant={one === 'resume' || one === 'continue' ? 'filled' : 'default'}
        leftSection={<Icon size={16} aria-hidden />}
        onClick={() => setStep(one)}
      >
        {words.steps[one].button}
      </Button>
    );
  });
  return (
    <>
      {text ? (
        <Alert
          color={color ?? 'gray'}
          variant="light"
          title={text.title}
          role="status"
          mb="md"
          classNames={{ title: classes.standing ?? '' }}
        >
          {text.body}
          {buttons.length > 0 && <div className={classes.steps}>{buttons}</div>}
        </Alert>
      ) : (
        <div className={classes.steps} data-alone>
          {buttons}
        </div>
      )}
      {step && <StepDialog step={step} notification={notification} onClose={() => setStep(null)} />}
    </>
  );
};
