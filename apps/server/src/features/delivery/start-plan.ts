import type { AudienceRule } from '@endcap/contract/audience';
import { afterQuiet, type SendingError, sendingError } from '@endcap/contract/notifications';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Database, Db } from '../../tables.ts';
import { readQuietHours } from '../settings/index.ts';
import type { PlanWait } from './delivery.tables.ts';
import type { Endings } from './endings.ts';
import { insertFanOut } from './fan-out.repository.ts';
import { freezeAudience } from './freeze-audience.repository.ts';
import { endPlan, holdDuePlan, letPlanWait, removePlan } from './plan.repository.ts';

/** Whom a plan is for when it starts, or why it has become impossible (PLAN-04). */
type PlanStart = { rule: AudienceRule; storeId: string | null; isTest: boolean; weeklyLimit: number | null } | SendingError;
/** What whoever planned a notification is asked, and hears, when its time has come, in the transaction in which it starts. */
export type Plans = {
  starting: (db: Db, notificationId: string) => Promise<PlanStart>;
  started: (db: Db, notificationId: string) => Promise<void>;
};

type Deps = { db: Database; endings: Endings; plans: Plans; alarm: (message: string, facts?: Record<string, unknown>) => void };

type Done = { notificationId: string } & ({ became: 'started' | Exclude<PlanWait, 'approval'> } | { became: 'stopped'; error: string });

/** What a person has to hear of. */
const tell = (done: Done, alarm: Deps['alarm']): void => {
  const { notificationId } = done;
  if (done.became === 'stopped') alarm('a planned notification could not start', { notificationId, error: done.error });
  if (done.became === 'late') alarm('a planned notification is late and waits for a person', { notificationId });
  if (done.became === 'quietHours') alarm('a planned notification would start in quiet hours and waits for a person', { notificationId });
  if (done.became === 'restored') alarm('the database is a restored copy: a planned notification waits for a person', { notificationId });
};

/**
 * Starts the plan that is due: its audience is frozen and it becomes a fan-out in one transaction, so that whatever is killed around it, it starts once
 * (PLAN-03). What has become impossible is stopped; what is late, was planned in another life of the database or would be heard in quiet hours
 * waits for a person. False when none is due.
 */
export const startPlan = async ({ db, endings, plans, alarm }: Deps): Promise<boolean> => {
  const done = await inTransaction(db, async (trx): Promise<Done | null> => {
    const plan = await holdDuePlan(trx);
    if (!plan) return null;
    const { notificationId, isForeign, isLate, heardAt } = plan;
    const start = await plans.starting(trx, notificationId);
    if (typeof start === 'string') {
      await endPlan(trx, notificationId, 'stopped');
      await endings.stopped(trx, notificationId, sendingError(start));
      await endings.nothingSent(trx, [notificationId]);
      return { notificationId, became: 'stopped', error: sendingError(start) };
    }
    const isQuiet = afterQuiet(heardAt, await readQuietHours(trx)) !== null;
    if (isForeign || isLate || isQuiet) {
      const wait = isForeign ? 'restored' : isLate ? 'late' : 'quietHours';
      await letPlanWait(trx, notificationId, wait);
      return { notificationId, became: wait };
    }
    await removePlan(trx, notificationId);
    await insertFanOut(trx, notificationId, await freezeAudience(trx, start), start.weeklyLimit);
    await plans.started(trx, notificationId);
    return { notificationId, became: 'started' };
  });
  if (done) tell(done, alarm);
  return done !== null;
};
