import { session } from '../../lib/current-session.ts';

const LONGEST_REASON = 500;

const last = session.own<{ reason: string | null }>(() => ({ reason: null }));

/** Returns the reason of an error, for the administrator of the sign-in. Errors of the provider include their code (RFC 6749). */
export const reasonOf = (error: unknown): string => {
  const message = error instanceof Error ? error.message : String(error);
  const code = typeof error === 'object' && error !== null && 'error' in error && typeof error.error === 'string' ? error.error : '';
  return (code && code !== message ? `${code}: ${message}` : message).slice(0, LONGEST_REASON);
};

/** Why the last sign-in of this page failed. It is not in the address, where anybody could put words into it. */
export const signInFailure = {
  note: (error: unknown): void => void (last().reason = reasonOf(error)),
  reason: (): string | null => last().reason,
};
