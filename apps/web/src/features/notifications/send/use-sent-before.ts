import type { SentAttempt } from '@endcap/contract/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { notifications } from '../notification.queries.ts';
import { isNotFound } from '../../../lib/api.ts';
import { usePerson } from '../../../lib/session.ts';
import { attempts, type Payload, type Slot } from './attempt.ts';

/** What became of an attempt of an earlier visit: still asking, known, known not to have arrived, or impossible to tell now. */
type SentBefore =
  | { state: 'none' | 'asking' }
  | { state: 'notSent'; payload: Payload }
  | { state: 'unknown'; at: number; payload: Payload }
  | { state: 'sent'; sent: SentAttempt; payload: Payload };

/** Asks after a reload whether what was sent without an answer did arrive (D-40). */
export const useSentBefore = (storeId: string | null): SentBefore & { storeId: string | null; forget: () => void } => {
  const owner = usePerson().id;
  // Person and store of the visit, whatever is selected later; the real attempt is told before a test's.
  const [of] = useState((): Slot => {
    const real = { owner, storeId, isTest: false };
    return attempts.read(real) ? real : { ...real, isTest: true };
  });
  const [attempt, setAttempt] = useState(() => attempts.read(of));
  const { data, error } = useQuery({ ...notifications.attempt(attempt?.key ?? ''), enabled: attempt !== null });
  const forget = (): void => {
    attempts.drop(of);
    setAttempt(null);
  };
  const rest = { storeId: of.storeId, forget };
  if (attempt === null) return { state: 'none', ...rest };
  if (data) return { state: 'sent', sent: data, payload: attempt.payload, ...rest };
  if (!error) return { state: 'asking', ...rest };
  // A first attempt may still be on its way: its key stays for the same content.
  if (isNotFound(error)) return { state: 'notSent', payload: attempt.payload, ...rest };
  return { state: 'unknown', at: attempt.at, payload: attempt.payload, ...rest };
};
