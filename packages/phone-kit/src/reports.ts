import { type Asked, isUnknownPhone, NoAnswer, PhoneProblem } from './call-api.ts';
import { keptValue, type PhoneStorage } from './storage.ts';

/** A queued report to the server. `tries` counts the attempts that the server refused as not known yet. */
export type Report = { path: string; body?: unknown; tries: number };
type NewReport = Pick<Report, 'path' | 'body'>;

const KEPT_AT_MOST = 500;
/** A push can arrive before the server has noted that it was sent: 404 then means "not yet". */
const NOT_YET_TRIES = 6;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 5 * 60_000;

type Options = {
  /** Calls the app API with this phone's credentials. */
  call: (path: string, asked: Asked) => Promise<unknown>;
  storage: PhoneStorage;
  /** Called after the server has accepted a report. */
  told: (report: NewReport) => Promise<void>;
  /** Calls back after so many milliseconds, while the app is open. */
  later: (ms: number, then: () => void) => void;
};

const isSame = (one: NewReport, other: NewReport): boolean =>
  one.path === other.path && JSON.stringify(one.body) === JSON.stringify(other.body);

/** Stores the reports that are not delivered yet, the latest last. A repeated report moves to the end, and its `tries` restart at 0. */
const createUntold = (storage: PhoneStorage) => {
  const kept = keptValue<Report[]>(storage, 'endcap.reports');
  return {
    /** Returns no reports while the storage cannot be read. They are sent once it can. */
    read: async (): Promise<readonly Report[]> => (await kept.read().catch(() => null)) ?? [],
    add: async (report: NewReport): Promise<void> => {
      const noted = { ...report, tries: 0 };
      await kept.change((all) => [...(all ?? []).filter((one) => !isSame(one, noted)), noted].slice(-KEPT_AT_MOST));
    },
    drop: (report: Report): Promise<unknown> => kept.change((all) => (all ?? []).filter((one) => !isSame(one, report))),
    noteTry: (report: Report): Promise<unknown> =>
      kept.change((all) => (all ?? []).map((one) => (isSame(one, report) ? { ...one, tries: one.tries + 1 } : one))),
    forget: async (): Promise<void> => void (await kept.change(() => null)),
  };
};

/** Schedules one retry at a time with exponential backoff. `startOver` resets the pause once every report is delivered. */
const createPauses = (later: Options['later'], flush: () => void) => {
  let waits = false;
  let pauseMs = FIRST_PAUSE_MS;
  return {
    tryLater: (): void => {
      if (waits) return;
      waits = true;
      later(pauseMs, () => {
        waits = false;
        flush();
      });
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    },
    startOver: (): void => {
      pauseMs = FIRST_PAUSE_MS;
    },
  };
};

/** Returns whether delivery has to wait: the server cannot be reached, or does not recognize this phone. */
const isNotNow = (error: unknown): boolean => error instanceof NoAnswer || isUnknownPhone(error);

/** Queue of reports that survives restarts and lost connections. Delivers in order and at least once; all are idempotent (KIT-01). */
export const createReports = ({ call, storage, told, later }: Options) => {
  const untold = createUntold(storage);
  const { tryLater, startOver } = createPauses(later, () => void flush());
  let underWay: Promise<void> | null = null;

  const tell = async ({ path, body }: NewReport): Promise<void> => {
    await call(path, { method: 'POST', ...(body !== undefined && { body }) });
    await told({ path, body });
  };
  /** Sends one report. Returns false if the server cannot be reached now. */
  const tellOne = async (report: Report): Promise<boolean> => {
    try {
      await tell(report);
    } catch (error) {
      if (isNotNow(error)) return false;
      const notYet = error instanceof PhoneProblem && error.status === 404 && report.tries + 1 < NOT_YET_TRIES;
      if (notYet) return untold.noteTry(report).then(() => true);
      // The refusal is final, so the report is dropped.
    }
    await untold.drop(report);
    return true;
  };
  const tellAll = async (): Promise<void> => {
    for (const report of await untold.read()) if (!(await tellOne(report))) return tryLater();
    const left = await untold.read();
    if (left.length > 0) tryLater();
    else startOver();
  };
  /** Sends the queued reports. Call it when the app opens and when the connection is back. */
  const flush = (): Promise<void> => {
    // If the storage rejects writes, a delivered report stays in the queue and is sent again.
    underWay ??= tellAll()
      .catch(tryLater)
      .finally(() => (underWay = null));
    return underWay;
  };
  return {
    flush,
    pending: untold.read,
    /** Stores a report and resolves without waiting for its delivery. If the storage fails, sends it at once; rejects if both fail. */
    add: async (report: NewReport): Promise<void> => {
      try {
        await untold.add(report);
      } catch (error) {
        return tell(report).catch(() => {
          throw error;
        });
      }
      void flush();
    },
    forget: untold.forget,
  };
};
