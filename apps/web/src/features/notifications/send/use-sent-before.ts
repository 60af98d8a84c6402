import type { SentAttempt } from '@endcap/contract/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { notifications } from '../notification.queries.ts';
import { ApiProblem } from '../../../lib/api.ts';
import { attempts, type Payload } from './attempt.ts';

/** What became of an attempt of an earlier visit: still asking, known, known not to have arrived, or impossible to tell now. */
type SentBefore =
  | { state: 'none' | 'asking' | 'notSent' }
  | { state: 'unknown'; at: number }
  | { state: 'sent'; sent: SentAttempt; payload: Payload };

/** Asks after a reload whether what was sent without an answer did arrive (D-40). */
export const useSentBefore = (storeId: string | null): SentBefore & { forget: () => void } => {
  // The store of the visit, whatever is selected later.
  const [of] = useState(storeId);
  const [attempt, setAttempt] = useState(() => attempts.read(of));
  const { data, error } = useQuery({ ...notifications.attempt(attempt?.key ?? ''), enabled: attempt !== null });
  const forget = (): void => {
    attempts.drop(of);
    setAttempt(null);
  };
  if (attempt === null) return { state: 'none', forget };
  if (data) return { state: 'sent', sent: data, payload: attempt.payload, forget };
  if (!error) return { state: 'asking', forget };
  // A first attempt may still be on its way: its key stays for the same content.
  if (error instanceof ApiProblem && error.status === 404) return { state: 'notSent', forget };
  return { state: 'unknown', at: attempt.at, forget };
};
