import type { AudienceRule } from '@endcap/contract/audience';
import { fieldProblem, Problem } from '@endcap/contract/core';
import type { SendNotification } from '@endcap/contract/notifications';
import { databaseNow } from '../../platform/db/database-now.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { type IfMatch, refuseStale } from '../../platform/http/entity-tag.ts';
import type { Db } from '../../tables.ts';
import { freezeAudience, lockPlan, movePlan } from '../delivery/index.ts';
import { noteFileUses } from '../files/index.ts';
import { appendHistory } from '../history/index.ts';
import { askApproval, dropApproval, findApprovalRequest } from './approval.repository.ts';
import { type Needed, needsApproval } from './needs-approval.ts';
import { changePlanned, lockPlanned, type Planned } from './planned.repository.ts';
import { assertKnownReferences, assertSendable, assertValidDates, type SendDeps, withinScope } from './send-notification.ts';
import { assertMayStart } from './send-rules.ts';

type Steered = { id: string; scope: string | null; actorId: string; isAdmin: boolean };

/** Values of a plan, by their names in the history. */
const valuesOf = ({ values, validUntil, createdAt }: Planned) => ({
  ...values,
  validUntil: validUntil.toISOString(),
  startsAt: createdAt.toISOString(),
});

/** Locks a plan and its notification, in the same order as workers. Throws 409 if it has started or was cancelled. */
const lockBoth = async (trx: Db, { id, scope }: Steered): Promise<Planned & { isUnapproved: boolean }> => {
  const plan = await lockPlan(trx, id);
  const planned = await lockPlanned(trx, scope, id);
  if (!planned) throw new Problem('not_found');
  if (!plan) throw new Problem('conflict', 'It has started already, or was cancelled');
  return { ...planned, isUnapproved: plan.waitsFor === 'approval' };
};

/** Returns the new start. `startsAt` null: as soon as it is approved, which is allowed only if it was requested like that. */
const startOf = async (trx: Db, id: string, startsAt: string | null): Promise<{ at: Date; atOnce: boolean }> => {
  if (startsAt !== null) return { at: new Date(startsAt), atOnce: false };
  if (!(await findApprovalRequest(trx, id))?.atOnce) throw fieldProblem('startsAt', 'required');
  return { at: await databaseNow(trx), atOnce: true };
};

/** Throws if a rule forbids a start at this instant; else takes the quota of that day (CARE-03, A-37). */
const assertMayMove = (trx: Db, { isAdmin }: Steered, { id, storeId, createdAt }: Planned, at: Date): Promise<void> =>
  assertMayStart(trx, { id, storeId, at, quotaDay: { takes: at, has: createdAt }, by: { isAdmin, storeId } });

type Changed = AudienceRule & Pick<SendNotification, 'isTest' | 'safety'>;
/** Returns the approval that a changed plan needs; null: none (CARE-04). Called before its day is taken, as for sends. */
const approvalNeeded = async (
  trx: Db,
  { id, actorId }: Steered,
  draft: Changed,
  storeId: string | null,
  at: Date,
): Promise<Needed | null> => {
  const audience = await freezeAudience(trx, { rule: draft, storeId, isTest: false });
  return needsApproval(trx, { ...draft, audience, starter: { person: actorId, at, id } });
};

type NewApproval = { needed: Needed | null; createdBy: string; atOnce: boolean };
const replaceApproval = async (
  trx: Db,
  { id, actorId }: Steered,
  { needed, createdBy, atOnce }: NewApproval,
): Promise<'approval' | null> => {
  if (needed) await askApproval(trx, { id, author: createdBy, askedBy: actorId, atOnce, ...needed });
  else await dropApproval(trx, id);
  return needed && 'approval';
};

/** Changes any field of a plan except its scope, until it starts. The rules are those of a send (PLAN-02). */
export const changePlan =
  (deps: SendDeps) =>
  (change: Steered & { draft: SendNotification; ifMatch: IfMatch }): Promise<void> =>
    inTransaction(deps.db, async (trx) => {
      const { id, actorId } = change;
      const before = await lockBoth(trx, change);
      refuseStale(change.ifMatch, before.revision);
      const draft = withinScope(change.draft, before.storeId);
      const { startsAt, ...values } = draft;
      if (draft.safety) throw fieldProblem('safety', 'invalid');
      // A test cannot be planned, and a send that waits for approval cannot become a test.
      if (draft.isTest && startsAt === null) throw fieldProblem('isTest', 'invalid');
      const { at, atOnce } = await startOf(trx, id, startsAt);
      await assertSendable(trx, deps, draft, before.storeId);
      await assertKnownReferences(trx, draft, before.values);
      const needed = await approvalNeeded(trx, change, draft, before.storeId, at);
      await assertMayMove(trx, change, before, at);
      const mark = { by: actorId, at: deps.now() };
      await changePlanned(trx, { id, storeId: before.storeId }, { ...values, validUntil: new Date(draft.validUntil), createdAt: at }, mark);
      await movePlan(trx, id, at, { waitsFor: await replaceApproval(trx, change, { ...before, needed, atOnce }), plannedBy: actorId });
      await noteFileUses(trx, { entity: 'notification', entityId: id }, draft, mark.at);
      const after = { ...values, startsAt: at.toISOString() };
      await appendHistory(trx, { actor: actorId, entity: 'notification', entityId: id, action: 'update' }, valuesOf(before), after);
    });

/**
 * Moves a plan to another time (PLAN-02). Other fields are not checked again: items deleted since stay named, as when the plan starts
 * (E-06).
 */
export const moveStart =
  (deps: SendDeps) =>
  (move: Steered & { startsAt: string; ifMatch: IfMatch }): Promise<void> =>
    inTransaction(deps.db, async (trx) => {
      const { id, actorId } = move;
      const before = await lockBoth(trx, move);
      refuseStale(move.ifMatch, before.revision);
      const { storeId, validUntil, values } = before;
      const at = new Date(move.startsAt);
      const startsAt = at.toISOString();
      await assertValidDates(trx, deps, { ...values, validUntil: validUntil.toISOString(), startsAt });
      const needed = await approvalNeeded(trx, move, values, storeId, at);
      await assertMayMove(trx, move, before, at);
      await changePlanned(trx, { id, storeId }, { createdAt: at }, { by: actorId, at: deps.now() });
      await movePlan(trx, id, at, { waitsFor: await replaceApproval(trx, move, { ...before, needed, atOnce: false }), plannedBy: actorId });
      const was = { startsAt: before.createdAt.toISOString() };
      await appendHistory(trx, { actor: actorId, entity: 'notification', entityId: id, action: 'update' }, was, { startsAt });
    });

/** Makes a plan due now, however late it is. Workers then start it like any due plan (PLAN-03). */
export const startNow =
  (deps: SendDeps) =>
  (step: Steered): Promise<void> =>
    inTransaction(deps.db, async (trx) => {
      const { id, actorId } = step;
      const before = await lockBoth(trx, step);
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
