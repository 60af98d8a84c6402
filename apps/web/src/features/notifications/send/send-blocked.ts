import type { CanSend } from '@endcap/contract/notifications';
import { type FailureCause, isWorthRetrying } from './failure-cause.ts';

/** A request to the server: pending, failed, or answered. */
export type RequestState<T> = { state: 'pending' } | { state: 'failed'; cause: FailureCause } | { state: 'answered'; answer: T };

/** Why Send is disabled (NOTIF-FORM-31, 33..35, 42). */
export type Blocked =
  /** The form: fields with problems, of which the bar shows the number; an image that is still uploading. */
  | { by: 'problems' | 'uploading' }
  /** The server's check: pending, the day's quota is used up, or the person has no store. */
  | { by: 'checking' | 'quota' | 'noStore' }
  /** The rule of a plugin, or a reason that this page has no text for. */
  | { by: 'otherRule'; reason: string | null }
  /** Compared by this page, or refused by the server. */
  | { by: 'quietHours' }
  /** The audience: its number is loading, or 0, which is said beside the audience. */
  | { by: 'counting' | 'nobody' }
  | { by: 'checkFailed' | 'countFailed'; cause: FailureCause };

type Facts = {
  hasProblems: boolean;
  isUploading: boolean;
  check: RequestState<CanSend>;
  /** Number of recipients. */
  count: RequestState<{ devices: number }>;
  /** True if a number that is loading or failed to load blocks Send. A number of 0 always does. */
  needsCount: boolean;
  /** True if the send would start in quiet hours (CARE-03). */
  isQuiet?: boolean;
};

const byCheck = (check: RequestState<CanSend>): Blocked | null => {
  if (check.state === 'pending') return { by: 'checking' };
  if (check.state === 'failed') return check.cause === 'noStore' ? { by: 'noStore' } : { by: 'checkFailed', cause: check.cause };
  const { canSend, reason } = check.answer;
  // `canSend` decides, regardless of the reason (D-42, NOTIF-FORM-34).
  if (canSend) return null;
  return reason === 'quota' || reason === 'noStore' ? { by: reason } : { by: 'otherRule', reason };
};

const byCount = (count: Facts['count'], needsCount: boolean): Blocked | null => {
  if (count.state === 'answered') return count.answer.devices === 0 ? { by: 'nobody' } : null;
  if (!needsCount) return null;
  return count.state === 'pending' ? { by: 'counting' } : { by: 'countFailed', cause: count.cause };
};

/** Returns the first thing that blocks Send. Server checks come first, so that nobody writes a text that cannot be sent. */
export const blockedBy = ({ hasProblems, isUploading, check, count, needsCount, isQuiet = false }: Facts): Blocked | null =>
  byCheck(check) ??
  (isQuiet ? { by: 'quietHours' } : hasProblems ? { by: 'problems' } : isUploading ? { by: 'uploading' } : byCount(count, needsCount));

/** Returns true if a retry may help. */
export const canRetry = (blocked: Blocked | null): boolean => blocked !== null && 'cause' in blocked && isWorthRetrying(blocked.cause);
