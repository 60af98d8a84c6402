import {
  hasEndedEarly,
  conversion,
  deliveredShare,
  deliveryProgress,
  isAccepted,
  type Notification,
  type SendStatus,
} from '@endcap/contract/notifications';
import { Progress, Title } from '@mantine/core';
import '@mantine/core/styles/Progress.css';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { withOther } from '../../../lib/with-other.ts';
import { Doughnut } from '../../../ui/doughnut.tsx';
import { detailsMessages } from './details.messages.ts';
import { codeOf } from './group-errors.ts';
import classes from './notification-details.module.css';
import { useNextStep } from './use-next-step.ts';

const colors = {
  delivered: 'var(--mantine-color-market-6)',
  remaining: 'var(--mantine-color-gray-5)',
  failed: 'var(--mantine-color-red-6)',
};

type Details = NonNullable<Notification['details']>;
type DeliveryReportProps = { notification: Notification; details: Details; standing: SendStatus };

const allOf = ({ successful, remaining, failed }: Details): number => successful + remaining + failed;

/** Chart of the recipients: how many of them got the message, or how far a send came before it ended. */
const Chart = ({ details, standing }: Omit<DeliveryReportProps, 'notification'>) => {
  const words = useMessages(detailsMessages);
  const format = useFormat();
  const isOver = hasEndedEarly(standing);
  const counts = words.chart(format.number(details.successful), format.number(details.remaining), format.number(details.failed));
  return (
    <Doughnut
      slices={[
        { label: words.delivered, value: details.successful, color: colors.delivered },
        { label: words.remaining, value: details.remaining, color: colors.remaining },
        { label: words.unsuccessful, value: details.failed, color: colors.failed },
      ]}
      middle={format.percent(isOver ? deliveredShare(details) : deliveryProgress(details))}
      caption={isOver ? words.delivered : words.progress}
      of={words.ofAll(format.number(allOf(details)))}
      label={isOver ? words.chartSaid(words.standing[standing](''), counts) : counts}
    />
  );
};

const Numbers = ({ details }: { details: Details }) => {
  const words = useMessages(detailsMessages);
  const format = useFormat();
  const rows = [
    { key: 'successful', label: words.successful, value: details.successful, color: colors.delivered },
    { key: 'remaining', label: words.remaining, value: details.remaining, color: colors.remaining },
    { key: 'failed', label: words.unsuccessful, value: details.failed, color: colors.failed },
    { key: 'converted', label: words.converted, value: details.converted, color: 'transparent', ring: true },
  ];
  return (
    <table className={classes.numbers}>
      <thead>
        <tr>
          <th scope="col">{words.outcome}</th>
          <th scope="col">{words.count}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row">
              <span className={classes.dot} data-ring={row.ring} style={{ background: row.color }} />
              <span>{row.label}</span>
            </th>
            <td data-testid={row.key} data-value={row.value} translate="no">
              {format.number(row.value)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};

/** Failures grouped by reason, with the next step. Leaves out reasons that the errors above already have (D-04). */
const Failures = ({ notification }: { notification: Notification }) => {
  const words = useMessages(detailsMessages);
  const nextStep = useNextStep();
  const format = useFormat();
  const stated = new Set(notification.errors.map(codeOf));
  const failures = notification.failures.filter(({ reason }) => !stated.has(reason));
  if (failures.length === 0) return null;
  return (
    <div className={classes.why}>
      <Title order={3}>{words.why}</Title>
      <ul>
        {failures.map(({ reason, count }) => (
          <li key={reason}>
            <strong translate="no">{format.number(count)}</strong> <span>{`· ${withOther(words.reasons, reason, words.otherReason)}`}</span>{' '}
            <span className={classes.next}>{nextStep(reason)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
};

/** Phones left out because they reached the weekly limit. They are not failures (CARE-02). */
const LeftOut = ({ limited }: Pick<Notification, 'limited'>) => {
  const words = useMessages(detailsMessages);
  const format = useFormat();
  if (!limited?.devices) return null;
  return (
    <p className={classes.leftOut} data-testid="left-out">
      {words.leftOut(limited.limit, limited.devices, format.number(limited.devices))}
    </p>
  );
};

/** Progress, the four counts, the doughnut chart and the reasons for failures (NOTIF-DET-19..25). */
export const DeliveryReport = ({ notification, details, standing }: DeliveryReportProps) => {
  const words = useMessages(detailsMessages);
  const format = useFormat();
  const progress = deliveryProgress(details);
  return (
    <section className={classes.card} aria-labelledby="delivery">
      <Title order={2} id="delivery" mb="sm">
        {words.delivery}
      </Title>
      {details.remaining > 0 && (
        <>
          <Progress value={progress} size="sm" animated={standing === 'sending'} aria-label={words.progressOf(format.percent(progress))} />
          <p className={classes.processed}>
            {words.processed(format.number(details.successful + details.failed), format.number(allOf(details)))}
          </p>
        </>
      )}
      <div className={classes.report}>
        <Chart details={details} standing={standing} />
        <div>
          <p className={classes.conversion}>
            <strong data-testid="conversion" translate="no">
              {format.percent(conversion(details))}
            </strong>{' '}
            <span>{words.conversion}</span>
            {isAccepted(details) && (
              <small>{words.conversionOf(format.number(details.converted), format.number(details.successful))}</small>
            )}
          </p>
          <Numbers details={details} />
        </div>
      </div>
      <LeftOut limited={notification.limited} />
      <Failures notification={notification} />
    </section>
  );
};
