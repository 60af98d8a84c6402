import { ApiProblem, type ApiProblemCode, isOutcomeUnknown } from '../../../lib/api.ts';

/** Why a call of this screen failed, as far as a person can do something about it. `offline` alone means that no answer came. */
export type FailureCause =
  | 'offline'
  | 'serverError'
  | 'unavailable'
  | 'noStore'
  | 'notAllowed'
  | 'busy'
  | 'tooMany'
  | 'quota'
  | 'quietHours'
  | 'stale'
  | 'begun'
  | 'refused';

const byCode: Readonly<Partial<Record<ApiProblemCode, FailureCause>>> = {
  no_store: 'noStore',
  quota_used_up: 'quota',
  quiet_hours: 'quietHours',
  request_in_progress: 'busy',
  precondition_failed: 'stale',
  conflict: 'begun',
};
const byStatus: Readonly<Record<number, FailureCause>> = { 0: 'offline', 403: 'notAllowed', 429: 'tooMany', 503: 'unavailable' };

export const failureCause = (error: unknown): FailureCause => {
  if (!(error instanceof ApiProblem)) return 'serverError';
  return byCode[error.code] ?? byStatus[error.status] ?? (error.status >= 500 ? 'serverError' : 'refused');
};

/** Trying again changes nothing about a right that is missing. */
export const isWorthRetrying = (cause: FailureCause): boolean => cause !== 'noStore' && cause !== 'notAllowed';

/** After these the notification may have been sent all the same; the attempt's key finds out. */
export const mayHaveBeenSent = (error: unknown): boolean => isOutcomeUnknown(error) || failureCause(error) === 'busy';
