import type { AskedCorrection, Notification } from '@endcap/contract/notifications';
import { Alert, Button } from '@mantine/core';
import { useState } from 'react';
import { callTagged } from '../../../lib/api.ts';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { usePerson } from '../../../lib/session.ts';
import { Unbroken } from '../../../ui/unbroken.tsx';
import { MessageFacts } from '../details/message-facts.tsx';
import { useFollowUp } from '../details/use-follow-up.ts';
import classes from './approval.module.css';
import { correctionMessages } from './correction.messages.ts';
import type { Decision } from './decide-dialog.tsx';
import { mayNotDecide } from './may-decide.ts';

const DecideDialog = lazyPart(
  () => import('./decide-dialog.tsx'),
  (module) => module.DecideDialog,
);

type Deciding = { decision: Decision; revision: number };
type CorrectionProps = { notification: Notification; correction: AskedCorrection };

/** The proposed message, and whether it drops the link or the image of the present one. */
const Proposed = ({ notification, correction }: CorrectionProps) => {
  const words = useMessages(correctionMessages);
  const { title, content, url, image } = correction;
  return (
    <>
      <dl className={classes.proposed} data-testid="proposed">
        <dt>{words.title}</dt>
        <dd>{title}</dd>
        <MessageFacts notification={{ content, url, image, target: null }} />
      </dl>
      {notification.url !== null && url === null && <p>{words.withoutLink}</p>}
      {notification.image !== null && image === null && <p>{words.withoutImage}</p>}
    </>
  );
};

/** Buttons for another administrator to decide, or for the requester to withdraw the correction. */
const Choices = ({ notification, correction, onDecide }: CorrectionProps & { onDecide: (deciding: Deciding) => void }) => {
  const words = useMessages(correctionMessages);
  const person = usePerson();
  const { revision, askedBy } = correction;
  const why = mayNotDecide({ author: askedBy, askedBy }, person);
  const { take, isPending, message } = useFollowUp(
    notification,
    () =>
      callTagged('POST /api/v1/notification-editor/:notificationId/cancel', {
        params: { notificationId: notification._id },
        query: { of: 'correction' },
      }),
    () => {},
  );
  // A decision applies to the revision that was shown when the button was pressed.
  const ask = (decision: Decision) => ({
    onClick: () => onDecide({ decision, revision }),
    onPointerEnter: () => void DecideDialog.preload(),
  });
  return (
    <>
      {why && <p>{words.mayNot[why]}</p>}
      {message && <p role="alert">{message}</p>}
      <div className={classes.bar}>
        {why === null && <Button {...ask('approve')}>{words.approve}</Button>}
        {why === null && (
          <Button variant="default" {...ask('decline')}>
            {words.decline}
          </Button>
        )}
        {askedBy.id === person.id && (
          <Button variant="default" loading={isPending} onClick={() => take()}>
            {words.withdraw}
          </Button>
        )}
      </div>
    </>
  );
};

const Notice = ({ notification, correction, onDecide }: CorrectionProps & { onDecide: (deciding: Deciding) => void }) => {
  const words = useMessages(correctionMessages);
  const format = useFormat();
  const { state, devices, askedBy, askedAt, decidedBy, decidedAt, word } = correction;
  const waits = state === 'waiting';
  const title = waits || !decidedBy || !decidedAt ? words.waits : words.declined(decidedBy.name, format.moment(decidedAt));
  return (
    <Alert
      color={waits ? 'yellow' : 'gray'}
      variant="light"
      title={title}
      role="status"
      mb="md"
      classNames={{ title: classes.title ?? '' }}
      data-testid="correction-notice"
    >
      <div className={classes.facts}>
        {waits ? (
          <>
            <p>
              <Unbroken text={words.asked(askedBy.name, format.moment(askedAt))} />
            </p>
            <p>{words.reaches(devices, format.number(devices))}</p>
          </>
        ) : (
          <p className={classes.word}>{word}</p>
        )}
        <Proposed notification={notification} correction={correction} />
        {waits && <Choices notification={notification} correction={correction} onDecide={onDecide} />}
      </div>
    </Alert>
  );
};

/** A correction that waits for another administrator, or why it was declined (E-03). The open dialog stays to explain a late decision. */
export const CorrectionNotice = ({ notification }: { notification: Notification }) => {
  const [deciding, setDeciding] = useState<Deciding | null>(null);
  const { correction } = notification;
  return (
    <>
      {correction && <Notice notification={notification} correction={correction} onDecide={setDeciding} />}
      {deciding && <DecideDialog {...deciding} of="correction" atOnce notification={notification} onClose={() => setDeciding(null)} />}
    </>
  );
};
