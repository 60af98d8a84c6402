import type { Notification, SendStatus } from '@endcap/contract/notifications';
import { lastDayOf } from '@endcap/contract/warsaw-time';
import type { ReactNode } from 'react';
import { useMessages } from '../../../lib/language.tsx';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { usePerson } from '../../../lib/session.ts';
import { AudienceChips } from './audience-chips.tsx';
import { detailsMessages } from './details.messages.ts';
import { MessageFacts } from './message-facts.tsx';
import classes from './notification-details.module.css';
import { ValidityField } from './validity-field.tsx';

/** Loaded only for a send that needed approval (CARE-04). */
const ApprovalFacts = lazyPart(
  () => import('../approval/approval-facts.tsx'),
  (module) => module.ApprovalFacts,
);

type MessageCardProps = { notification: Notification; tag: string | null; standing: SendStatus; followUps: ReactNode };

/** Shows the message, its audience, its approval and its end of validity, with the changes that are still possible. */
export const MessageCard = ({ notification, tag, standing, followUps }: MessageCardProps) => {
  const words = useMessages(detailsMessages);
  const { isAdmin } = usePerson();
  const { approval, sending, safety, validUntil } = notification;
  const mayChange = isAdmin || !safety;
  // Declined and recalled messages are not displayed, so their end of validity does not matter.
  const hasOpenEnd = mayChange && sending.state !== 'planned' && standing !== 'declined' && standing !== 'takenBack';
  return (
    <section className={classes.card}>
      <dl className={classes.facts}>
        <MessageFacts notification={notification} />
        <AudienceChips notification={notification} />
        {approval && approval.state !== 'waiting' && <ApprovalFacts approval={approval} />}
        {!hasOpenEnd && (
          <>
            <dt>{words.validUntil}</dt>
            <dd>{lastDayOf(validUntil)}</dd>
          </>
        )}
      </dl>
      {followUps}
      {hasOpenEnd && <ValidityField notification={notification} tag={tag} />}
    </section>
  );
};
