import type { FailureReason, Notification } from './notification.schema.ts';

/** Outcomes that a stop gave to phones, not their addresses: once its cause is gone these phones can be sent to. */
export const restReasons = ['payload', 'credential', 'stopped'] as const satisfies readonly FailureReason[];
const isRest: ReadonlySet<FailureReason> = new Set(restReasons);

/** Returns the number of phones that a stopped notification can still be sent to. */
export const restOf = ({ sending, failures }: Pick<Notification, 'sending' | 'failures'>): number =>
  sending.state === 'stopped' ? failures.reduce((sum, { reason, count }) => sum + (isRest.has(reason) ? count : 0), 0) : 0;
