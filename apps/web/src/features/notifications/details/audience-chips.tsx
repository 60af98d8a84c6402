import type { Notification } from '@endcap/contract/notifications';
import { Badge } from '@mantine/core';
import { useMessages } from '../../../lib/language.tsx';
import { notificationMessages } from '../notification.messages.ts';
import classes from './notification-details.module.css';

type ListField = 'includeStores' | 'excludeStores' | 'includeStoreGroups' | 'excludeStoreGroups';
const lists: ListField[] = ['includeStores', 'excludeStores', 'includeStoreGroups', 'excludeStoreGroups'];

/** Stores and groups by name, the id as tooltip; deleted ones stay recognisable. */
const Chips = ({ ids, names, deleted }: { ids: readonly string[]; names: Record<string, string>; deleted: string }) => (
  <span className={classes.chips}>
    {ids.map((id) => (
      <Badge key={id} variant="default" tt="none" title={id} data-deleted={!(id in names) || undefined}>
        {names[id] ?? deleted}
      </Badge>
    ))}
  </span>
);

/** To whom it was sent (NOTIF-DET-07..11). */
export const AudienceChips = ({ notification }: { notification: Notification }) => {
  const all = useMessages(notificationMessages);
  const words = all.details;
  const { names, storeId, isTest } = notification;
  if (storeId !== null)
    return (
      <>
        <dt>{words.store}</dt>
        <dd>
          <Chips ids={[storeId]} names={names} deleted={words.deletedStore} />
        </dd>
      </>
    );
  return (
    <>
      <dt>{words.storeType}</dt>
      <dd>{isTest ? words.testDevices : all.send.storeTypes[notification.includeStoreType]}</dd>
      {lists.map((field) => (
        <div key={field} style={{ display: 'contents' }}>
          <dt>{words[field]}</dt>
          <dd>
            {notification[field].length > 0 ? (
              <Chips ids={notification[field]} names={names} deleted={field.endsWith('Groups') ? words.deletedGroup : words.deletedStore} />
            ) : (
              words.none
            )}
          </dd>
        </div>
      ))}
    </>
  );
};
