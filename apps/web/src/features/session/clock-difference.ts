const MINUTE_MS = 60_000;
/** Smaller differences are harmless: the sign-in tolerates a minute. */
const TOLERATED_MS = MINUTE_MS;
const SECOND_MS = 1_000;
const ANSWER_WITHIN_MS = 10_000;

/**
 * Returns the minutes by which this computer's clock is ahead of the server's (negative: behind), from the `Date` header of a response.
 * Returns 0 if the clock is right or the date is unknown. `requestedAt` and `answeredAt` are times of this computer's clock. The server
 * wrote the date between the two, so a slow network does not count as a wrong clock.
 */
export const minutesAhead = (date: string | null, requestedAt: number, answeredAt: number): number => {
  const server = Date.parse(date ?? '');
  // HTTP dates have no fractions of a second.
  const atLeast = requestedAt - (server + SECOND_MS);
  const atMost = answeredAt - server;
  if (atLeast > TOLERATED_MS) return Math.round(atLeast / MINUTE_MS);
  return atMost < -TOLERATED_MS ? Math.round(atMost / MINUTE_MS) : 0;
};

/** Requests the time of the server now, and returns the difference. */
export const readMinutesAhead = async (): Promise<number> => {
  const requestedAt = Date.now();
  try {
    const { headers } = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
    return minutesAhead(headers.get('date'), requestedAt, Date.now());
  } catch {
    return 0;
  }
};
