import type { Notification } from '@endcap/contract/notifications';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { selectedStore, useSelectedStore } from '../../../lib/selected-store.ts';
import { usePerson } from '../../../lib/session.ts';
import { notifications } from '../notification.queries.ts';

/** A plan being edited, and the tag of the version that the edits are based on. */
export type EditedPlan = { notification: Notification; tag: string | null };

/**
 * Loads a plan and keeps it as it was when opened. Audience and free days are queried for the selected store, so this selects the plan's
 * own store for an administrator.
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
