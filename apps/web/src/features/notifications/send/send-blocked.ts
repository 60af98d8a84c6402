import type { CanSend } from '@endcap/contract/notifications';
import { type FailureCause, isWorthRetrying } from './failure-cause.ts';

/** A question to the server: under way, failed, or answered. */
export type Asked<T> = { state: 'pending' } | { state: 'failed'; cause: FailureCause } | { state: 'answered'; answer: T };

/** Why Send is disabled (NOTIF-FORM-31, 33..35, 42). `problems` are counted beside the button, `nobody` is said by the audience. */
export type Blocked =
  | { by: 'problems' | 'uploading' | 'checking' | 'counting' | 'nobody' | 'quota' | 'noStore' | 'keptDay' | 'closed' | 'quietHours' }
  | { by: 'checkFailed' | 'countFailed'; cause: FailureCause };

type Facts = {
  hasProblems: boolean;
  isUploading: boolean;
  check: Asked<CanSend>;
  /** Devices that would get it. */
  count: Asked<{ devices: number }>;
  /** Whether the number decides if Send asks once more; a store's own send never asks, and need not wait for it. */
  needsCount: boolean;
  /** It would start in quiet hours (CARE-03). */
  isQuiet?: boolean;
};

const knownReasons = ['quota', 'noStore', 'keptDay'] as const;

const byCheck = (check: Asked<CanSend>): Blocked | null => {
  if (check.state === 'pending') return { by: 'checking' };
  if (check.state === 'failed') return check.cause === 'noStore' ? { by: 'noStore' } : { by: 'checkFailed', cause: check.cause };
  const { canSend, reason } = check.answer;
  // The flag decides, whatever the reason says (D-42, NOTIF-FORM-34). A newer server may give a reason that this page has no words for.
  return canSend ? null : { by: knownReasons.find((known) => known === reason) ?? 'closed' };
};

const byCount = (count: Facts['count'], needsCount: boolean): Blocked | null => {
  if (count.state === 'answered') return count.answer.devices === 0 ? { by: 'nobody' } : null;
  if (!needsCount) return null;
  return count.state === 'pending' ? { by: 'counting' } : { by: 'countFailed', cause: count.cause };
};

/** What the server forbids comes before what the form lacks: nobody should write a text that cannot be sent. */
export const blockedBy = ({ hasProblems, isUploading, check, count, needsCount, isQuiet = false }: Facts): Blocked | null =>
  byCheck(check) ??
  (isQuiet ? { by: 'quietHours' } : hasProblems ? { by: 'problems' } : isUploading ? { by: 'uploading' } : byCount(count, needsCount));

/** Whether asking the server once more may help. */
export const canBeAskedAgain = (blocked: Blocked | null): boolean =>
  blocked !== null && 'cause' in blocked && isWorthRetrying(blocked.cause);
