import type { CanSend } from '@endcap/contract/notifications';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useSame } from '../../../frames/use-same.ts';
import { useLatest } from '../../../lib/drawn-for.ts';
import { notifications, type SendDay, whileLoading } from '../notification.queries.ts';
import { useQuietUntil } from '../plan/use-quiet-until.ts';
import { failureCause } from './failure-cause.ts';
import { type Asked, type Blocked, blockedBy } from './send-blocked.ts';
import type { useEstimate } from './use-estimate.ts';

/** Of a safety message only a sender without a store is held (CARE-05). */
const unheld = (check: Asked<CanSend>): Asked<CanSend> =>
  check.state === 'answered' && check.answer.reason !== 'noStore'
    ? { state: 'answered', answer: { ...check.answer, canSend: true, reason: null } }
    : check;

const asked = <T>({ data, error, isFetching }: UseQueryResult<T>): Asked<T> => {
  if (error && !isFetching) return { state: 'failed', cause: failureCause(error) };
  return data === undefined || isFetching ? { state: 'pending' } : { state: 'answered', answer: data };
};

/** Whoever may not send is told so until another answer is there, however often it is asked meanwhile. */
const checked = (check: UseQueryResult<CanSend>): Asked<CanSend> =>
  check.data?.canSend === false && check.isFetchedAfterMount ? { state: 'answered', answer: check.data } : asked(check);

type Wanted = {
  storeId: string | null;
  aimed: boolean;
  hasProblems: boolean;
  isUploading: boolean;
  estimate: ReturnType<typeof useEstimate>;
  /** Which day's place is asked for, and which plan has it already. */
  day: SendDay;
  /** When it starts; null is now, and undefined what cannot be read. */
  start: string | null | undefined;
  isSafety: boolean;
};

/** What stands between the form and its sending, and how to ask the server once more. */
export const useBlocked = ({ storeId, aimed, hasProblems, isUploading, estimate, day, start, isSafety }: Wanted) => {
  // What holds for every day stays while another one is asked about.
  const check = useQuery({ ...notifications.canSend(storeId, day), placeholderData: whileLoading(storeId) });
  const hours = useSame(check.data?.quietHours);
  const quietUntil = useQuietUntil(hours, isSafety ? undefined : start);
  const recheck = (): void => void check.refetch();
  const blocked: Blocked | null = blockedBy({
    hasProblems,
    isUploading,
    check: isSafety ? unheld(checked(check)) : checked(check),
    count: estimate.data
      ? { state: 'answered', answer: estimate.data }
      : estimate.cause
        ? { state: 'failed', cause: estimate.cause }
        : { state: 'pending' },
    // What is confirmed says how many.
    needsCount: aimed || isSafety,
    isQuiet: quietUntil !== null,
  });
  const maySafety = check.data?.safety === true;
  return {
    blocked,
    quiet: { hours, until: quietUntil },
    maySafety,
    recheck,
    askAgain: useLatest(blocked?.by === 'countFailed' ? estimate.retry : recheck),
  };
};
