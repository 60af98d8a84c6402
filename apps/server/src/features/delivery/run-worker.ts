import { inTransaction } from '../../platform/db/transaction.ts';
import { singleFlight } from '../../platform/single-flight.ts';
import { newId } from '../../platform/ids.ts';
import type { Database } from '../../tables.ts';
import { concludeSample } from './chunk/conclude-sample.ts';
import { createCalm } from './recover/database-calm.ts';
import { deliverInLanes } from './chunk/deliver-in-lanes.ts';
import type { DeliveryDeps } from './delivery-deps.ts';
import { expandNext } from './expand/expand-fan-out.repository.ts';
import { finishFanOuts, isAnyOpen, openFanOuts } from './chunk/open-fan-outs.repository.ts';
import { gatherNext } from './expand/gather-fan-out.repository.ts';
import { createLeaseRenewal } from './recover/renew-leases.ts';
import { createRestoreDetection } from './recover/detect-restore.ts';
import { createLoops } from './recover/loops.ts';
import { createOwnPushes, type OwnPushes } from './expand/own-pushes.ts';
import { createPace } from './chunk/pace.ts';
import { pauseLateInQuietHours } from './accept/pause-late.repository.ts';
import { planDueInMs } from './accept/plan.repository.ts';
import { createSafetyBrakes } from './chunk/safety-brake.ts';
import { unprovenFanOuts } from './chunk/sample.repository.ts';
import { type Plans, startPlan } from './accept/start-plan.ts';
import { createTimeGuard } from './recover/time-guard.ts';

/**
 * Pauses between polls for work. POLL_MS: the first pause, and each pause of a worker that receives no hints. With hints a pause doubles
 * up to WAITING_POLL_MS while open sends only wait, and is IDLE_POLL_MS while no send is open (F75).
 */
const [POLL_MS, WAITING_POLL_MS, IDLE_POLL_MS] = [500, 2_000, 5_000];
/** Milliseconds for which the lanes of a worker share one query of the open fan-outs. */
const CACHE_MS = 100;
const PROBE_EVERY_MS = 60_000;
/** Milliseconds until a due plan that another worker has locked is checked again. */
const LOCKED_PLAN_MS = 100;
/** Plans that a worker starts in parallel, and in a row before it checks the server again. */
const [PARALLEL_PLANS, PLANS_IN_A_ROW] = [4, 25];
/** Milliseconds between checks of the server while something is open. */
const HEARTBEAT_MS = 1_000;
/** Seconds that a lane waits for a permit of the shared rate limit before it releases its chunk. */
const LONGEST_WAIT_S = 5;

export type WorkerDeps = Pick<DeliveryDeps, 'endings' | 'push' | 'appUrl' | 'leaseSeconds' | 'causes' | 'sent' | 'alarm'> & {
  db: Database;
  plans: Plans;
  /** A separate pool, so that leases are renewed even when `db` has no free connection. */
  leaseDb: Database;
  /** Number of chunks sent in parallel. */
  lanes: number;
  /** Messages a second of all workers together; null: no limit. */
  perSecond: number | null;
  probeEveryMs?: number;
  /** Returns the possible clock error of this process in milliseconds; default: none. */
  timeErrorMs?: (() => number) | undefined;
  onError: (error: unknown) => void;
  /** Returns true while hints about accepted sends arrive at once; default: false. */
  receivesHints?: () => boolean;
};
export type Worker = {
  hint: () => void;
  /** Returns true while nothing is sent because the server is from before a takeover that this worker has seen. */
  isOnEarlierServer: () => boolean;
  stop: () => Promise<void>;
};

/** Queries that the lanes of a worker share: open fan-outs, and fan-outs to finish. */
const createSharedQueries = ({ db, endings }: WorkerDeps) => {
  const together = singleFlight<void>();
  let cached: { at: number; which: 'any' | 'over'; open: Promise<string[][]> } | undefined;
  return {
    open: (which: 'any' | 'over'): Promise<string[][]> => {
      const at = performance.now();
      if (cached?.which !== which || at - cached.at > CACHE_MS) {
        cached = { at, which, open: openFanOuts(db, { which }) };
        cached.open.catch(() => (cached = undefined));
      }
      return cached.open;
    },
    forget: (): void => {
      cached = undefined;
    },
    finish: (): Promise<void> => together('finish', () => inTransaction(db, (trx) => finishFanOuts(trx, endings))),
  };
};

