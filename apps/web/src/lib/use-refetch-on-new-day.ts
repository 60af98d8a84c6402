import { useEffect, useEffectEvent, useRef } from 'react';

/** Refetches when the day changes: findings such as "no leaflet tomorrow" and notes for today depend on it (CAL-04, CARE-06). */
export const useRefetchOnNewDay = (day: string, read: () => Promise<unknown>): void => {
  const fetchedDay = useRef(day);
  const refetch = useEffectEvent(() => void read());
  useEffect(() => {
    if (fetchedDay.current !== day) refetch();
    fetchedDay.current = day;
  }, [day]);
};
