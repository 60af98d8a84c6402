const LONGEST_REASON = 500;

let last: string | null = null;

/** What an error says of itself, for the person who maintains the sign-in. Refusals of the provider name their code (RFC 6749). */
export const reasonOf = (error: unknown): string => {
  const message = error instanceof Error ? error.message : String(error);
  const code = typeof error === 'object' && error !== null && 'error' in error && typeof error.error === 'string' ? error.error : '';
  return (code && code !== message ? `${code}: ${message}` : message).slice(0, LONGEST_REASON);
};

/** Why the last sign-in of this page failed. It is not in the address, where anybody could put words into it. */
export const signInFailure = {
  note: (error: unknown): void => void (last = reasonOf(error)),
  reason: (): string | null => last,
};
