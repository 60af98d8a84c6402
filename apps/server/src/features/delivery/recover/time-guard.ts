/** A message whose lifetime is wrong by more than this may reach phones long after its end, and credentials so dated are refused. */
const MOST_ERROR_MS = 60_000;

type Options = {
  /** Returns the possible clock error of this process. */
  timeErrorMs: () => number;
  alarm: (message: string, facts?: Record<string, unknown>) => void;
};

/** Returns a check if the time of this process may be too wrong to send. Its start and end are logged (E-05). */
export const createTimeGuard = ({ timeErrorMs, alarm }: Options): (() => boolean) => {
  let wasUncertain = false;
  return () => {
    const isUncertain = timeErrorMs() > MOST_ERROR_MS;
    if (isUncertain && !wasUncertain)
      alarm('nothing is sent: the time of this worker may differ from that of the database by more than a minute');
    if (!isUncertain && wasUncertain) alarm('the time of the database is known again: sending goes on');
    wasUncertain = isUncertain;
    return isUncertain;
  };
};
