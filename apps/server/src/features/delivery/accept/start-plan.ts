import { type SendingError, sendingError } from '@endcap/contract/notifications';
import { inTransaction } from '../../../platform/db/transaction.ts';
import type { Database, Db } from '../../../tables.ts';
import type { BlockingRule, PlanWait } from '../delivery.tables.ts';
import type { Endings } from '../endings.ts';
import { insertFanOut } from './fan-out.repository.ts';
import type { FrozenAudience } from './frozen-audience.ts';
import { endPlan, lockDuePlan, blockPlan, removePlan } from './plan.repository.ts';

/** The result of checking a due plan: it is sent, or it waits for a person because a rule does not allow it. */
type PlanCheck =
  | { audience: FrozenAudience; weeklyLimit: number | null; startedBy: string }
  | { waits: BlockingRule | 'approval'; blockedMessage: string };
/** Decisions about a due plan, made in the transaction that starts it. */
export type Plans = {
  /** Returns the reason why it can never be sent any more (PLAN-04); null if it can. */
  impossible: (db: Db, notificationId: string) => Promise<SendingError | null>;
  /** Repeats the checks that were made when it was planned, and freezes its audience (E-02). */
  check: (db: Db, notificationId: string, audibleAt: Date) => Promise<PlanCheck>;
  /** Writes the history. Called before the plan is deleted. */
  started: (db: Db, notificationId: string) => Promise<void>;
};

type Deps = { db: Database; endings: Endings; plans: Plans; alarm: (message: string, facts?: Record<string, unknown>) => void };

type StartResult = { notificationId: string } & (
  | { became: 'started' }
  | { became: PlanWait; blockedMessage: string }
  | { became: 'stopped'; error: string }
);

const restored = {
  waits: 'restored',
  blockedMessage: 'the database is a restored copy: a planned notification waits for a person',
} as const;
const late = { waits: 'late', blockedMessage: 'a planned notification is late and waits for a person' } as const;

/** Logs results that need a person. */
const report = ({ notificationId, ...done }: StartResult, alarm: Deps['alarm']): void => {
  if ('error' in done) alarm('a planned notification could not start', { notificationId, error: done.error });
  else if ('blockedMessage' in done) alarm(done.blockedMessage, { notificationId });
};

/**
 * Starts the plan that is due longest. One transaction checks it again, freezes its audience and makes it a fan-out, so it starts only
 * once, even if processes are killed (PLAN-03). A plan that has become impossible is stopped. A plan is blocked until a person decides if
 * it is late, was planned in another incarnation of the database, or a rule no longer allows it (E-02). Returns false if none is due.
 */
export const startPlan = async ({ db, endings, plans, alarm }: Deps): Promise<boolean> => {
  const done = await inTransaction(db, async (trx): Promise<StartResult | null> => {
    const plan = await lockDuePlan(trx);
    if (!plan) return null;
    const { notificationId, isForeign, isLate, audibleAt } = plan;
    const error = await plans.impossible(trx, notificationId);
    if (error) {
      await endPlan(trx, notificationId, 'stopped');
      await endings.stopped(trx, notificationId, sendingError(error));
      await endings.nothingSent(trx, [notificationId]);
      return { notificationId, became: 'stopped', error: sendingError(error) };
    }
    const overdue = isForeign ? restored : isLate ? late : null;
    const check = overdue ?? (await plans.check(trx, notificationId, audibleAt));
    if ('waits' in check) {
      const { waits, blockedMessage } = check;
      await blockPlan(trx, notificationId, waits);
      return { notificationId, became: waits, blockedMessage };
    }
    await plans.started(trx, notificationId);
    await removePlan(trx, notificationId);
    const { audience, ...starting } = check;
    await insertFanOut(trx, notificationId, audience, starting);
    return { notificationId, became: 'started' };
  });
  if (done) report(done, alarm);
  return done !== null;
};
