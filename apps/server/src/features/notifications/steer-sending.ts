import { Problem } from '@endcap/contract/core';
import { databaseNow } from '../../platform/db/database-now.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Database, Db } from '../../tables.ts';
import { cancelFanOut, continueFanOut, endPlan, followUpsOf, lockPlan, pauseFanOut, resumeFanOut } from '../delivery/index.ts';
import { appendHistory } from '../history/index.ts';
import { approvedText } from './approval.repository.ts';
import { clearErrors, lockForSteering } from './notification.repository.ts';
import { changePlanned } from './planned.repository.ts';
import { releaseQuota } from './quota.repository.ts';
import { assertMayStart, keepsQuota } from './send-rules.ts';

type Target = 'send' | 'followUps';
type Step = 'pause' | 'resume' | 'continue' | 'cancel';
/** Only a send is continued. */
export type Steering = { id: string; scope: string | null; step: Step; of: Target; actorId: string; isAdmin: boolean };
type SteerDeps = { db: Database; now: () => Date };
type Steered = NonNullable<Awaited<ReturnType<typeof lockForSteering>>>;

const become = { pause: 'paused', resume: 'sending', continue: 'continued', cancel: 'cancelled' } as const;

/** Continues a stopped notification. */
const sendToRest = async (db: Db, id: string, { validUntil, recalledAt }: Steered, now: Date): Promise<void> => {
  if (recalledAt) throw new Problem('taken_back');
  if (validUntil <= now) throw new Problem('validity_over', 'The end of validity has passed: set a later one first');
  // An earlier version may have corrected it without an approval. The other phones would get a text that was not approved (CARE-04).
  if ((await approvedText(db, id)) === 'former') throw new Problem('not_approved');
  const became = await continueFanOut(db, id);
  if (became === 'notStopped') throw new Problem('not_stopped', 'Only a notification whose sending was stopped can be sent to the rest');
  if (became === 'nothingLeft') throw new Problem('nothing_left', 'Every phone has an outcome of its own');
  await clearErrors(db, id);
};

/**
 * Throws if a rule forbids continuing a send. It makes a sound like a new send, so the same rules apply. It keeps the quota of its own
 * day, or takes it again if the quota was freed because nothing had been sent.
 */
const assertMayGoOn = async (db: Db, { id, scope, isAdmin }: Steering, { storeId, createdAt, isTest, safety }: Steered): Promise<void> => {
  if (isTest || safety) return;
  const quotaDay = keepsQuota(createdAt);
  await assertMayStart(db, { id, storeId, at: await databaseNow(db), quotaDay, by: { isAdmin, storeId: scope } });
};

/** Ends a plan, frees its day, and dates it now at the latest, so that it is listed among past notifications (PLAN-01). */
const cancelPlan = async (db: Db, id: string, { storeId, createdAt }: Steered, { by, now }: { by: string; now: Date }): Promise<void> => {
  await endPlan(db, id, 'cancelled');
  await releaseQuota(db, [id]);
  await changePlanned(db, { id, storeId }, { createdAt: createdAt < now ? createdAt : now }, { by, at: now });
};

type Taken = { id: string; of: Target; take: (fanOutId: string) => Promise<boolean> };

/** Applies a step to a notification's send or to its follow-ups, never to both. Returns false where none of them can take it. */
const takeStep = async (trx: Db, { id, of, take }: Taken): Promise<boolean> => {
  let taken = false;
  for (const fanOutId of of === 'send' ? [id] : await followUpsOf(trx, [id])) taken = (await take(fanOutId)) || taken;
  return taken;
};

/** Pauses, resumes, continues or cancels a notification's send or its follow-ups. Throws 409 if it is over or already in that state. */
export const steerSending =
  ({ db, now }: SteerDeps) =>
  (steering: Steering): Promise<void> =>
    inTransaction(db, async (trx) => {
      const { id, scope, step, of, actorId } = steering;
      // Before the notification, as workers do.
      const plan = step === 'cancel' && of === 'send' ? await lockPlan(trx, id) : undefined;
      const notification = await lockForSteering(trx, scope, id);
      if (!notification) throw new Problem('not_found');
      const steered = (take: Taken['take']): Promise<boolean> => takeStep(trx, { id, of, take });
      const steps: Record<Step, () => Promise<boolean>> = {
        pause: () => steered((fanOutId) => pauseFanOut(trx, fanOutId, 'operator', actorId)),
        resume: () => steered((fanOutId) => resumeFanOut(trx, fanOutId)),
        continue: () => sendToRest(trx, id, notification, now()).then(() => true),
        cancel: () =>
          plan
            ? cancelPlan(trx, id, notification, { by: actorId, now: now() }).then(() => true)
            : steered((fanOutId) => cancelFanOut(trx, fanOutId)),
      };
      if (!(await steps[step]())) throw new Problem('conflict', `Sending cannot be ${become[step]} any more`);
      if (of === 'send' && (step === 'resume' || step === 'continue')) await assertMayGoOn(trx, steering, notification);
      const [before, after] = step === 'continue' ? [{ errors: notification.errors }, { errors: [] }] : [{}, {}];
      await appendHistory(trx, { actor: actorId, entity: 'notification', entityId: id, action: step }, before, {
        ...after,
        [of === 'send' ? 'sending' : 'followUps']: become[step],
      });
    });
