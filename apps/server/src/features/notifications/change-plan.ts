import { fieldProblem, Problem } from '@endcap/contract/core';
import type { SendNotification } from '@endcap/contract/notifications';
import { warsawDay } from '@endcap/contract/warsaw-time';
import { inTransaction } from '../../platform/db/transaction.ts';
import { type IfMatch, refuseStale } from '../../platform/http/entity-tag.ts';
import type { Db } from '../../tables.ts';
import { holdPlan, movePlan } from '../delivery/index.ts';
import { noteFileUses } from '../files/index.ts';
import { appendHistory } from '../history/index.ts';
import { changePlanned, databaseNow, lockPlanned, type Planned } from './planned.repository.ts';
import { freeDays, takeQuota } from './quota.repository.ts';
import { QUOTA_MESSAGE, refuseUnknown, refuseUnsendable, type SendDeps, withinScope } from './send-notification.ts';

type Steered = { id: string; scope: string | null; actorId: string };

/** What the history calls the values of a plan. */
const valuesOf = ({ values, validUntil, createdAt }: Planned) => ({
  ...values,
  validUntil: validUntil.toISOString(),
  startsAt: createdAt.toISOString(),
});

/** A plan and its notification, held in the order in which workers hold them; 409 when it has started, or will not. */
const holdBoth = async (trx: Db, { id, scope }: Steered): Promise<Planned> => {
  const plan = await holdPlan(trx, id);
  const planned = await lockPlanned(trx, scope, id);
  if (!planned) throw new Problem('not_found');
  if (!plan) throw new Problem('conflict', 'It has started already, or was cancelled');
  return planned;
};

/** The place of the new day for that of the old one. */
const moveQuota = async (trx: Db, id: string, { storeId, createdAt }: Planned, startsAt: string): Promise<void> => {
  if (warsawDay(createdAt) === warsawDay(startsAt)) return;
  await freeDays(trx, [id]);
  if (!(await takeQuota(trx, storeId, warsawDay(startsAt), id))) throw new Problem('quota_used_up', QUOTA_MESSAGE);
};

/** PLAN-02: everything of a plan but its scope, until it starts. What may be sent may be planned. */
export const changePlan =
  (deps: SendDeps) =>
  (change: Steered & { draft: SendNotification; ifMatch: IfMatch }): Promise<void> =>
    inTransaction(deps.db, async (trx) => {
      const { id, actorId } = change;
      const before = await holdBoth(trx, change);
      refuseStale(change.ifMatch, before.revision);
      const draft = withinScope(change.draft, before.storeId);
      const { startsAt, ...values } = draft;
      if (startsAt === null) throw fieldProblem('startsAt', 'required');
      await refuseUnsendable(trx, deps, draft, before.storeId);
      await refuseUnknown(trx, draft);
      await moveQuota(trx, id, before, startsAt);
      const mark = { by: actorId, at: deps.now() };
      await changePlanned(
        trx,
        { id, storeId: before.storeId },
        { ...values, validUntil: new Date(draft.validUntil), createdAt: new Date(startsAt) },
        mark,
      );
      await movePlan(trx, id, new Date(startsAt));
      await noteFileUses(trx, { entity: 'notification', entityId: id }, draft, mark.at);
      const after = { ...values, startsAt };
      await appendHistory(trx, { actor: actorId, entity: 'notification', entityId: id, action: 'update' }, valuesOf(before), after);
    });

/** PLAN-03: a person starts it now, however late it is; workers do the rest as at any other time. */
export const startNow =
  (deps: SendDeps) =>
  (step: Steered): Promise<void> =>
    inTransaction(deps.db, async (trx) => {
      const { id, actorId } = step;
      const before = await holdBoth(trx, step);
      const at = await databaseNow(trx);
      if (before.validUntil <= at) throw new Problem('validity_over', 'The end of validity has passed: set a later one first');
      await moveQuota(trx, id, before, at.toISOString());
      await changePlanned(trx, { id, storeId: before.storeId }, { createdAt: at }, { by: actorId, at: deps.now() });
      await movePlan(trx, id, at);
      const [was, is] = [{ startsAt: before.createdAt.toISOString() }, { startsAt: at.toISOString() }];
      await appendHistory(trx, { actor: actorId, entity: 'notification', entityId: id, action: 'update' }, was, is);
    });
