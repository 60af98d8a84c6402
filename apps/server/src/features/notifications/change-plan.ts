import type { AudienceRule } from '@endcap/contract/audience';
import { fieldProblem, Problem } from '@endcap/contract/core';
import type { SendNotification } from '@endcap/contract/notifications';
import { databaseNow } from '../../platform/db/database-now.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { type IfMatch, refuseStale } from '../../platform/http/entity-tag.ts';
import type { Db } from '../../tables.ts';
import { freezeAudience, holdPlan, movePlan } from '../delivery/index.ts';
import { noteFileUses } from '../files/index.ts';
import { appendHistory } from '../history/index.ts';
import { askApproval, dropApproval, findAsked } from './approval.repository.ts';
import { type Needed, needsApproval } from './needs-approval.ts';
import { changePlanned, lockPlanned, type Planned } from './planned.repository.ts';
import { refuseDates, refuseUnknown, refuseUnsendable, type SendDeps, withinScope } from './send-notification.ts';
import { assertMayStart } from './send-rules.ts';

type Steered = { id: string; scope: string | null; actorId: string; isAdmin: boolean };

/** What the history calls the values of a plan. */
const valuesOf = ({ values, validUntil, createdAt }: Planned) => ({
  ...values,
  validUntil: validUntil.toISOString(),
  startsAt: createdAt.toISOString(),
});

/** A plan and its notification, held in the order in which workers hold them; 409 when it has started, or will not. */
const holdBoth = async (trx: Db, { id, scope }: Steered): Promise<Planned & { isUnapproved: boolean }> => {
  const plan = await holdPlan(trx, id);
  const planned = await lockPlanned(trx, scope, id);
  if (!planned) throw new Problem('not_found');
  if (!plan) throw new Problem('conflict', 'It has started already, or was cancelled');
  return { ...planned, isUnapproved: plan.waitsFor === 'approval' };
};

/** When it starts from now on; null: as soon as it is approved, which only what was asked for like that may go on being. */
const startOf = async (trx: Db, id: string, startsAt: string | null): Promise<{ at: Date; atOnce: boolean }> => {
  if (startsAt !== null) return { at: new Date(startsAt), atOnce: false };
  if (!(await findAsked(trx, id))?.atOnce) throw fieldProblem('startsAt', 'required');
  return { at: await databaseNow(trx), atOnce: true };
};

/** Refuses what a rule does not allow to start at an instant, which takes the place of that day (CARE-03, CARE-06, A-37). */
const assertMayMove = (trx: Db, { isAdmin }: Steered, { id, storeId, createdAt }: Planned, at: Date): Promise<void> =>
  assertMayStart(trx, { id, storeId, at, place: { of: at, before: createdAt }, by: { isAdmin, storeId } });

type Changed = AudienceRule & Pick<SendNotification, 'isTest' | 'safety'>;
/** Whether a plan as it is now has to be approved anew (CARE-04). Before its day is taken, as with sends. */
const needsAnew = async (trx: Db, { id, actorId }: Steered, draft: Changed, storeId: string | null, at: Date): Promise<Needed | null> => {
  const audience = await freezeAudience(trx, { rule: draft, storeId, isTest: false });
  return needsApproval(trx, { ...draft, audience, starter: { person: actorId, at, id } });
};

type Anew = { held: Needed | null; createdBy: string; atOnce: boolean };
const askAnew = async (trx: Db, { id, actorId }: Steered, { held, createdBy, atOnce }: Anew): Promise<'approval' | null> => {
  if (held) await askApproval(trx, { id, author: createdBy, askedBy: actorId, atOnce, ...held });
  else await dropApproval(trx, id);
  return held && 'approval';
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
      if (draft.safety) throw fieldProblem('safety', 'invalid');
      // A test is not planned, nor is what waits for approval made one.
      if (draft.isTest && startsAt === null) throw fieldProblem('isTest', 'invalid');
      const { at, atOnce } = await startOf(trx, id, startsAt);
      await refuseUnsendable(trx, deps, draft, before.storeId);
      await refuseUnknown(trx, draft, before.values);
      const held = await needsAnew(trx, change, draft, before.storeId, at);
      await assertMayMove(trx, change, before, at);
      const mark = { by: actorId, at: deps.now() };
      await changePlanned(trx, { id, storeId: before.storeId }, { ...values, validUntil: new Date(draft.validUntil), createdAt: at }, mark);
      await movePlan(trx, id, at, { waitsFor: await askAnew(trx, change, { ...before, held, atOnce }), plannedBy: actorId });
      await noteFileUses(trx, { entity: 'notification', entityId: id }, draft, mark.at);
      const after = { ...values, startsAt: at.toISOString() };
      await appendHistory(trx, { actor: actorId, entity: 'notification', entityId: id, action: 'update' }, valuesOf(before), after);
    });

/** PLAN-02: another time for a plan. The rest is not checked again: what was deleted since stays named, as it is when the plan starts (E-06). */
export const moveStart =
  (deps: SendDeps) =>
  (move: Steered & { startsAt: string; ifMatch: IfMatch }): Promise<void> =>
    inTransaction(deps.db, async (trx) => {
      const { id, actorId } = move;
      const before = await holdBoth(trx, move);
      refuseStale(move.ifMatch, before.revision);
      const { storeId, validUntil, values } = before;
      const at = new Date(move.startsAt);
      const startsAt = at.toISOString();
      await refuseDates(trx, deps, { ...values, validUntil: validUntil.toISOString(), startsAt });
      const held = await needsAnew(trx, move, values, storeId, at);
      await assertMayMove(trx, move, before, at);
      await changePlanned(trx, { id, storeId }, { createdAt: at }, { by: actorId, at: deps.now() });
      await movePlan(trx, id, at, { waitsFor: await askAnew(trx, move, { ...before, held, atOnce: false }), plannedBy: actorId });
      const was = { startsAt: before.createdAt.toISOString() };
      await appendHistory(trx, { actor: actorId, entity: 'notification', entityId: id, action: 'update' }, was, { startsAt });
    });

/** PLAN-03: a person starts it now, however late it is; workers do the rest as at any other time. */
export const startNow =
  (deps: SendDeps) =>
  (step: Steered): Promise<void> =>
    inTransaction(deps.db, async (trx) => {
      const { id, actorId } = step;
      const before = await holdBoth(trx, step);
      if (before.isUnapproved) throw new Problem('not_approved');
      const at = await databaseNow(trx);
      if (before.validUntil <= at) throw new Problem('validity_over', 'The end of validity has passed: set a later one first');
      await assertMayMove(trx, step, before, at);
      // Starting is no edit: the last editor stays the same, so the person who starts may still approve the text (CARE-04).
      await changePlanned(trx, { id, storeId: before.storeId }, { createdAt: at }, { by: before.updatedBy, at: deps.now() });
      await movePlan(trx, id, at, { plannedBy: actorId });
      const [was, is] = [{ startsAt: before.createdAt.toISOString() }, { startsAt: at.toISOString() }];
      await appendHistory(trx, { actor: actorId, entity: 'notification', entityId: id, action: 'update' }, was, is);
    });
