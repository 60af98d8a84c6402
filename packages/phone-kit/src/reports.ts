import { type Asked, isUnknownPhone, NoAnswer, PhoneProblem } from './call-api.ts';
import { keptValue, type PhoneStorage } from './storage.ts';

/** Something that the server is to be told once it can be: `tries` were refused as not known yet. */
export type Report = { path: string; body?: unknown; tries: number };
type NewReport = Pick<Report, 'path' | 'body'>;

const KEPT_AT_MOST = 500;
/** A push can arrive before the server has noted that it was sent: 404 then means "not yet". */
const NOT_YET_TRIES = 6;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 5 * 60_000;

type Options = {
  /** Tells the server as this phone. */
  call: (path: string, asked: Asked) => Promise<unknown>;
  storage: PhoneStorage;
  /** The server has one. */
  told: (report: NewReport) => Promise<void>;
  /** Calls back after so many milliseconds, while the app is open. */
  later: (ms: number, then: () => void) => void;
};

const isSame = (one: NewReport, other: NewReport): boolean =>
  one.path === other.path && JSON.stringify(one.body) === JSON.stringify(other.body);

/** Reports that were not told yet, the latest last. What is reported again moves to the end, and counts as never tried. */
const createUntold = (storage: PhoneStorage) => {
  const kept = keptValue<Report[]>(storage, 'endcap.reports');
  return {
    /** What cannot be read now is told when it can be. */
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

/** The pauses between tries, one at a time: each is twice as long as the one before, until everything was told. */
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

/** Nobody can be told now, or not as this phone: it could not register yet. */
const isNotNow = (error: unknown): boolean => error instanceof NoAnswer || isUnknownPhone(error);

/** Reports that outlive the app and lost connections (KIT-01): told in their order, each until the server has it. All of them are idempotent there. */
export const createReports = ({ call, storage, told, later }: Options) => {
  const untold = createUntold(storage);
  const { tryLater, startOver } = createPauses(later, () => void flush());
  let underWay: Promise<void> | null = null;

  const tell = async ({ path, body }: NewReport): Promise<void> => {
    await call(path, { method: 'POST', ...(body !== undefined && { body }) });
    await told({ path, body });
  };
  /** What became of one; false: nobody can be told now. */
  const tellOne = async (report: Report): Promise<boolean> => {
    try {
      await tell(report);
    } catch (error) {
      if (isNotNow(error)) return false;
      const notYet = error instanceof PhoneProblem && error.status === 404 && report.tries + 1 < NOT_YET_TRIES;
      if (notYet) return untold.noteTry(report).then(() => true);
      // Refused for good: asking again would be refused again.
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
  /** Tells what can be told now; call it when the app opens and when the connection is back. */
  const flush = (): Promise<void> => {
    // A storage that takes no change leaves what was told: it is told again.
    underWay ??= tellAll()
      .catch(tryLater)
      .finally(() => (underWay = null));
    return underWay;
  };
  return {
    flush,
    pending: untold.read,
    /** Resolves once it is kept, or told where it cannot be kept; whether what is kept could be told at once is another matter. */
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
