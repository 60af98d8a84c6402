import { LATE_HOURS } from '@endcap/contract/notifications';
import type { Database } from '../../tables.ts';
import { type Beat, beatAgain, beatFirst, findBeat, pauseRestored, takeOver, type Written } from './worker-beat.repository.ts';

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

/**
 * What this process remembers of the database, which nothing in the database can tell of itself: a copy does not know how old it is. While something
 * is open it writes a beat, and on every server that answers it first looks whether that has what it was told. A standby that has all of it, where
 * PostgreSQL had acknowledged nothing alone, goes on with what is open (OPS-08); what is open anywhere else waits for a person (F53).
 */
export const createServerMemory = ({ db, worker, alarm, onOlder, patienceMs = PATIENCE_MS }: Deps) => {
  const told = createToldWrites();
  let known: Known | undefined;
  let strangeSince: number | undefined;
  let looking: Promise<void> | undefined;

  const pause = async (which: Parameters<typeof pauseRestored>[1]): Promise<void> => {
    const notificationIds = await pauseRestored(db, which);
    if (notificationIds.length > 0) alarm('the database is a restored copy: what was open waits for a person', { notificationIds });
  };
  /** Whoever remembers nothing of what is open here leaves it a while to those who may. */
  const pauseStrange = async (): Promise<void> => {
    strangeSince ??= performance.now();
    await pause(performance.now() - strangeSince < patienceMs ? 'unvouched' : 'foreign');
  };
  const meet = async ({ incarnation, number, at, rests }: Known): Promise<void> => {
    const found = await findBeat(db, worker, { incarnation, number }, told.all());
    const remembers = performance.now() - at < MEMORY_MS;
    const isOlder = found.former || (found.incarnation === incarnation && remembers && !found.hasAll);
    if (isOlder) {
      onOlder?.();
      await pause('all');
    } else if (!rests && found.later && found.hasAll && found.certain) {
      const notificationIds = await takeOver(db, incarnation);
      if (notificationIds.length > 0) alarm('a standby has taken over and lacks nothing: sending goes on', { notificationIds });
    } else if (!rests && !found.hasAll) await pause('foreign');
    strangeSince = undefined;
    told.forget(told.all());
  };
  const know = (beat: Beat): void => void (known = { ...beat, at: performance.now(), rests: false });
  const look = async (): Promise<void> => {
    const older = told.all();
    const again = known && !known.rests ? await beatAgain(db, worker, known) : undefined;
    if (again) {
      know(again);
      told.forget(older);
      return pauseStrange();
    }
    if (known) await meet(known);
    await pauseStrange();
    know(await beatFirst(db, worker));
  };

  return {
    /** Which life of the database is known; undefined before the first look. Nothing is sent in another one. */
    incarnation: (): string | undefined => known?.incarnation,
    /** Outcomes were acknowledged. */
    wrote: told.note,
    /** While something is open, once in a while, and before a plan starts. One look serves whoever asks meanwhile. */
    look: (): Promise<void> => (looking ??= look().finally(() => (looking = undefined))),
    /** Nothing is open. */
    rest: (): void => {
      if (known) known = { ...known, rests: true };
      told.forget(told.all());
    },
  };
};