/** Finds the phones of accepted sends, pauses late sends in quiet hours, and evaluates samples. Returns true if phones were to be found. */
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

/** Starts due plans, which the workers divide among themselves one by one. Returns the number of started plans. */
const startSome = async (deps: WorkerDeps, stopping: AbortSignal): Promise<number> => {
  const startRow = async (): Promise<number> => {
    let started = 0;
    while (started < PLANS_IN_A_ROW && !stopping.aborted && (await startPlan(deps))) started += 1;
    return started;
  };
  const rows = await Promise.all(Array.from({ length: PARALLEL_PLANS }, startRow));
  return rows.reduce((sum, started) => sum + started, 0);
};

type PlanContext = { checkServer: () => Promise<void>; wake: () => void; stopping: AbortSignal };
/** Starts due plans after a check of the server. Returns true if some were started, else the milliseconds until the next check. */
const startDue = async (deps: WorkerDeps, { checkServer, wake, stopping }: PlanContext): Promise<true | number> => {
  const dueInMs = await planDueInMs(deps.db);
  if (dueInMs > 0) return dueInMs;
  // A due plan may have started already, in the database before a restore or failover.
  await checkServer();
  const started = await startSome(deps, stopping);
  if (started > 0) wake();
  return started > 0 || LOCKED_PLAN_MS;
};

/** Expands and delivers until stopped. Any number of workers share the work through the database alone. */
export const runWorker = (deps: WorkerDeps): Worker => {
  const { db, push, lanes, leaseSeconds, perSecond, alarm, onError, probeEveryMs = PROBE_EVERY_MS, receivesHints = () => false } = deps;
  const isTimeUncertain = createTimeGuard({ alarm, timeErrorMs: deps.timeErrorMs ?? (() => 0) });
  const owner = newId();
  const horizonSeconds = Math.min(LONGEST_WAIT_S, leaseSeconds / 3);
  const pace = createPace({ db, project: push.project, perSecond, probeEveryMs, horizonSeconds, alarm });
  const own = createOwnPushes();
  const server = createRestoreDetection({ db, worker: owner, alarm, onOlder: own.forget });
  const leases = createLeaseRenewal(deps.leaseDb, leaseSeconds);
  const calm = createCalm(leaseSeconds * 1000);
  // True if the last check found nothing open: lanes pause, and one check at intervals serves all of them.
  let idle = false;
  let isExpanding = false;
  // No hint announces a due retry or an expired lease, so an idle worker finds them up to WAITING_POLL_MS late.
  const idleMs = (misses: number): number => {
    if (!receivesHints()) return POLL_MS;
    return idle ? IDLE_POLL_MS : Math.min(POLL_MS * 2 ** misses, WAITING_POLL_MS);
  };
  const loops = createLoops({ troubled: calm.troubled, onError, idleMs });
  const sharedQueries = createSharedQueries(deps);
  const { stopping } = loops;
  const work = {
    ...deps,
    pace,
    brake: createSafetyBrakes(),
    isTimeUncertain,
    stopping,
    troubled: calm.troubled,
    noteWrite: server.noteWrite,
  };
  const deliver = deliverInLanes({ work, owner, leases, calm, server, sharedQueries, isIdle: () => idle });

  const wake = (): void => {
    idle = false;
    sharedQueries.forget();
    loops.wake();
  };
  loops.run(async () => {
    const isOpen = await isAnyOpen(db);
    if (isOpen && idle) wake();
    idle = !isOpen;
    const expanded = isOpen && (await prepare(deps, own));
    if (isOpen) await sharedQueries.finish();
    // Wakes resting lanes when the first chunks exist, and again after the last ones.
    if (expanded !== isExpanding) wake();
    isExpanding = expanded;
    return expanded;
  });
  // A loop of its own, because delivery may take a while.
  loops.run(() => startDue(deps, { checkServer: server.check, wake, stopping }));
  loops.run(async () => {
    const mayRest = idle && !server.isEarlier();
    if (mayRest) server.idle();
    else await server.check().then(() => loops.rest(HEARTBEAT_MS));
    return !mayRest;
  });
  for (let lane = 0; lane < lanes; lane += 1) loops.run((misses) => deliver(lane, misses));
  return {
    hint: wake,
    isOnEarlierServer: server.isEarlier,
    stop: () => loops.stop().then(leases.end),
  };
};
