import {
  conversion,
  type Deliveries,
  deliveryProgress,
  isAccepted,
  type NotificationRow,
  sendStatusOf,
} from '@endcap/contract/notifications';
import { Badge } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { useSelectedStore } from '../../../lib/selected-store.ts';
import { withOther } from '../../../lib/with-other.ts';
import { useStoreName } from '../../stores/index.ts';
import { notifications } from '../notification.queries.ts';
import { PlannedBadge } from '../plan/planned-badge.tsx';
import { standingColors } from '../standing-colors.ts';
import classes from './notification-list.module.css';
import { listMessages } from './list.messages.ts';

/** `shown`: all rows of the page. Their delivery counts are loaded in one request. */
type CellProps = { row: NotificationRow; shown: readonly NotificationRow[] };

const useDelivery = ({ row, shown }: CellProps): Deliveries[number] | undefined => {
  const scope = useSelectedStore();
  const { data } = useQuery(
    notifications.deliveries(
      scope,
      shown.map(({ _id }) => _id),
    ),
  );
  return data?.find(({ _id }) => _id === row._id);
};

/** The status of a send as a badge. */
export const StandingCell = (props: CellProps) => {
  const words = useMessages(listMessages);
  const format = useFormat();
  const delivery = useDelivery(props);
  // Placeholder while the status is loading.
  if (!delivery) return <span className={classes.standing} />;
  const { errors, correctedAt, recalledAt, approval } = props.row;
  const standing = sendStatusOf({ ...delivery, errors, correctedAt, recalledAt, declined: approval === 'declined' });
  if (standing === 'planned' || standing === 'overdue' || standing === 'unapproved')
    return (
      <span className={classes.standing}>
        <PlannedBadge standing={standing} startsAt={props.row.createdAt} />
      </span>
    );
  return (
    <span className={classes.standing}>
      <Badge color={standingColors[standing]} variant="light" tt="none">
        {words.standing[standing](format.percent(delivery.details ? deliveryProgress(delivery.details) : 0))}
      </Badge>
      {props.row.correctionWaits && (
        <Badge color="yellow" variant="light" tt="none" data-testid="correction-waits">
          {words.correctionWaits}
        </Badge>
      )}
    </span>
  );
};

/** Number of phones that got it, and the share of those that opened it. */
export const DeliveredCell = (props: CellProps) => {
  const words = useMessages(listMessages);
  const format = useFormat();
  const details = useDelivery(props)?.details;
  if (!details) return <span className={classes.delivered}>–</span>;
  const share = conversion(details);
  return (
    <span className={classes.delivered}>
      <span translate="no">{format.number(details.successful)}</span>
      {isAccepted(details) && (
        <small>
          <span>{words.opened(format.percent(share))}</span>
          <span className={classes.bar} aria-hidden>
            <span style={{ width: `${share}%` }} />
          </span>
        </small>
      )}
    </span>
  );
};

const useAudienceWord = ({ isTest, storeId, audience }: NotificationRow): string | undefined => {
  const words = useMessages(listMessages);
  const store = useStoreName(storeId);
  if (isTest) return words.testPhones;
  if (storeId !== null) return store;
  const { includeStoreType: type, groups, stores: named, excludes } = audience;
  const parts = [
    type !== '' && type !== 'all' && withOther(words.types, type, words.otherStores),
    groups > 0 && words.groups(groups),
    named > 0 && words.stores(named),
  ].filter((part) => part !== false);
  const included = type === 'all' ? words.everyone : parts.length > 0 ? parts.join(', ') : words.nobody;
  return excludes ? words.excludes(included) : included;
};

/** Audience in a few words; the cell stays empty until they are loaded. */
export const AudienceCell = ({ row }: Pick<CellProps, 'row'>) => <span className={classes.audience}>{useAudienceWord(row)}</span>;

/** Notice beside the button for a new send: today's quota is used, and the first free day (A-37, E-6B). */
export const QuotaNote = () => {
  const words = useMessages(listMessages);
  const scope = useSelectedStore();
  const format = useFormat();
  const { data } = useQuery(notifications.canSend(scope));
  const isUsedUp = data?.reason === 'quota';
  const { data: next, isPending } = useQuery({ ...notifications.firstFreeDay(scope), enabled: isUsedUp });
  // Show the whole sentence at once: a part added later would shift the layout.
  if (!isUsedUp || isPending) return null;
  if (next === undefined) return <span>{words.quota}</span>;
  return <span>{next === null ? words.quotaForDays : words.quotaUntil(format.longDay(format.day(next)))}</span>;
};
