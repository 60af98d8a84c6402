const MINUTE_MS = 60_000;
/** Below this the difference does no harm: the sign-in tolerates a minute. */
const TOLERATED_MS = MINUTE_MS;
const SECOND_MS = 1_000;
const ANSWER_WITHIN_MS = 10_000;

/**
 * Returns the minutes by which this computer's clock is ahead of the server's (negative: behind), from the `Date` header of a response.
 * Returns 0 if the clock is right or the date is unknown. `askedAt` and `answeredAt` are times of this computer's clock. The server wrote
 * the date between the two, so a slow network does not count as a wrong clock.
 */
export const minutesAhead = (date: string | null, askedAt: number, answeredAt: number): number => {
  const server = Date.parse(date ?? '');
  // Dates of HTTP have no fractions of a second.
  const atLeast = askedAt - (server + SECOND_MS);
  const atMost = answeredAt - server;
  if (atLeast > TOLERATED_MS) return Math.round(atLeast / MINUTE_MS);
  return atMost < -TOLERATED_MS ? Math.round(atMost / MINUTE_MS) : 0;
};

/** The same, asked of the server now. */
export const readMinutesAhead = async (): Promise<number> => {
  const askedAt = Date.now();
  try {
    const { headers } = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
    return minutesAhead(headers.get('date'), askedAt, Date.now());
  } catch {
    return 0;
  }
};
