import type { Notification } from '@endcap/contract/notifications';
import { Badge } from '@mantine/core';
import { useMessages } from '../../../lib/language.tsx';
import { notificationMessages } from '../notification.messages.ts';
import { detailsMessages } from './details.messages.ts';
import classes from './notification-details.module.css';

type ListField = 'includeStores' | 'excludeStores' | 'includeStoreGroups' | 'excludeStoreGroups';
const lists: ListField[] = ['includeStores', 'excludeStores', 'includeStoreGroups', 'excludeStoreGroups'];

type ChipsProps = {
  notification: Pick<Notification, 'names' | 'deleted'>;
  ids: readonly string[];
  of: 'store' | 'group';
};

/** Stores and groups by their last name, the id as tooltip; deleted ones say so. */
const Chips = ({ notification: { names, deleted }, ids, of }: ChipsProps) => {
  const words = useMessages(notificationMessages).details;
  const [unknown, gone] = of === 'store' ? [words.deletedStore, words.storeDeleted] : [words.deletedGroup, words.groupDeleted];
  const nameOf = (id: string): string => {
    const name = names[id];
    return name === undefined ? unknown : deleted.includes(id) ? gone(name) : name;
  };
  return (
    <span className={classes.chips}>
      {ids.map((id) => (
        <Badge key={id} variant="default" tt="none" title={id} data-deleted={!(id in names) || deleted.includes(id) || undefined}>
          {nameOf(id)}
        </Badge>
      ))}
    </span>
  );
};

/** To whom it was sent (NOTIF-DET-07..11). */
export const AudienceChips = ({ notification }: { notification: Notification }) => {
  const all = useMessages(notificationMessages);
  const words = all.details;
  const { testRecipients, recipients } = useMessages(detailsMessages);
  const { storeId, isTest } = notification;
  const test = isTest && (
    <>
      <dt>{recipients}</dt>
      <dd>{testRecipients}</dd>
    </>
  );
  if (storeId !== null)
    return (
      <>
        {test}
        <dt>{words.store}</dt>
        <dd>
          <Chips notification={notification} ids={[storeId]} of="store" />
        </dd>
      </>
    );
  return (
    <>
      {test}
      <dt>{words.storeType}</dt>
      <dd>{all.send.storeTypes[notification.includeStoreType]}</dd>
      {lists.map((field) => (
        <div key={field} style={{ display: 'contents' }}>
          <dt>{words[field]}</dt>
          <dd>
            {notification[field].length > 0 ? (
              <Chips notification={notification} ids={notification[field]} of={field.endsWith('Groups') ? 'group' : 'store'} />
            ) : (
              words.none
            )}
          </dd>
        </div>
      ))}
    </>
  );
};
