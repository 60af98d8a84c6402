import { Problem } from '@endcap/contract/core';
import { databaseNow } from '../../platform/db/database-now.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Db } from '../../tables.ts';
import { endPlan, lockPlan, releasePlan } from '../delivery/index.ts';
import { appendHistory } from '../history/index.ts';
import { findRights } from '../session/index.ts';
import { recordDecision, redatePlanned } from './approval.repository.ts';
import { approveCorrection } from './correct-notification.ts';
import { findWaitingCorrection, noteDeclinedCorrection, type WaitingCorrection } from './correction.repository.ts';
import { changePlanned, findStarting, lockPlanned, noteShown, type Planned } from './planned.repository.ts';
import { releaseQuota } from './quota.repository.ts';
import type { SendDeps } from './send-notification.ts';
import { assertMayStart } from './send-rules.ts';

type Decided = { id: string; revision: number; actorId: string };
type WaitingSend = Planned & { startsAt: Date };
/** The subject of an approval: a send that has not started, or a correction of one that was sent. */
type ApprovalSubject = { send: WaitingSend } | { correction: WaitingCorrection; storeId: string | null };

/** Locks what waits for approval, in the same order as workers. Throws unless it is in the revision that was read. */
const lockSubject = async (trx: Db, { id, revision }: Decided): Promise<ApprovalSubject> => {
  const plan = await lockPlan(trx, id);
  const planned = await lockPlanned(trx, null, id);
  if (!planned) throw new Problem('not_found');
  const correction = plan ? undefined : await findWaitingCorrection(trx, id);
  const subject: ApprovalSubject | undefined =
    plan?.waitsFor === 'approval'
      ? { send: { ...planned, startsAt: plan.startsAt } }
      : correction && { correction, storeId: planned.storeId };
  if (!subject) throw new Problem('conflict', 'It does not wait for approval any more');
  if (planned.revision !== revision) throw new Problem('precondition_failed', 'Somebody changed it meanwhile: read it again');
  return subject;
};

/**
 * Releases an approved send, if the current rules allow it to the person who planned it (CARE-04). A send at once goes out now, under the
 * quota of today. A plan starts at its time, at once if that has just passed, or waits for a person if it is late (PLAN-03). The workers
 * decide that as for any plan.
 */
const releaseSend = async (trx: Db, { id, actorId }: Decided, { storeId, createdAt, validUntil, startsAt }: WaitingSend): Promise<void> => {
  const noted = await recordDecision(trx, { id, decision: 'approved', by: actorId, word: null });
  if (!noted) throw new Problem('own_send');
  const at = await databaseNow(trx);
  if (validUntil <= at) throw new Problem('validity_over', 'The end of validity has passed: set a later one first');
  const { plannedBy } = await findStarting(trx, id);
  await assertMayStart(trx, {
    id,
    storeId,
    at: noted.atOnce || startsAt < at ? at : startsAt,
    quotaDay: { takes: noted.atOnce ? at : createdAt, has: createdAt },
    by: await findRights(trx, plannedBy),
  });
  await redatePlanned(trx, { id, storeId }, noted.atOnce ? at : createdAt);
  await releasePlan(trx, id, noted.atOnce ? at : startsAt);
  await appendHistory(
    trx,
    { actor: actorId, entity: 'notification', entityId: id, action: 'approve' },
    { approval: 'waiting' },
    { approval: 'approved' },
  );
};

/** Approves what waits for another administrator: a send goes out, a correction replaces the message (E-03). */
export const approveSend =
  (deps: SendDeps) =>
  (decided: Decided): Promise<void> =>
    inTransaction(deps.db, async (trx) => {
      const subject = await lockSubject(trx, decided);
      return 'send' in subject ? releaseSend(trx, decided, subject.send) : approveCorrection(trx, deps, subject.correction, decided);
    });

type Declined = Decided & { word: string };

/** Ends a declined send, which nobody gets, and frees its day. */
const endSend = async (trx: Db, { id, actorId, word }: Declined, { storeId, createdAt }: WaitingSend, at: Date): Promise<void> => {
  if (!(await recordDecision(trx, { id, decision: 'declined', by: actorId, word }))) throw new Problem('own_send');
  await endPlan(trx, id, 'cancelled');
  await releaseQuota(trx, [id]);
  await changePlanned(trx, { id, storeId }, { createdAt: createdAt < at ? createdAt : at }, { by: actorId, at });
};

/** Declines a send or a correction of another administrator, with a reason (CARE-04, E-03). */
export const declineSend =
  ({ db, now }: Pick<SendDeps, 'db' | 'now'>) =>
  (declined: Declined): Promise<void> =>
    inTransaction(db, async (trx) => {
      const { id, actorId, word } = declined;
      const subject = await lockSubject(trx, declined);
      if ('send' in subject) await endSend(trx, declined, subject.send, now());
      else {
        if (subject.correction.askedBy === actorId) throw new Problem('own_send');
        await noteDeclinedCorrection(trx, { id, by: actorId, word });
        await noteShown(trx, subject.storeId);
      }
      await appendHistory(
        trx,
        { actor: actorId, entity: 'notification', entityId: id, action: 'decline' },
        { approval: 'waiting' },
        { approval: 'declined', word },
      );
    });
