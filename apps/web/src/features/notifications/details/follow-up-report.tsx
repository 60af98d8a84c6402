import { fileUrl } from '@endcap/contract/files';
import type { FollowUp, MessageChange, Notification } from '@endcap/contract/notifications';
import { Button, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { callTagged } from '../../../lib/api.ts';
import { commonMessages } from '../../../lib/common.messages.ts';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { useSelectedStore } from '../../../lib/selected-store.ts';
import { withOther } from '../../../lib/with-other.ts';
import { notifications } from '../notification.queries.ts';
import { followUpMessages } from './follow-up.messages.ts';
import classes from './follow-up.module.css';
import detailsClasses from './notification-details.module.css';
import { useFollowUp } from './use-follow-up.ts';

const Part = ({ kind, part }: { kind: FollowUp['kind']; part: FollowUp['parts'][number] }) => {
  const { report } = useMessages(followUpMessages);
  const { other } = useMessages(commonMessages);
  const format = useFormat();
  const { platform, details, sending, refusal, unknown } = part;
  // Recalls and corrections are never planned.
  const states: Record<string, string> = report.states;
  const shown = (count: number | undefined): string => (count === undefined ? '–' : format.number(count));
  return (
    <tr data-testid={`follow-up-${platform}`} data-state={sending.state}>
      <th scope="row">
        <span>{withOther(report.platforms, platform, other)}</span>
        <small>{withOther<string, string>(states, sending.state, other)}</small>
        {refusal && <small>{refusal}</small>}
        {unknown > 0 && <small>{withOther(report.unknown, kind, report.unknown.other)(unknown, format.number(unknown))}</small>}
      </th>
      <td>{shown(details?.successful)}</td>
      <td>{shown(details?.remaining)}</td>
      <td>{shown(details?.failed)}</td>
    </tr>
  );
};

/** The changed parts of a message before and after a correction, and the opens of the former one (E-68). */
const Replaced = ({ changed, openedBefore }: { changed: MessageChange; openedBefore: number | null | undefined }) => {
  const { report } = useMessages(followUpMessages);
  const { changes } = report;
  const format = useFormat();
  const rows = (['title', 'content', 'url', 'image'] as const).flatMap((field) => {
    const pair = changed[field];
    return pair ? [{ field, pair }] : [];
  });
  const shown = (field: keyof MessageChange, value: string | null): ReactNode => {
    if (value === null || value === '') return <em>{changes.nothing}</em>;
    return field === 'image' ? <img className={detailsClasses.image} src={fileUrl(value) ?? ''} alt={changes.fields.image} /> : value;
  };
  return (
    <>
      <table className={classes.replaced} data-testid="replaced">
        <thead>
          <tr>
            <td />
            <th scope="col">{changes.before}</th>
            <th scope="col">{changes.after}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ field, pair: [before, after] }) => (
            <tr key={field}>
              <th scope="row">{changes.fields[field]}</th>
              <td>{shown(field, before)}</td>
              <td>{shown(field, after)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {typeof openedBefore === 'number' && <p className={classes.means}>{changes.opened(openedBefore, format.number(openedBefore))}</p>}
    </>
  );
};

type OneProps = { followUp: FollowUp; openedBefore: number | null | undefined };
const One = ({ followUp: { kind, at, changed, parts }, openedBefore }: OneProps) => {
  const { report } = useMessages(followUpMessages);
  const format = useFormat();
  const named = withOther({ recall: report.recall, correct: report.correct }, kind, report.other)(format.moment(at));
  return (
    <div className={classes.one} role="group" aria-label={named} data-testid={`follow-up-${kind}`}>
      <div className={classes.head}>
        <Title order={2}>{named}</Title>
      </div>
      {changed && <Replaced changed={changed} openedBefore={openedBefore} />}
      <table className={classes.part}>
        <thead>
          <tr>
            <th scope="col">{report.platform}</th>
            <th scope="col">{report.accepted}</th>
            <th scope="col">{report.left}</th>
            <th scope="col">{report.failed}</th>
          </tr>
        </thead>
        <tbody>
          {parts.map((part) => (
            <Part key={part.platform} kind={kind} part={part} />
          ))}
        </tbody>
      </table>
      <p className={classes.means}>{withOther({ recall: report.recallMeans, correct: report.correctMeans }, kind, '')}</p>
    </div>
  );
};

/** Resumes a follow-up that a restore or the safety brake paused. */
const Resume = ({ notification }: { notification: Notification }) => {
  const { report } = useMessages(followUpMessages);
  const { take, isPending, message } = useFollowUp(
    notification,
    () =>
      callTagged('POST /api/v1/notification-editor/:notificationId/resume', {
        params: { notificationId: notification._id },
        query: { of: 'followUps' },
      }),
    () => {},
  );
  return (
    <p className={classes.means}>
      <Button size="compact-sm" loading={isPending} onClick={() => take()}>
        {report.resume}
      </Button>{' '}
      <span>{message}</span>
    </p>
  );
};

/** Progress of corrections and recalls by platform, since platforms support different steps (RECALL-01, RECALL-02). */
export const FollowUpReport = ({ notification }: { notification: Notification }) => {
  const { followUps } = notification;
  const scope = useSelectedStore();
  const isCorrected = followUps.some(({ changed }) => changed !== null);
  const { data: opens } = useQuery({
    ...notifications.opens(scope, notification._id),
    enabled: isCorrected && (notification.details?.converted ?? 0) > 0,
  });
  const isPaused = followUps.some(({ parts }) => parts.some(({ sending }) => sending.state === 'paused'));
  return (
    <section className={detailsClasses.card}>
      {followUps.map((followUp) => (
        <One
          key={`${followUp.kind} ${followUp.at}`}
          followUp={followUp}
          openedBefore={opens?.beforeCorrections.find(({ at }) => at === followUp.at)?.opened}
        />
      ))}
      {isPaused && <Resume notification={notification} />}
    </section>
  );
};
