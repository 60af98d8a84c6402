import {
  deliveryProgress,
  deliveryState,
  type Notification,
  type Sending,
  type Standing,
  standingOf,
} from '@endcap/contract/notifications';
import { fileUrl } from '@endcap/contract/files';
import { Alert, Badge, Loader, Skeleton, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { BackLink, backTo, useMarked } from '../../../frames/back-link.tsx';
import { ApiProblem } from '../../../lib/api.ts';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { paths } from '../../../lib/paths.ts';
import { LinkButton } from '../../../ui/link-button.tsx';
import { useSelectedStore } from '../../../lib/selected-store.ts';
import { usePerson } from '../../../lib/session.ts';
import { PageTitle } from '../../../ui/page-title.tsx';
import { FailedView, StateView } from '../../../ui/state-view.tsx';
import { notificationMessages } from '../notification.messages.ts';
import { notifications } from '../notification.queries.ts';
import { PushPhone } from '../push-phone.tsx';
import { SafetyBadge } from '../safety/safety-badge.tsx';
import { standingColors } from '../standing-colors.ts';
import { AudienceChips } from './audience-chips.tsx';
import { DeliveryReport } from './delivery-report.tsx';
import { detailsMessages } from './details.messages.ts';
import { ErrorList } from './error-list.tsx';
import { FollowUpActions } from './follow-up-actions.tsx';
import { FollowUpReport } from './follow-up-report.tsx';
import { MessageFacts } from './message-facts.tsx';
import { NotificationActions } from './notification-actions.tsx';
import classes from './notification-details.module.css';
import { OpensReport } from './opens-report.tsx';
import { SendingNotice } from './sending-notice.tsx';
import { ValidityField } from './validity-field.tsx';

/** Both come where another administrator is asked (CARE-04). */
const ApprovalNotice = lazyPart(
  () => import('../approval/approval-notice.tsx'),
  (module) => module.ApprovalNotice,
);
const ApprovalFacts = lazyPart(
  () => import('../approval/approval-facts.tsx'),
  (module) => module.ApprovalFacts,
);

/** Nothing is on its way to anybody. */
const withoutResults: ReadonlySet<string> = new Set<Sending['state']>(['planned', 'cancelled']);

/** How it is called, how it stands, and what can be done with it. */
const Head = ({ notification, standing }: { notification: Notification; standing: Standing }) => {
  const words = useMessages(detailsMessages);
  const format = useFormat();
  const { _id, title, isTest, safety, details, createdAt } = notification;
  return (
    <header className={classes.head}>
      <Title order={1}>{title || words.noTitle}</Title>
      {safety && <SafetyBadge />}
      {isTest && (
        <Badge color="blue" variant="light">
          {words.test}
        </Badge>
      )}
      <Badge
        color={standingColors[standing]}
        variant="light"
        tt="none"
        classNames={{ label: classes.standing ?? '' }}
        data-testid="standing"
      >
        {words.standing[standing](format.percent(details ? deliveryProgress(details) : 0))}
      </Badge>
      <span className={classes.sent}>{format.minute(createdAt)}</span>
      <NotificationActions key={_id} notification={notification} standing={standing} />
    </header>
  );
};

/** NOTIF-DET-*: what was sent, to whom, and what became of it; refreshed every three seconds until one leaves. */
export const NotificationDetailsPage = () => {
  const words = useMessages(detailsMessages);
  const { list } = useMessages(notificationMessages);
  const format = useFormat();
  const { isAdmin } = usePerson();
  const scope = useSelectedStore();
  const { notificationId } = useParams({ from: '/signed-in/polish/notification/$notificationId' });
  const { data: tagged, error, refetch } = useQuery(notifications.details(scope, notificationId));
  const data = tagged?.value;
  useMarked(paths.notifications, data?._id);

  if (!data) {
    if (error instanceof ApiProblem && error.status === 404)
      return (
        <StateView title={words.notFound}>
          <LinkButton {...backTo(paths.notifications)} variant="default" mt="xs">
            {list}
          </LinkButton>
        </StateView>
      );
    return error ? <FailedView error={error} onRetry={() => void refetch()} /> : <Skeleton h={320} aria-label={words.title} />;
  }
  const state = deliveryState(data);
  const standing = standingOf({ ...data, declined: data.approval?.state === 'declined' });
  const mayChange = isAdmin || !data.safety;
  // What was declined or taken back is shown to nobody, whatever its end.
  const hasOpenEnd = mayChange && data.sending.state !== 'planned' && standing !== 'declined' && standing !== 'takenBack';
  return (
    <>
      <PageTitle of={data.title || words.noTitle} />
      <BackLink path={paths.notifications} label={list} />
      <Head notification={data} standing={standing} />
      <div className={classes.columns}>
        <div className={classes.main}>
          {data.errors.length > 0 && <ErrorList errors={data.errors} />}
          {data.approval && <ApprovalNotice key={data._id} notification={data} approval={data.approval} />}
          <SendingNotice notification={data} />
          {state === 'waiting' && !withoutResults.has(data.sending.state) && (
            <Alert variant="light" color="blue" icon={<Loader size={18} />} title={words.waiting} role="status" mb="md">
              {words.waitingText}
            </Alert>
          )}
          {data.followUps.length > 0 && <FollowUpReport notification={data} />}
          {data.details && <DeliveryReport notification={data} details={data.details} standing={standing} />}
          <section className={classes.card}>
            <dl className={classes.facts}>
              <MessageFacts notification={data} />
              <AudienceChips notification={data} />
              {data.approval && data.approval.state !== 'waiting' && <ApprovalFacts approval={data.approval} />}
              {!hasOpenEnd && (
                <>
                  <dt>{words.validUntil}</dt>
                  <dd>{format.day(data.validUntil)}</dd>
                </>
              )}
            </dl>
            {mayChange && <FollowUpActions key={data._id} notification={data} tag={tagged?.tag ?? null} />}
            {hasOpenEnd && <ValidityField key={notificationId} notification={data} tag={tagged?.tag ?? null} />}
          </section>
          {data.details && <OpensReport key={data._id} notificationId={data._id} opened={data.details.converted} />}
        </div>
        <aside className={classes.rail} aria-label={words.preview}>
          <PushPhone title={data.title} text={data.content} imageUrl={data.image && fileUrl(data.image)} storeId={data.storeId} />
        </aside>
      </div>
    </>
  );
};
