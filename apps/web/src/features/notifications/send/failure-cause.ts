import { ApiProblem, type ApiProblemCode, isOutcomeUnknown } from '../../../lib/api.ts';

/** Cause of a failed request that a person can act on. `offline`: no response arrived. */
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

/** A retry does not help if a right is missing. */
export const isWorthRetrying = (cause: FailureCause): boolean => cause !== 'noStore' && cause !== 'notAllowed';

/** Failures after which the notification may have been sent; its idempotency key gives the outcome. */
export const mayHaveBeenSent = (error: unknown): boolean => isOutcomeUnknown(error) || failureCause(error) === 'busy';
