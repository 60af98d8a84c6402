import { type Approval, type Notification, restOf, type Sending } from '@endcap/contract/notifications';
import { Alert } from '@mantine/core';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { withOther } from '../../../lib/with-other.ts';
import { detailsMessages } from './details.messages.ts';
import { PlanNotice } from '../plan/plan-notice.tsx';

/** Approval states that have a notice of their own. */
const withOwnNotice: ReadonlySet<string | undefined> = new Set<Approval['state']>(['waiting', 'declined']);

/** Notice about a send that is planned, waiting, paused or ended; the actions are in the row of actions. */
export const SendingNotice = ({ notification }: { notification: Notification }) => {
  const words = useMessages(detailsMessages).steering;
  const format = useFormat();
  const { state, since, pauseReason } = notification.sending;
  const because: Record<string, string> = words.pausedBecause;
  const rest = restOf(notification);
  if (withOwnNotice.has(notification.approval?.state)) return null;
  if (state === 'planned') return <PlanNotice notification={notification} />;
  // A recalled send shows its recall only.
  if (notification.recalledAt !== null || (state === 'stopped' && rest === 0)) return null;
  const at = since === null ? '' : format.moment(since);
  const notices: Partial<Record<Sending['state'], { color: string; title: string; body: string }>> = {
    waiting: { color: 'yellow', title: words.waiting(at), body: words.waitingText },
    paused: { color: 'yellow', title: words.paused(at), body: withOther(because, pauseReason ?? 'operator', words.pausedOther) },
    stopped: { color: 'yellow', title: words.stopped, body: words.stoppedText(format.number(rest)) },
    cancelled: { color: 'gray', title: words.cancelled, body: words.cancelledText },
  };
  const notice = notices[state];
  if (!notice) return null;
  const { color, title, body } = notice;
  return (
    <Alert color={color} variant="light" title={title} role="status" mb="md">
      {body}
    </Alert>
  );
};
