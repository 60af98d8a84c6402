import { LATE_HOURS, type Notification } from '@endcap/contract/notifications';
import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { sendNotices } from '../../../plugins.ts';
import { useFormat, useLanguage, useMessages } from '../../../lib/language.tsx';
import { useSelectedStore } from '../../../lib/selected-store.ts';
import { usePerson } from '../../../lib/session.ts';
import { useNow } from '../../../lib/use-now.ts';
import { withOther } from '../../../lib/with-other.ts';
import { notifications } from '../notification.queries.ts';
import { useAboutDevices } from '../review/use-about-devices.ts';
import { audienceOf } from '../send/send-form.ts';
import { DayNotices } from './day-notices.tsx';
import classes from './plan.module.css';
import { planMessages } from './plan.messages.ts';

const EVERY_MS = 10_000;
const HOUR_MS = 3_600_000;

/** Number of phones it would reach now. Shown only in the plan's own scope, because the count depends on the selected store. */
const Estimate = ({ notification }: { notification: Notification }) => {
  const words = useMessages(planMessages);
  const about = useAboutDevices();
  const scope = useSelectedStore();
  const { isAdmin } = usePerson();
  const isSameScope = !isAdmin || scope === notification.storeId;
  const { data } = useQuery({ ...notifications.audience(scope, audienceOf(notification)), enabled: isSameScope });
  if (!isSameScope || !data) return null;
  return <p data-testid="would-reach">{words.wouldReach(about(data.devices))}</p>;
};

/** Start and reach of a plan, or the reason why a person has to decide (PLAN-03, PLAN-04). */
export const PlanNotice = ({ notification }: { notification: Notification }) => {
  const words = useMessages(planMessages);
  const format = useFormat();
  const language = useLanguage();
  const now = useNow(EVERY_MS);
  const { isAdmin } = usePerson();
  const { createdAt, sending, approval } = notification;
  const moment = format.moment(createdAt);
  const waits = sending.pauseReason;
  // The decision about a plan can only be an approval. Without a decision the comparison is false.
  const isApprovedLate = waits === 'late' && Date.parse(approval?.decidedAt ?? '') >= Date.parse(createdAt) + LATE_HOURS * HOUR_MS;
  const overdue: Record<string, string> = words.overdue;
  const notice = sendNotices.find(({ reason }) => reason === waits);
  const because =
    notice?.words[language].overdue ?? (waits === null || waits === 'approval' ? null : withOther(overdue, waits, words.overdueOther));
  if (because !== null)
    return (
      <Alert
        color="yellow"
        variant="light"
        title={waits === 'quietHours' ? words.quietTitle(moment) : words.overdueTitle(moment)}
        role="status"
        mb="md"
        data-testid="plan-notice"
      >
        {isApprovedLate ? words.approvedLate : because}
      </Alert>
    );
  const { _id, storeId } = notification;
  return (
    <>
      <Alert
        color="indigo"
        variant="light"
        title={words.noticeTitle(moment, format.ago(createdAt, now))}
        role="status"
        mb="md"
        data-testid="plan-notice"
      >
        <div className={classes.facts}>
          <p>{words.notice}</p>
          <Estimate notification={notification} />
        </div>
      </Alert>
      {!isAdmin && storeId !== null && <DayNotices storeId={storeId} day={{ startsAt: createdAt, notificationId: _id }} />}
    </>
  );
};
