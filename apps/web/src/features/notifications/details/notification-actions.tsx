import { type Notification, restOf, type Sending, type SendStatus } from '@endcap/contract/notifications';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useMessages } from '../../../lib/language.tsx';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { paths } from '../../../lib/paths.ts';
import { usePerson } from '../../../lib/session.ts';
import { IconPlayerPause, IconPlayerPlay, IconPlayerStop, IconPlayerTrackNext } from '../../../ui/icons/steering-icons.ts';
import { LinkButton } from '../../../ui/link-button.tsx';
import { AgainMenu } from '../again-menu.tsx';
import { againMessages } from '../again.messages.ts';
import { detailsMessages } from './details.messages.ts';
import classes from './notification-details.module.css';
import { PlanActions } from '../plan/plan-actions.tsx';
import type { Step } from './step-dialog.tsx';
import { isCorrectedUnapproved } from './what-may-follow.ts';

const StepDialog = lazyPart(
  () => import('./step-dialog.tsx'),
  (module) => module.StepDialog,
);

const icons = {
  pause: IconPlayerPause,
  resume: IconPlayerPlay,
  continue: IconPlayerTrackNext,
  start: IconPlayerPlay,
  cancel: IconPlayerStop,
  cancelPlan: IconPlayerStop,
  withdraw: IconPlayerStop,
};
const ending: ReadonlySet<Step> = new Set(['cancel', 'cancelPlan', 'withdraw']);
const stepsIn: Partial<Record<Sending['state'], Step[]>> = {
  planned: ['start', 'cancelPlan'],
  expanding: ['pause', 'cancel'],
  sending: ['pause', 'cancel'],
  waiting: ['pause', 'cancel'],
  paused: ['resume', 'cancel'],
  stopped: ['continue'],
};

/** Only withdrawal is possible before approval, since the send cannot start. */
const unapproved: Step[] = ['withdraw'];

const StepButton = ({ step, onClick }: { step: Step; onClick: () => void }) => {
  const { steps } = useMessages(detailsMessages).steering;
  const Icon = icons[step];
  return (
    <Button
      variant={step === 'resume' || step === 'continue' ? 'filled' : 'default'}
      leftSection={<Icon size={16} aria-hidden />}
      {...(ending.has(step) && { className: classes.ends ?? '' })}
      onClick={onClick}
    >
      {steps[step].button}
    </Button>
  );
};

/** Row of available actions: first those that continue or pause sending, last those that end it for good. */
export const NotificationActions = ({ notification, standing }: { notification: Notification; standing: SendStatus }) => {
  const words = useMessages(detailsMessages);
  const again = useMessages(againMessages);
  const [openStep, setOpenStep] = useState<Step | null>(null);
  const { state } = notification.sending;
  const isSettled =
    state === 'stopped' && (restOf(notification) === 0 || notification.recalledAt !== null || isCorrectedUnapproved(notification));
  const { isAdmin } = usePerson();
  // Safety messages are head office's (CARE-05).
  const isSettledHere = isSettled || (notification.safety && !isAdmin);
  const steps = standing === 'unapproved' ? unapproved : isSettledHere ? [] : (stepsIn[state] ?? []);
  const button = (step: Step) => <StepButton key={step} step={step} onClick={() => setOpenStep(step)} />;
  return (
    <div role="group" aria-label={words.actions} className={classes.actions}>
      {state === 'planned' && <PlanActions notification={notification} />}
      {steps.filter((step) => !ending.has(step)).map(button)}
      {state === 'planned' ? (
        <LinkButton to={paths.notificationNew} search={{ from: notification._id, part: 'message' }} variant="default">
          {again.message}
        </LinkButton>
      ) : (
        <div className={classes.again}>
          <LinkButton to={paths.notificationNew} search={{ from: notification._id }} variant="default">
            {standing === 'notSent' || standing === 'declined' ? words.correctAndSend : again.whole}
          </LinkButton>
          <AgainMenu notification={notification} parts={['message']} />
        </div>
      )}
      {steps.filter((step) => ending.has(step)).map(button)}
      {openStep && <StepDialog step={openStep} notification={notification} onClose={() => setOpenStep(null)} />}
    </div>
  );
};
