import type { Notification } from '@endcap/contract/notifications';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { selectedStore, useSelectedStore } from '../../../lib/selected-store.ts';
import { usePerson } from '../../../lib/session.ts';
import { notifications } from '../notification.queries.ts';

/** A plan that is being changed, and the tag of what it is changed against. */
export type EditedPlan = { notification: Notification; tag: string | null };

/**
 * The plan as it was when it was opened. Whom it reaches and which days are free is asked for the store that is selected, so an administrator's selection
 * becomes the plan's own.
 */
export const usePlan = (notificationId: string) => {
  const scope = useSelectedStore();
  const { isAdmin } = usePerson();
  const { data, error, refetch } = useQuery({ ...notifications.details(scope, notificationId), refetchInterval: false, staleTime: 0 });
  const [opened, setOpened] = useState<EditedPlan | null>(null);
  const storeId = data?.value.storeId ?? null;
  const isOther = data !== undefined && isAdmin && storeId !== scope;
  useEffect(() => {
    if (isOther) selectedStore.set(storeId);
  }, [isOther, storeId]);
  if (data && !isOther && opened === null) setOpened({ notification: data.value, tag: data.tag });
  return { plan: opened, error, retry: () => void refetch() };
};
