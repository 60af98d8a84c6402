import {
  deliveryProgress,
  deliveryState,
  type Notification,
  type Sending,
  type SendStatus,
  sendStatusOf,
} from '@endcap/contract/notifications';
import { pushImageUrl } from '@endcap/contract/files';
import { Alert, Badge, Loader, Skeleton, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { BackLink, backTo, useMarked } from '../../../frames/back-link.tsx';
import { isNotFound } from '../../../lib/api.ts';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { paths } from '../../../lib/paths.ts';
import { usePerson } from '../../../lib/session.ts';
import { LinkButton } from '../../../ui/link-button.tsx';
import { useSelectedStore } from '../../../lib/selected-store.ts';
import { PageTitle } from '../../../ui/page-title.tsx';
import { FailedView, StateView } from '../../../ui/state-view.tsx';
import { When } from '../../../ui/when.tsx';
import { notificationMessages } from '../notification.messages.ts';
import { notifications } from '../notification.queries.ts';
import { PushPhone } from '../push-phone.tsx';
import { SafetyBadge } from '../safety/safety-badge.tsx';
import { standingColors } from '../standing-colors.ts';
import classes from './notification-details.module.css';
import { DeliveryReport } from './delivery-report.tsx';
import { detailsMessages } from './details.messages.ts';
import { ErrorList } from './error-list.tsx';
import { FollowUpActions } from './follow-up-actions.tsx';
import { FollowUpReport } from './follow-up-report.tsx';
import { NotificationActions } from './notification-actions.tsx';
import { OpensReport } from './opens-report.tsx';
import { followUpMessages } from './follow-up.messages.ts';
import { isStillGoingOut, mayBeTakenBack } from './what-may-follow.ts';
import { SendingNotice } from './sending-notice.tsx';
import { MessageCard } from './message-card.tsx';

/** Loaded only for a send that needs approval (CARE-04). */
const ApprovalNotice = lazyPart(
  () => import('../approval/approval-notice.tsx'),
  (module) => module.ApprovalNotice,
);

/** Loaded only for a correction that needs approval (E-03). */
const CorrectionNotice = lazyPart(
  () => import('../approval/correction-notice.tsx'),
  (module) => module.CorrectionNotice,
);

/** Time after a send during which its follow-up actions are at the top of the page (E-68). */
const DAY_MS = 24 * 60 * 60_000;

/** States without results, since nothing is being sent. */
const withoutResults: ReadonlySet<string> = new Set<Sending['state']>(['planned', 'cancelled']);

/** Returns true if the send starts on approval, so that it has no start time of its own. */
const startsOnceApproved = ({ approval }: Notification): boolean => approval?.state === 'waiting' && approval.atOnce;

/** Explains the two ways to end a running send, and what each leaves on phones. */
const WaysToEnd = () => {
  const { waysToEnd } = useMessages(followUpMessages);
  return (
    <p className={classes.ways} data-testid="ways-to-end">
      <span>{waysToEnd.cancel}</span> <span>{waysToEnd.takeBack}</span>
    </p>
  );
};

type HeadProps = { notification: Notification; standing: SendStatus; followUps: ReactNode };

/** Title, status and actions of the notification. */
const Head = ({ notification, standing, followUps }: HeadProps) => {
  const words = useMessages(detailsMessages);
  const format = useFormat();
  const { title, isTest, safety, details, createdAt } = notification;
  return (
    <header className={classes.head}>
      <Title order={1}>{title || words.noTitle}</Title>
      {safety && <SafetyBadge />}
      {isTest && (
        <Badge color="blue" variant="light">
          {words.test}
        </Badge>
      )}
      <Badge color={standingColors[standing]} variant="light" tt="none" data-testid="standing">
        {words.standing[standing](format.percent(details ? deliveryProgress(details) : 0))}
      </Badge>
      <span className={classes.sent}>
        <When at={createdAt} />
      </span>
      <div className={classes.actions}>
        {followUps}
        <NotificationActions notification={notification} standing={standing} />
      </div>
      {followUps && isStillGoingOut(notification) && mayBeTakenBack(notification) && <WaysToEnd />}
    </header>
  );
};

/** Placeholder while the notification loads, after a failure, or when it does not exist for this person. */
const NothingToShow = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => {
  const words = useMessages(detailsMessages);
  const { list } = useMessages(notificationMessages);
  if (isNotFound(error))
    return (
      <StateView title={words.notFound}>
        <LinkButton {...backTo(paths.notifications)} variant="default" mt="xs">
          {list}
        </LinkButton>
      </StateView>
    );
  return error ? <FailedView error={error} onRetry={onRetry} /> : <Skeleton h={320} aria-label={words.title} />;
};

const Details = ({ id }: { id: string }) => {
  const words = useMessages(detailsMessages);
  const { list } = useMessages(notificationMessages);
  const scope = useSelectedStore();
  const { data: tagged, error, refetch } = useQuery(notifications.details(scope, id));
  const data = tagged?.value;
  useMarked(paths.notifications, data?._id);
  // Keep the notice mounted once shown, so that its dialog can explain a late decision.
  const [hadCorrection, setHadCorrection] = useState(false);
  if (data?.correction && !hadCorrection) setHadCorrection(true);
  const { isAdmin } = usePerson();
  const [openedAt] = useState(() => Date.now());

  if (!data) return <NothingToShow error={error} onRetry={() => void refetch()} />;
  const state = deliveryState(data);
  const standing = sendStatusOf({ ...data, declined: data.approval?.state === 'declined' });
  // Safety messages are head office's (CARE-05).
  const followUps = (isAdmin || !data.safety) && <FollowUpActions notification={data} tag={tagged?.tag ?? null} />;
  const isRecent = Date.parse(data.createdAt) > openedAt - DAY_MS;
  return (
    <>
      <PageTitle of={data.title || words.noTitle} />
      <BackLink path={paths.notifications} label={list} />
      <Head notification={data} standing={standing} followUps={isRecent && followUps} />
      <div className={classes.columns}>
        <div className={classes.main}>
          {data.errors.length > 0 && <ErrorList errors={data.errors} />}
          {data.approval && <ApprovalNotice notification={data} approval={data.approval} />}
          {hadCorrection && <CorrectionNotice notification={data} />}
          <SendingNotice notification={data} />
          {state === 'waiting' && !withoutResults.has(data.sending.state) && (
            <Alert variant="light" color="blue" icon={<Loader size={18} />} title={words.waiting} role="status" mb="md">
              {words.waitingText}
            </Alert>
          )}
          {data.followUps.length > 0 && <FollowUpReport notification={data} />}
          {data.details && <DeliveryReport notification={data} details={data.details} standing={standing} />}
          <MessageCard notification={data} tag={tagged?.tag ?? null} standing={standing} followUps={!isRecent && followUps} />
          {data.details && <OpensReport notificationId={data._id} opened={data.details.converted} />}
        </div>
        <aside className={classes.rail} aria-label={words.preview}>
          <PushPhone
            title={data.title}
            text={data.content}
            imageUrl={data.image && pushImageUrl(data.image)}
            storeId={data.storeId}
            at={startsOnceApproved(data) ? undefined : data.createdAt}
          />
        </aside>
      </div>
    </>
  );
};

/** The message, audience and results of a send, refreshed every three seconds while the page is open (NOTIF-DET-*). */
export const NotificationDetailsPage = () => {
  const { notificationId } = useParams({ from: '/signed-in/staff-screens/notification/$notificationId' });
  // The key resets state such as an open dialog when another notification is shown.
  return <Details key={notificationId} id={notificationId} />;
};
