import type { Notification } from '@endcap/contract/notifications';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { notifications } from '../notification.queries.ts';

/** The notification that the address asks to start from; `take` is called once, when it is there. */
export const useSentAsStart = (storeId: string | null, take: (sent: Notification) => void): { hasFailed: boolean } => {
  const { from } = useSearch({ from: '/signed-in/polish/notification/new' });
  const [taken, setTaken] = useState<string | null>(null);
  const wanted = from !== undefined && taken !== from;
  const { data, isError } = useQuery({ ...notifications.details(storeId, from ?? ''), enabled: wanted, refetchInterval: false });
  if (wanted && data) {
    setTaken(from);
    take(data.value);
  }
  return { hasFailed: wanted && isError };
};
