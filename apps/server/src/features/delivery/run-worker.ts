import { inTransaction } from '../../platform/db/transaction.ts';
import { askTogether } from '../../platform/lists/ask-together.ts';
import { newId } from '../../platform/ids.ts';
import type { Database } from '../../tables.ts';
import { concludeSample } from './conclude-sample.ts';
import { createCalm } from './database-calm.ts';
import { deliverInLanes } from './deliver-in-lanes.ts';
import type { DeliveryDeps } from './delivery-deps.ts';
import { expandNext, finishFanOuts, isAnyOpen, openFanOuts } from './fan-out.repository.ts';
import { gatherNext } from './gather-fan-out.repository.ts';
import { keepLeases } from './keep-leases.ts';
import { createServerMemory } from './know-server.ts';
import { createLoops } from './loops.ts';
import { createOwnPushes, type OwnPushes } from './own-pushes.ts';
import { createPace } from './pace.ts';
import { pauseLateInQuietHours } from './pause-late.repository.ts';
import { planDueInMs } from './plan.repository.ts';
import { createSafetyBrakes } from './safety-brake.ts';
import { unprovenFanOuts } from './sample.repository.ts';
import { type Plans, startPlan } from './start-plan.ts';
import { createTimeGuard } from './time-guard.ts';

/**
 * Rests between looks for work. IDLE_MS: the first one, and every one where the worker hears no hints. With hints a rest doubles up to WAITING_MS while open
 * sends only wait, and is QUIET_MS when no send is open (F75).
 */
const [IDLE_MS, WAITING_MS, QUIET_MS] = [500, 2_000, 5_000];
/** How long the lanes of a worker share one look at the open fan-outs. */
const LOOK_AGE_MS = 100;
const PROBE_EVERY_MS = 60_000;
/** How soon a plan that is due and held by somebody else is looked at again. */
const PLAN_HELD_MS = 100;
/** Plans that a worker starts side by side, and in a row before it looks at the server again. */
const [PLANS_BESIDE, PLANS_IN_A_ROW] = [4, 25];
/** How often the server is looked at while something is open. */
const BEAT_EVERY_MS = 1_000;
/** How long a lane waits for its turn in the shared rate before it gives its chunk back, seconds. */
const LONGEST_WAIT_S = 5;

export type WorkerDeps = Pick<DeliveryDeps, 'endings' | 'push' | 'appUrl' | 'leaseSeconds' | 'causes' | 'sent' | 'alarm'> & {
  db: Database;
  plans: Plans;
  /** Other connections than `db`, by which leases are kept when `db` has none left. */
  leaseDb: Database;
  /** Chunks sent side by side. */
  lanes: number;
  /** Messages a second of all workers together; null: no limit. */
  perSecond: number | null;
  probeEveryMs?: number;
  /** How wrong the time of this process may be, in milliseconds; not at all by default. */
  timeErrorMs?: (() => number) | undefined;
  onError: (error: unknown) => void;
  /** Whether it would be told at once that something was accepted; not by default. */
  isHearing?: () => boolean;
};
export type Worker = {
  hint: () => void;
  /** Whether nothing is sent, because the server is from before a takeover that this worker remembers. */
  isOnEarlierServer: () => boolean;
  stop: () => Promise<void>;
};

/** What lanes of a worker share: one look at the open fan-outs, and one at which are over. */
const createLooks = ({ db, endings }: WorkerDeps) => {
  const together = askTogether<void>();
  let looked: { at: number; which: 'any' | 'over'; open: Promise<string[][]> } | undefined;
  return {
    open: (which: 'any' | 'over'): Promise<string[][]> => {
      const at = performance.now();
      if (looked?.which !== which || at - looked.at > LOOK_AGE_MS) {
        looked = { at, which, open: openFanOuts(db, { which }) };
        looked.open.catch(() => (looked = undefined));
      }
      return looked.open;
    },
    forget: (): void => {
      looked = undefined;
    },
    finish: (): Promise<void> => together('finish', () => inTransaction(db, (trx) => finishFanOuts(trx, endings))),
  };
};

