import { type QueryExecutorProvider, sql } from 'kysely';

/** A system clock that differs by more than this from the database's is reported. */
export const CLOCK_OFF_MS = 5_000;

const READ_CLOCK = 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as at';
type Query = (statement: string) => Promise<{ rows: { at: number }[] }>;
type Clocks = {
  /** Milliseconds since 1970 by the clock of this machine. */
  system?: () => number;
  /** Milliseconds by a clock that is never set. */
  monotonic?: () => number;
};
/** `at`: time of the database when the monotonic clock showed `measuredAt`; `aheadMs`: of the system clock at the last measurement. */
type Measured = { at: number; measuredAt: number; errorMs: number; aheadMs: number };

/**
 * The database server's time, which decides everything in a process (E-05). It is measured on connections to the server, as the middle of a round trip,
 * and continues on the monotonic clock: a system clock that is wrong, or that is set while the process runs, changes nothing. Until the first measurement
 * it is the system's time.
 */
export const createDatabaseClock = ({ system = () => Date.now(), monotonic = () => performance.now() }: Clocks = {}) => {
  let measured: Measured | undefined;
  const nowMs = (): number => (measured ? measured.at + monotonic() - measured.measuredAt : system());

  return {
    now: (): Date => new Date(nowMs()),
    measure: async (query: Query): Promise<void> => {
      const sentAt = monotonic();
      const { rows } = await query(READ_CLOCK);
      const measuredAt = monotonic();
      if (!rows[0]) throw new Error('PostgreSQL answered with nothing');
      const errorMs = (measuredAt - sentAt) / 2;
      const at = rows[0].at + errorMs;
      const previous = measured;
      // A measurement that only confirms the previous one would make time jitter.
      const isConfirmed =
        previous &&
        errorMs >= previous.errorMs &&
        Math.abs(at - (previous.at + measuredAt - previous.measuredAt)) <= errorMs + previous.errorMs;
      measured = isConfirmed ? previous : { at, measuredAt, errorMs, aheadMs: 0 };
      measured.aheadMs = system() - nowMs();
    },
    /** Milliseconds by which the system clock is ahead of the database's; negative if it is behind, null before the first measurement. */
    aheadMs: (): number | null => (measured ? system() - nowMs() : null),
    /**
     * Largest possible error of `now` in milliseconds: the round trip of the measurement, plus the drift between system and monotonic clock
     * since. They drift apart when the system clock is set, and when the machine is suspended, which stops the monotonic clock.
     */
    errorMs: (): number => (measured ? measured.errorMs + Math.abs(system() - nowMs() - measured.aheadMs) : Number.POSITIVE_INFINITY),
  };
};
export type DatabaseClock = ReturnType<typeof createDatabaseClock>;

type Connecting = { connection: () => { execute: (work: (connection: QueryExecutorProvider) => Promise<void>) => Promise<void> } };
/** Measures the clock on a connection of a pool; the wait for a free one does not count. */
export const measureClock = (db: Connecting, clock: Pick<DatabaseClock, 'measure'>): Promise<void> =>
  db.connection().execute((connection) => clock.measure((statement) => sql.raw<{ at: number }>(statement).execute(connection)));
