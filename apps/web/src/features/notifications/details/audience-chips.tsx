import type { AudienceRule } from '@endcap/contract/audience';
import type { Notification } from '@endcap/contract/notifications';
import { Badge } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { commonMessages } from '../../../lib/common.messages.ts';
import { useMessages } from '../../../lib/language.tsx';
import { withOther } from '../../../lib/with-other.ts';
import { notificationMessages } from '../notification.messages.ts';
import { detailsMessages } from './details.messages.ts';
import classes from './notification-details.module.css';

/** Parts of a rule that are lists of ids. */
type ListPart = Exclude<keyof AudienceRule, 'includeStoreType'>;

type ChipsProps = {
  notification: Pick<Notification, 'names' | 'deleted'>;
  ids: readonly string[];
  of: 'store' | 'group';
};

/** Stores and groups by their last name, with the id as tooltip. Deleted ones are marked. */
const Chips = ({ notification: { names, deleted }, ids, of }: ChipsProps) => {
  const words = useMessages(detailsMessages);
  const [unknown, gone] = of === 'store' ? [words.deletedStore, words.storeDeleted] : [words.deletedGroup, words.groupDeleted];
  const nameOf = (id: string): string => {
    const name = names[id];
    return name === undefined ? unknown : deleted.includes(id) ? gone(name) : name;
  };
  return (
    <span className={classes.chips}>
      {ids.map((id) => (
        <Badge
          key={id}
          variant="default"
          tt="none"
          className={classes.chip ?? ''}
          title={id}
          data-deleted={!(id in names) || deleted.includes(id) || undefined}
        >
          {nameOf(id)}
        </Badge>
      ))}
    </span>
  );
};

/** Returns label and value of each part of the send's rule; null where empty. The type requires an entry for each part. */
const useRuleParts = (notification: Notification): Record<keyof AudienceRule, { label: string; value: ReactNode } | null> => {
  const words = useMessages(detailsMessages);
  const { storeTypes } = useMessages(notificationMessages).send;
  const { other } = useMessages(commonMessages);
  const listed = (part: ListPart, of: 'store' | 'group') => {
    const ids = notification[part];
    return ids.length > 0 ? { label: words[part], value: <Chips notification={notification} ids={ids} of={of} /> } : null;
  };
  return {
    includeStoreType: { label: words.storeType, value: withOther(storeTypes, notification.includeStoreType, other) },
    includeStores: listed('includeStores', 'store'),
    excludeStores: listed('excludeStores', 'store'),
    includeStoreGroups: listed('includeStoreGroups', 'group'),
    excludeStoreGroups: listed('excludeStoreGroups', 'group'),
  };
};

/** The audience of the send (NOTIF-DET-07..11), without empty lists (NOTIF-DET-37). */
export const AudienceChips = ({ notification }: { notification: Notification }) => {
  const words = useMessages(detailsMessages);
  const parts = useRuleParts(notification);
  const { testRecipients, recipients } = words;
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
      {Object.entries(parts).map(
        ([part, fact]) =>
          fact && (
            <Fragment key={part}>
              <dt>{fact.label}</dt>
              <dd>{fact.value}</dd>
            </Fragment>
          ),
      )}
    </>
  );
};