/** Finds the phones of what was accepted, pauses sends that quiet hours hold, and judges samples. True: there were some to find. */
const prepare = async (deps: WorkerDeps, own: OwnPushes): Promise<boolean> => {
  const { db, endings, alarm } = deps;
  const gathered = await inTransaction(db, gatherNext);
  const { paused, expanded } = await inTransaction(db, async (trx) => ({
    paused: await pauseLateInQuietHours(trx),
    expanded: await expandNext(trx, endings, own),
  }));
  for (const notificationId of paused) alarm('a send that no worker began before quiet hours waits for a person', { notificationId });
  await own.prepare(db);
  for (const notificationId of await unprovenFanOuts(db)) await concludeSample(deps, notificationId);
  return gathered || expanded;
};

/** Starts plans that are due, shared with other workers one by one; returns how many. */
const startSome = async (deps: WorkerDeps, stopping: AbortSignal): Promise<number> => {
  const startRow = async (): Promise<number> => {
    let started = 0;
    while (started < PLANS_IN_A_ROW && !stopping.aborted && (await startPlan(deps))) started += 1;
    return started;
  };
  const rows = await Promise.all(Array.from({ length: PLANS_BESIDE }, startRow));
  return rows.reduce((sum, started) => sum + started, 0);
};

type AroundPlans = { look: () => Promise<void>; wake: () => void; stopping: AbortSignal };
/** Starts plans that are due, once the server was looked at. True: some were started; else for how many milliseconds none has to be. */
const startDue = async (deps: WorkerDeps, { look, wake, stopping }: AroundPlans): Promise<true | number> => {
  const dueInMs = await planDueInMs(deps.db);
  if (dueInMs > 0) return dueInMs;
  // What is due may have started already, in what the database was before.
  await look();
  const started = await startSome(deps, stopping);
  if (started > 0) wake();
  return started > 0 || PLAN_HELD_MS;
};

/** Expands and delivers until stopped. Any number of workers share the work through the database alone. */
export const runWorker = (deps: WorkerDeps): Worker => {
  const { db, push, lanes, leaseSeconds, perSecond, alarm, onError, probeEveryMs = PROBE_EVERY_MS, isHearing = () => false } = deps;
  const isTimeUncertain = createTimeGuard({ alarm, timeErrorMs: deps.timeErrorMs ?? (() => 0) });
  const owner = newId();
  const horizonSeconds = Math.min(LONGEST_WAIT_S, leaseSeconds / 3);
  const pace = createPace({ db, project: push.project, perSecond, probeEveryMs, horizonSeconds, alarm });
  const own = createOwnPushes();
  const server = createServerMemory({ db, worker: owner, alarm, onOlder: own.forget });
  const leases = keepLeases(deps.leaseDb, leaseSeconds);
  const calm = createCalm(leaseSeconds * 1000);
  // Nothing is open, as far as is known: lanes rest, and one look in a while serves all.
  let quiet = false;
  let isExpanding = false;
  // No hint tells of a retry that falls due or of a lease that ends, so a worker at rest takes them up to WAITING_MS late.
  const idleMs = (misses: number): number => {
    if (!isHearing()) return IDLE_MS;
    return quiet ? QUIET_MS : Math.min(IDLE_MS * 2 ** misses, WAITING_MS);
  };
  const loops = createLoops({ troubled: calm.troubled, onError, idleMs });
  const looks = createLooks(deps);
  const { stopping } = loops;
  const work = { ...deps, pace, brake: createSafetyBrakes(), isTimeUncertain, stopping, troubled: calm.troubled, wrote: server.wrote };
  const deliver = deliverInLanes({ work, owner, leases, calm, server, looks, isQuiet: () => quiet });

  const wake = (): void => {
    quiet = false;
    looks.forget();
    loops.wake();
  };
  loops.run(async () => {
    const isOpen = await isAnyOpen(db);
    if (isOpen && quiet) wake();
    quiet = !isOpen;
    const expanded = isOpen && (await prepare(deps, own));
    if (isOpen) await looks.finish();
    // Wakes resting lanes when the first chunks exist, and again after the last ones.
    if (expanded !== isExpanding) wake();
    isExpanding = expanded;
    return expanded;
  });
  // Beside what is sent already, which may take a while.
  loops.run(() => startDue(deps, { look: server.look, wake, stopping }));
  loops.run(async () => {
    const rests = quiet && !server.isEarlier();
    if (rests) server.rest();
    else await server.look().then(() => loops.rest(BEAT_EVERY_MS));
    return !rests;
  });
  for (let lane = 0; lane < lanes; lane += 1) loops.run((misses) => deliver(lane, misses));
  return {
    hint: wake,
    isOnEarlierServer: server.isEarlier,
    stop: () => loops.stop().then(leases.end),
  };
};
