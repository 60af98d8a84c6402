import { LATE_HOURS } from '@endcap/contract/notifications';
import type { Database } from '../../tables.ts';
import { type Beat, beatAgain, beatFirst, findBeat, type Found, pauseRestored, takeOver, type Written } from './worker-beat.repository.ts';

/** How long what is open after a takeover waits for a worker that lived through it. */
const PATIENCE_MS = 60_000;
/** How long a beat says that a copy without it is older. What started before that, and is a plan again, is late and waits for a person anyway. */
const MEMORY_MS = LATE_HOURS * 3_600_000;

type Deps = {
  db: Database;
  worker: string;
  alarm: (message: string, facts?: Record<string, unknown>) => void;
  /** What was read of it may never have been. */
  onOlder?: () => void;
  patienceMs?: number;
};
type Known = {
  incarnation: string;
  /** Of the last beat, and when that was. */
  number: number;
  at: number;
  /** Nothing is open: what is there says nothing of what will be, so a standby is not vouched for. */
  rests: boolean;
};

/** Outcomes that were acknowledged, until a beat that began afterwards was. */
const createToldWrites = () => {
  const told = new Map<string, Written>();
  return {
    all: (): Written[] => [...told.values()],
    note: (written: Written): void => void told.set(`${written.notificationId} ${written.no}`, written),
    forget: (older: readonly Written[]): void => {
      for (const [key, written] of told) if (older.includes(written)) told.delete(key);
    },
  };
};

/** Pauses what is open in a copy of the database, and logs it. */
const createPauses = ({ db, alarm, patienceMs = PATIENCE_MS }: Deps) => {
  let strangeSince: number | undefined;
  const pause = async (which: Parameters<typeof pauseRestored>[1]): Promise<void> => {
    const notificationIds = await pauseRestored(db, which);
    if (notificationIds.length > 0) alarm('the database is a restored copy: what was open waits for a person', { notificationIds });
  };
  return {
    pause,
    /** A worker that does not know this copy waits before it pauses what is open: another worker may know it. */
    pauseStrange: async (): Promise<void> => {
      strangeSince ??= performance.now();
      await pause(performance.now() - strangeSince < patienceMs ? 'unvouched' : 'foreign');
    },
    /** Another server answers: the time of the others begins anew. */
    forgetStrange: (): void => {
      strangeSince = undefined;
    },
  };
};

/**
 * Pauses everything on a server from before a takeover that this worker remembers, such as an old primary that came back: what it accepts is missing
 * on the later server. New sends are paused at the next look; the log names the cause once.
 */
const createHold = ({ db, alarm, onOlder }: Deps) => {
  let isOn = false;
  return {
    isOn: (): boolean => isOn,
    end: (): void => {
      isOn = false;
    },
    pause: async (remembered: string, found: string): Promise<void> => {
      const notificationIds = await pauseRestored(db, 'all');
      if (isOn) return;
      isOn = true;
      onOlder?.();
      alarm(
        'the database server is from before a takeover: nothing is sent until DATABASE_URL leads to the later server or the workers are restarted',
        { remembered, found, notificationIds },
      );
    },
  };
};

/**
 * What this process remembers of the database, which nothing in the database can tell of itself: a copy does not know how old it is. While something
 * is open it writes a beat, and on every server that answers it first looks whether that has what it was told. A standby that has all of it, where
 * PostgreSQL had acknowledged nothing alone, goes on with what is open (OPS-08); what is open anywhere else waits for a person (F53).
 */
export const createServerMemory = (deps: Deps) => {
  const { db, worker, alarm, onOlder } = deps;
  const { pause, pauseStrange, forgetStrange } = createPauses(deps);
  const hold = createHold(deps);
  const told = createToldWrites();
  let known: Known | undefined;
  let looking: Promise<void> | undefined;

  const meet = async ({ incarnation, at, rests }: Known, found: Found): Promise<void> => {
    const remembers = performance.now() - at < MEMORY_MS;
    if (found.incarnation === incarnation && remembers && !found.hasAll) {
      onOlder?.();
      await pause('all');
    } else if (!rests && found.later && found.hasAll && found.certain) {
      const notificationIds = await takeOver(db, incarnation);
      if (notificationIds.length > 0) alarm('a standby has taken over and lacks nothing: sending goes on', { notificationIds });
    } else if (!rests && !found.hasAll) await pause('foreign');
    forgetStrange();
    told.forget(told.all());
  };
  const know = (beat: Beat): void => void (known = { ...beat, at: performance.now(), rests: false });
  const look = async (): Promise<void> => {
    const older = told.all();
    const again = known && !known.rests ? await beatAgain(db, worker, known) : undefined;
    if (again) {
      hold.end();
      know(again);
      told.forget(older);
      return pauseStrange();
    }
    if (known) {
      const found = await findBeat(db, worker, known, told.all());
      // What is remembered of the later server stays, so that nothing is claimed on this one.
      if (found.former) return hold.pause(known.incarnation, found.incarnation);
      hold.end();
      await meet(known, found);
    }
    await pauseStrange();
    know(await beatFirst(db, worker));
  };

  return {
    /** Which life of the database is known; undefined before the first look. Nothing is sent in another one. */
    incarnation: (): string | undefined => known?.incarnation,
    /** Whether the server that answers is from before a takeover that this worker remembers. */
    isEarlier: hold.isOn,
    /** Outcomes were acknowledged. */
    wrote: told.note,
    /** While something is open, once in a while, and before a plan starts. One look serves whoever asks meanwhile. */
    look: (): Promise<void> => (looking ??= look().finally(() => (looking = undefined))),
    /** Nothing is open. An earlier server says nothing of what is open on the later one. */
    rest: (): void => {
      if (hold.isOn()) return;
      if (known) known = { ...known, rests: true };
      told.forget(told.all());
    },
  };
};
