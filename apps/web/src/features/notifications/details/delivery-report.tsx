import { conversion, deliveryProgress, type Notification } from '@endcap/contract/notifications';
import { Progress, Title } from '@mantine/core';
import '@mantine/core/styles/Progress.css';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { Doughnut } from '../../../ui/doughnut.tsx';
import { notificationMessages } from '../notification.messages.ts';
import classes from './notification-details.module.css';

const colors = {
  delivered: 'var(--mantine-color-market-6)',
  remaining: 'var(--mantine-color-gray-5)',
  failed: 'var(--mantine-color-red-6)',
};

type DeliveryReportProps = { details: NonNullable<Notification['details']>; failures: Notification['failures']; isMoving: boolean };

/** NOTIF-DET-19..25: percent, the four numbers, the doughnut, and failures grouped in words. */
export const DeliveryReport = ({ details, failures, isMoving }: DeliveryReportProps) => {
  const words = useMessages(notificationMessages).details;
  const format = useFormat();
  const progress = deliveryProgress(details);
  const rows = [
    { key: 'successful', label: words.successful, value: details.successful, color: colors.delivered },
    { key: 'remaining', label: words.remaining, value: details.remaining, color: colors.remaining },
    { key: 'failed', label: words.unsuccessful, value: details.failed, color: colors.failed },
    { key: 'converted', label: words.converted, value: details.converted, color: 'transparent' },
  ];
  const slices = [
    { label: words.delivered, value: details.successful, color: colors.delivered },
    { label: words.remaining, value: details.remaining, color: colors.remaining },
    { label: words.unsuccessful, value: details.failed, color: colors.failed },
  ];
  const chart = words.chart(format.number(details.successful), format.number(details.remaining), format.number(details.failed));
  return (
    <section className={classes.card} aria-labelledby="delivery">
      <Title order={2} id="delivery" mb="sm">
        {words.delivery}
      </Title>
      {details.remaining > 0 && (
        <Progress value={progress} size="sm" mb="md" animated={isMoving} aria-label={words.progressOf(format.percent(progress))} />
      )}
      <div className={classes.report}>
        <Doughnut slices={slices} middle={format.percent(progress)} caption={words.progress} label={chart} />
        <div>
          <p className={classes.conversion}>
            <strong data-testid="conversion">{format.percent(conversion(details))}</strong> {words.conversion}
          </p>
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
                    <span className={classes.dot} style={{ background: row.color }} />
                    {row.label}
                  </th>
                  <td data-testid={row.key} data-value={row.value}>
                    {format.number(row.value)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
      {failures.length > 0 && (
        <div className={classes.why}>
          <Title order={3}>{words.why}</Title>
          <ul>
            {failures.map(({ reason, count }) => (
              <li key={reason}>
                <strong>{format.number(count)}</strong> · {words.reasons[reason]}{' '}
                <span className={classes.next}>{words.nextSteps[reason]}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
};
