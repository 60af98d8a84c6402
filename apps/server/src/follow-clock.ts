import { CLOCK_OFF_MS, measureClock } from './platform/db/database-clock.ts';
import { repeat, type Repeated } from './platform/repeat.ts';
import type { Database } from './tables.ts';
import type { ProcessContext } from './context.ts';

const MEASURE_EVERY_MS = 5_000;

/** Keeps the time of a process in step with the database, and reports a system clock that differs (E-05). */
export const followClock = ({ clock, log, metrics }: ProcessContext, db: Database): Repeated => {
  const help = 'How far the system clock of this process is ahead of the database; negative: behind';
  metrics?.level({ name: 'endcap_clock_ahead_seconds', help }, () => {
    const aheadMs = clock.aheadMs();
    return aheadMs === null ? {} : { '': aheadMs / 1_000 };
  });
  let wasOff = false;
  const report = (): void => {
    const aheadMs = clock.aheadMs() ?? 0;
    const isOff = Math.abs(aheadMs) > CLOCK_OFF_MS;
    const facts = { aheadSeconds: Math.round(aheadMs / 100) / 10 };
    if (isOff && !wasOff) log.warn(facts, 'the system clock differs from the clock of the database, whose time is used');
    if (!isOff && wasOff) log.info(facts, 'the system clock agrees with the clock of the database again');
    wasOff = isOff;
  };
  // A database outage is reported elsewhere.
  return repeat(
    MEASURE_EVERY_MS,
    () => measureClock(db, clock).then(report),
    () => {},
  );
};
