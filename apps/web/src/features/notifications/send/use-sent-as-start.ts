import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { notifications } from '../notification.queries.ts';
import type { SendForm } from './send-form.ts';
import { type Start, startOfSent } from './start-of-sent.ts';

type StartOptions = {
  storeId: string | null;
  base: SendForm;
  /** A copy came back, unasked because it began from this, or because somebody wanted it: nothing takes its place. */
  isRestored: boolean;
  /** Called once, when it is there. */
  take: (form: SendForm) => void;
};

/** Starts from the notification that the address asks for. */
export const useSentAsStart = ({ storeId, base, isRestored, take }: StartOptions) => {
  const { from, part = 'whole' } = useSearch({ from: '/signed-in/polish/notification/new' });
  const [taken, setTaken] = useState<{ from: string; start: Start } | null>(null);
  const wanted = from !== undefined && taken?.from !== from && !isRestored;
  const { data, isError } = useQuery({ ...notifications.details(storeId, from ?? ''), enabled: wanted, refetchInterval: false });
  if (wanted && data) {
    const start = startOfSent(data.value, base, part);
    setTaken({ from, start });
    take(start.form);
  }
  return {
    /** It cannot be had. */
    hasFailed: wanted && isError,
    /** What of it was left out; null when nothing was. */
    without: taken && taken.start.leftOut.length > 0 ? taken.start : null,
  };
};
