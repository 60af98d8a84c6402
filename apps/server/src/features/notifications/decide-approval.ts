import { Problem } from '@endcap/contract/core';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Database, Db } from '../../tables.ts';
import { endPlan, holdPlan, releasePlan } from '../delivery/index.ts';
import { appendHistory } from '../history/index.ts';
import { decide, redatePlanned } from './approval.repository.ts';
import { moveQuota } from './move-quota.ts';
import { changePlanned, databaseNow, lockPlanned, type Planned } from './planned.repository.ts';
import { freeDays } from './quota.repository.ts';
import { refuseQuiet } from './refuse-quiet.ts';

type Deps = { db: Database; now: () => Date };
type Decided = { id: string; revision: number; actorId: string };

/** What waits for approval in the revision that was read, held in the order in which workers hold it. */
const holdAsked = async (trx: Db, { id, revision }: Decided): Promise<Planned & { startsAt: Date }> => {
  const plan = await holdPlan(trx, id);
  const planned = await lockPlanned(trx, null, id);
  if (!planned) throw new Problem('not_found');
  if (plan?.waitsFor !== 'approval') throw new Problem('conflict', 'It does not wait for approval any more');
  if (planned.revision !== revision) throw new Problem('precondition_failed', 'Somebody changed it meanwhile: read it again');
  return { ...planned, startsAt: plan.startsAt };
};

/**
 * CARE-04: another administrator lets it go. What was to be sent at once goes now, under the quota of today; what was planned starts at its time, at once
 * where that has just passed, and waits for a person where it is late (PLAN-03): the workers see to that as with any plan.
 */
export const approveSend =
  ({ db }: Deps) =>
  (decided: Decided): Promise<void> =>
    inTransaction(db, async (trx) => {
      const { id, actorId } = decided;
      const { storeId, createdAt, validUntil, startsAt } = await holdAsked(trx, decided);
      const noted = await decide(trx, { id, decision: 'approved', by: actorId, word: null });
      if (!noted) throw new Problem('own_send');
      const at = await databaseNow(trx);
      if (validUntil <= at) throw new Problem('validity_over', 'The end of validity has passed: set a later one first');
      if (noted.atOnce) {
        await refuseQuiet(trx, null);
        await moveQuota(trx, { id, storeId }, createdAt, at);
      }
      await redatePlanned(trx, { id, storeId }, noted.atOnce ? at : createdAt);
      await releasePlan(trx, id, noted.atOnce ? at : startsAt);
      await appendHistory(
        trx,
        { actor: actorId, entity: 'notification', entityId: id, action: 'approve' },
        { approval: 'waiting' },
        { approval: 'approved' },
      );
    });

/** CARE-04: another administrator says why it is not sent. Nobody gets it, and its day is free again. */
export const declineSend =
  ({ db, now }: Deps) =>
  ({ word, ...decided }: Decided & { word: string }): Promise<void> =>
    inTransaction(db, async (trx) => {
      const { id, actorId } = decided;
      const { storeId, createdAt } = await holdAsked(trx, decided);
      if (!(await decide(trx, { id, decision: 'declined', by: actorId, word }))) throw new Problem('own_send');
      await endPlan(trx, id, 'cancelled');
      await freeDays(trx, [id]);
      const at = now();
      await changePlanned(trx, { id, storeId }, { createdAt: createdAt < at ? createdAt : at }, { by: actorId, at });
      await appendHistory(
        trx,
        { actor: actorId, entity: 'notification', entityId: id, action: 'decline' },
        { approval: 'waiting' },
        { approval: 'declined', word },
      );
    });
