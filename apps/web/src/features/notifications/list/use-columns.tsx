import type { NotificationRow } from '@endcap/contract/notifications';
import { Badge } from '@mantine/core';
import { useState } from 'react';
import type { Column } from '../../../frames/list-page.tsx';
import { RowLink } from '../../../frames/rows.tsx';
import { commonMessages } from '../../../lib/common.messages.ts';
import { useMessages } from '../../../lib/language.tsx';
import { paths } from '../../../lib/paths.ts';
import { IconLink } from '../../../ui/icon-link.tsx';
import { IconChevronRight } from '../../../ui/icons/frame-icons.ts';
import { When } from '../../../ui/when.tsx';
import { AgainMenu } from '../again-menu.tsx';
import { SafetyBadge } from '../safety/safety-badge.tsx';
import { AudienceCell, DeliveredCell, StandingCell } from './delivery-cells.tsx';
import { listMessages } from './list.messages.ts';
import classes from './notification-list.module.css';

const useIsAhead = ({ createdAt }: NotificationRow): boolean => {
  const [now] = useState(Date.now);
  return Date.parse(createdAt) > now;
};

const DetailsLink = ({ row }: { row: NotificationRow }) => {
  const words = useMessages(listMessages);
  const handedOver = row.notificationIds.length > 0;
  // Sends that start later or await approval have no recipients yet, which is not a failure.
  const isAhead = useIsAhead(row) || row.approval === 'waiting';
  const label = isAhead ? words.details : handedOver ? words.handedOver : words.notHandedOver;
  return (
    <IconLink
      to={paths.notificationDetails}
      params={{ notificationId: row._id }}
      className={classes.details ?? ''}
      color={handedOver || isAhead ? 'blue' : 'red'}
      variant="light"
      size="lg"
      aria-label={`${label}: ${row.title}`}
      title={label}
      data-handed-over={handedOver}
    >
      <IconChevronRight size={18} aria-hidden />
    </IconLink>
  );
};

/** Time of the send, past or planned, and its author (PLAN-02). */
const TimeCell = ({ row }: { row: NotificationRow }) => {
  const words = useMessages(listMessages);
  return (
    <div className={classes.sent}>
      {useIsAhead(row) && <span>{words.startsAt}</span>} <When at={row.createdAt} />
      <small>{row.sentBy}</small>
    </div>
  );
};

/** Columns of the list: message, audience and outcome (NOTIF-LIST-*). */
export const useColumns = (shown: readonly NotificationRow[]): Column<NotificationRow>[] => {
  const words = useMessages(listMessages);
  const common = useMessages(commonMessages);
  return [
    {
      header: words.text,
      kind: 'main',
      render: (row) => (
        <div className={classes.text}>
          {row.safety && <SafetyBadge />}
          <RowLink to={paths.notificationDetails} params={{ notificationId: row._id }}>
            {row.title}
          </RowLink>
          <span>{row.content}</span>
        </div>
      ),
    },
    { header: words.audience, render: (row) => <AudienceCell row={row} /> },
    { header: words.state, render: (row) => <StandingCell row={row} shown={shown} /> },
    { header: words.delivered, kind: 'number', render: (row) => <DeliveredCell row={row} shown={shown} /> },
    {
      header: words.isTest,
      kind: 'flag',
      render: (row) =>
        row.isTest && (
          <Badge color="blue" variant="light" miw="max-content">
            {words.test}
          </Badge>
        ),
    },
    {
      header: words.sentAt,
      kind: 'time',
      render: (row) => <TimeCell row={row} />,
    },
    {
      header: common.actions,
      kind: 'actions',
      render: (row) => (
        <>
          <AgainMenu notification={row} parts={['whole', 'message']} />
          <DetailsLink row={row} />
        </>
      ),
    },
  ];
};
