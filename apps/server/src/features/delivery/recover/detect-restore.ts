import { singleFlight } from '../../../platform/single-flight.ts';
import type { Database } from '../../../tables.ts';
import {
  type Heartbeat,
  continueHeartbeats,
  startHeartbeats,
  compareServer,
  HEARTBEAT_HOURS,
  type Comparison,
  pauseRestored,
  takeOver,
  type AcknowledgedWrite,
} from './heartbeat.repository.ts';

/** Milliseconds that open sends wait after a takeover for a worker from before it. */
const TAKEOVER_TIMEOUT_MS = 60_000;
/** A missing heartbeat proves that the data is older, unless it was written so long ago that it may have been deleted. */
const HEARTBEAT_MAX_AGE_MS = (HEARTBEAT_HOURS - 1) * 3_600_000;

type Deps = {
  db: Database;
  worker: string;
  alarm: (message: string, facts?: Record<string, unknown>) => void;
  /** Called when the database proves older: data read from it may never have existed. */
  onOlder?: () => void;
  takeoverTimeoutMs?: number;
};
type LastHeartbeat = {
  incarnation: string;
  /** The number of the last heartbeat, and when it was written. */
  number: number;
  at: number;
  /** True while nothing is open. No heartbeats are written then, so this worker cannot confirm that a standby is complete. */
  isIdle: boolean;
};

/** Stores acknowledged outcomes until a heartbeat that began after them is acknowledged. */
const createAcknowledgedWrites = () => {
  const writes = new Map<string, AcknowledgedWrite>();
  return {
    all: (): AcknowledgedWrite[] => [...writes.values()],
    note: (written: AcknowledgedWrite): void => void writes.set(`${written.notificationId} ${written.no}`, written),
    forget: (older: readonly AcknowledgedWrite[]): void => {
      for (const [key, written] of writes) if (older.includes(written)) writes.delete(key);
    },
  };
};

/** Pauses what is open in a copy of the database, and logs it. */
const createPauses = ({ db, alarm, takeoverTimeoutMs = TAKEOVER_TIMEOUT_MS }: Deps) => {
  let waitingSince: number | undefined;
  const pause = async (which: Parameters<typeof pauseRestored>[1]): Promise<void> => {
    const notificationIds = await pauseRestored(db, which);
    if (notificationIds.length > 0) alarm('the database is a restored copy: what was open waits for a person', { notificationIds });
  };
  return {
    pause,
    /**
     * Pauses open sends of another incarnation at once; those that another worker may still confirm as complete only after
     * `takeoverTimeoutMs`. Called at every check; changes nothing while all open sends are of this incarnation.
     */
    pauseForeignSends: async (): Promise<void> => {
      waitingSince ??= performance.now();
      await pause(performance.now() - waitingSince < takeoverTimeoutMs ? 'unconfirmable' : 'foreign');
    },
    /** Restarts the time that other workers have to confirm a copy, because another server answered. */
    restartTakeoverTimeout: (): void => {
      waitingSince = undefined;
    },
  };
};

/**
 * Pauses everything on a server from before a takeover that this worker has seen, such as an old primary that came back: what it accepts is
 * missing on the later server. New sends are paused at the next check. The cause is logged once.
 */
const createEarlierServerGuard = ({ db, alarm, onOlder }: Deps) => {
  let isActive = false;
  return {
    isActive: (): boolean => isActive,
    end: (): void => {
      isActive = false;
    },
    pause: async (remembered: string, found: string): Promise<void> => {
      const notificationIds = await pauseRestored(db, 'all');
      if (isActive) return;
      isActive = true;
      onOlder?.();
      alarm(
        'the database server is from before a takeover: nothing is sent until DATABASE_URL leads to the later server or the workers are restarted',
        { remembered, found, notificationIds },
      );
    },
  };
};

/**
 * Detects that the database was restored or failed over, by comparing it with the last writes this worker saw acknowledged. The database
 * cannot detect this itself: a copy does not contain its own age. While something is open, the worker writes heartbeats. On every server it
 * connects to, it first checks for the acknowledged writes. Open sends resume on a standby that has all of them, if PostgreSQL acknowledged
 * nothing without the standby (OPS-08). Anywhere else they wait for a person (F53).
 */
export const createRestoreDetection = (deps: Deps) => {
  const { db, worker, alarm, onOlder } = deps;
  const { pause, pauseForeignSends, restartTakeoverTimeout } = createPauses(deps);
  const guard = createEarlierServerGuard(deps);
  const acknowledged = createAcknowledgedWrites();
  let last: LastHeartbeat | undefined;
  const sharedCheck = singleFlight<void>();

  const reconcile = async ({ incarnation, at, isIdle }: LastHeartbeat, comparison: Comparison): Promise<void> => {
    const isRecent = performance.now() - at < HEARTBEAT_MAX_AGE_MS;
    if (comparison.incarnation === incarnation && isRecent && !comparison.hasAll) {
      // The disk was rolled back to a snapshot: the same server, but writes are missing.
      onOlder?.();
      await pause('all');
    } else if (!isIdle && comparison.later && comparison.hasAll && comparison.certain) {
      // A promoted standby that lacks nothing.
      const notificationIds = await takeOver(db, incarnation);
      if (notificationIds.length > 0) alarm('a standby has taken over and lacks nothing: sending goes on', { notificationIds });
    } else if (!isIdle && !comparison.hasAll) {
      // A restored backup, or a standby that lacks writes.
      await pause('foreign');
    }
    restartTakeoverTimeout();
    acknowledged.forget(acknowledged.all());
  };
  const remember = (heartbeat: Heartbeat): void => void (last = { ...heartbeat, at: performance.now(), isIdle: false });
  const check = async (): Promise<void> => {
    const older = acknowledged.all();
    const again = last && !last.isIdle ? await continueHeartbeats(db, worker, last) : undefined;
    if (again) {
      guard.end();
      remember(again);
      acknowledged.forget(older);
      return pauseForeignSends();
    }
    if (last) {
      const comparison = await compareServer(db, worker, last, acknowledged.all());
      // Retain the state of the later server, so that nothing is claimed on this one.
      if (comparison.former) return guard.pause(last.incarnation, comparison.incarnation);
      guard.end();
      await reconcile(last, comparison);
    }
    await pauseForeignSends();
    remember(await startHeartbeats(db, worker));
  };

  return {
    /** Returns the known incarnation of the database; undefined before the first check. Nothing is sent in another one. */
    incarnation: (): string | undefined => last?.incarnation,
    /** Returns true if the connected server is from before a takeover that this worker has seen. */
    isEarlier: guard.isActive,
    /** Records outcomes that the database acknowledged. */
    noteWrite: acknowledged.note,
    /**
     * Called at intervals while something is open, and before a plan starts. Concurrent callers share one check, which begins after all of
     * them called: one that is under way may have read the database before it was restored.
     */
    check: (): Promise<void> => sharedCheck('check', check),
    /** Called when nothing is open. Ignored on an earlier server, which lacks the open sends of the later one. */
    idle: (): void => {
      if (guard.isActive()) return;
      if (last) last = { ...last, isIdle: true };
      acknowledged.forget(acknowledged.all());
    },
  };
};
