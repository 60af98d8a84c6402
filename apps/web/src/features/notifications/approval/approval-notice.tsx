import type { Approval, Notification } from '@endcap/contract/notifications';
import { Alert, Button } from '@mantine/core';
import { useState } from 'react';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { usePerson } from '../../../lib/session.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Unbroken } from '../../../ui/unbroken.tsx';
import { approvalMessages } from './approval.messages.ts';
import classes from './approval.module.css';
import type { Decision } from './decide-dialog.tsx';
import { mayNotDecide } from './may-decide.ts';

const EVERY_MS = 20_000;

const DecideDialog = lazyPart(
  () => import('./decide-dialog.tsx'),
  (module) => module.DecideDialog,
);

type Deciding = { decision: Decision; revision: number };
type ApprovalProps = { notification: Notification; approval: Approval };

/** Shows the facts for a decision with the buttons Approve and Decline, or the reason why the person may not decide. */
const Waiting = ({ notification, approval, onDecide }: ApprovalProps & { onDecide: (deciding: Deciding) => void }) => {
  const words = useMessages(approvalMessages);
  const format = useFormat();
  const now = useNow(EVERY_MS);
  const why = mayNotDecide(approval, usePerson());
  const { atOnce, devices, together, atStart, approvedDevices, askedBy, askedAt, revision } = approval;
  const counted = format.number(devices);
  // A decision applies to the revision that was shown when the button was pressed.
  const ask = (decision: Decision) => ({
    onClick: () => onDecide({ decision, revision }),
    onPointerEnter: () => void DecideDialog.preload(),
  });
  return (
    <Alert
      color="yellow"
      variant="light"
      title={words.waits}
      role="status"
      mb="md"
      classNames={{ title: classes.title ?? '' }}
      data-testid="approval-notice"
    >
      <div className={classes.facts}>
        {atStart ? (
          <p data-testid="asked-at-start">
            {approvedDevices === null ? words.askedAtStart : words.outgrown(approvedDevices, format.number(approvedDevices))}
          </p>
        ) : (
          <p>
            <Unbroken text={words.asked(askedBy.name, format.moment(askedAt))} />
          </p>
        )}
        <p>{atOnce ? words.atOnce(devices, counted) : words.atTime(format.moment(notification.createdAt), devices, counted)}</p>
        {together !== null && <p data-testid="together">{words.together(together, format.number(together))}</p>}
        {!atOnce && Date.parse(notification.createdAt) <= now && <p>{words.timePassed}</p>}
        {why && <p>{words.mayNot[why]}</p>}
      </div>
      {why === null && (
        <div className={classes.bar}>
          <Button {...ask('approve')}>{words.approve}</Button>
          <Button variant="default" {...ask('decline')}>
            {words.decline}
          </Button>
        </div>
      )}
    </Alert>
  );
};

const Declined = ({ decidedBy, decidedAt, word }: Approval) => {
  const words = useMessages(approvalMessages);
  const format = useFormat();
  if (!decidedBy || !decidedAt) return null;
  return (
    <Alert
      color="gray"
      variant="light"
      title={words.declined(decidedBy.name, format.moment(decidedAt))}
      role="status"
      mb="md"
      classNames={{ title: classes.title ?? '' }}
      data-testid="approval-notice"
    >
      <p className={classes.word}>{word}</p>
    </Alert>
  );
};

/** Shows a pending approval request or why it was declined (CARE-04). The dialog stays open to explain that a decision came too late. */
export const ApprovalNotice = ({ notification, approval }: ApprovalProps) => {
  const [deciding, setDeciding] = useState<Deciding | null>(null);
  return (
    <>
      {approval.state === 'waiting' && <Waiting notification={notification} approval={approval} onDecide={setDeciding} />}
      {approval.state === 'declined' && <Declined {...approval} />}
      {deciding && (
        <DecideDialog {...deciding} of="send" notification={notification} atOnce={approval.atOnce} onClose={() => setDeciding(null)} />
      )}
    </>
  );
};
