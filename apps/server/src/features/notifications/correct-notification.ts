import { isDeepStrictEqual } from 'node:util';
import { Problem } from '@endcap/contract/core';
import { changesTo, type CorrectNotification } from '@endcap/contract/notifications';
import { type IfMatch, refuseStale } from '../../platform/http/entity-tag.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Db } from '../../tables.ts';
import { endFollowUps, insertFollowUp, wasCutShort } from '../delivery/index.ts';
import { noteFileUses } from '../files/index.ts';
import { appendHistory } from '../history/index.ts';
import { findRights } from '../session/index.ts';
import { noteApprovedCorrection } from './approval.repository.ts';
import { askCorrection, dropCorrection, type WaitingCorrection } from './correction.repository.ts';
import { correctionNeedsApproval } from './needs-approval.ts';
import { correctMessage, lockNotification, type StoredNotification } from './notification.repository.ts';
import { noteShown, outdateRevision } from './planned.repository.ts';
import { refuseUnreached } from './refuse-unreached.ts';
import { assertValidPayload, type SendDeps } from './send-notification.ts';
import { assertMayStart } from './send-rules.ts';

export type Correction = { id: string; scope: string | null; message: CorrectNotification; actorId: string; ifMatch: IfMatch };
type Replaced = { before: StoredNotification; message: CorrectNotification; at: Date };

const messageOf = ({ title, content, url, image }: CorrectNotification): CorrectNotification => ({ title, content, url, image });
/** Values of a requested correction, by their names in the history: no phone has it yet. */
const proposed = ({ title, content, url, image }: CorrectNotification) => ({
  proposedTitle: title,
  proposedContent: content,
  proposedUrl: url,
  proposedImage: image,
});
const isOf = (id: string) => ({ entity: 'notification' as const, entityId: id });

/** Throws if a message cannot replace the sent one. Called when a correction is requested, and again when it is approved. */
const assertCorrectable = async (trx: Db, deps: SendDeps, { before, message, at }: Replaced): Promise<void> => {
  const { _id, isTest, recalledAt, validUntil, revision, storeId, safety } = before;
  if (isTest) throw new Problem('is_test');
  if (recalledAt) throw new Problem('taken_back');
  if (validUntil <= at) throw new Problem('validity_over');
  await refuseUnreached(trx, _id);
  if (isDeepStrictEqual(messageOf(before), message) && !(await wasCutShort(trx, _id, 'correct'))) throw new Problem('nothing_changed');
  await assertValidPayload(
    trx,
    deps,
    { ...message, validUntil: validUntil.toISOString(), safety },
    // Phones that it has not reached yet get it as the plain message.
    { storeId, changes: [null, ...changesTo('correct', revision + 1)] },
  );
};

/** Replaces the message of a notification, and starts the send that replaces it on phones. */
const replaceMessage = async (trx: Db, { before, message, at }: Replaced, by: string): Promise<void> => {
  const { _id: id, storeId } = before;
  await dropCorrection(trx, id);
  await correctMessage(trx, { id, storeId }, message, { by, at });
  await noteFileUses(trx, isOf(id), message, at);
  await endFollowUps(trx, id);
  await insertFollowUp(trx, id, 'correct');
};

type Ask = { actorId: string; devices: number };
/** Requests approval of a correction. No phone gets it until another administrator has approved it. */
const askFor = async (trx: Db, { before, message, at }: Replaced, { actorId, devices }: Ask): Promise<void> => {
  const { _id: id, storeId } = before;
  await askCorrection(trx, { id, message, askedBy: actorId, devices });
  // Keeps both images in use.
  await noteFileUses(trx, isOf(id), [messageOf(before), message], at);
  // A decision names the revision that was read: one on an earlier correction is refused.
  await outdateRevision(trx, id);
  await noteShown(trx, storeId);
  const [was, is] = [proposed(before), { ...proposed(message), approval: 'waiting' }];
  await appendHistory(trx, { actor: actorId, ...isOf(id), action: 'ask' }, was, is);
};

/**
 * Replaces the sent message on phones that have it, in inboxes, and for phones that will still get it (RECALL-02). If
 * another administrator has to approve the correction, it waits for that (E-03). The same message again is refused, unless the last
 * correction did not reach all phones. Takes no quota.
 */
export const correctNotification =
  (deps: SendDeps) =>
  ({ id, scope, message, actorId, ifMatch }: Correction): Promise<void> =>
    inTransaction(deps.db, async (trx) => {
      const before = await lockNotification(trx, scope, id);
      if (!before) throw new Problem('not_found');
      refuseStale(ifMatch, before.revision);
      const replaced = { before, message, at: deps.now() };
      await assertCorrectable(trx, deps, replaced);
      const needed = await correctionNeedsApproval(trx, before, message);
      if (needed) return askFor(trx, replaced, { actorId, ...needed });
      await replaceMessage(trx, replaced, actorId);
      await appendHistory(trx, { actor: actorId, ...isOf(id), action: 'update' }, messageOf(before), message);
    });

/** Applies a correction that another administrator approved, under the current rules (E-03). */
export const approveCorrection = async (
  trx: Db,
  deps: SendDeps,
  waiting: WaitingCorrection,
  { id, actorId }: { id: string; actorId: string },
): Promise<void> => {
  if (waiting.askedBy === actorId) throw new Problem('own_send');
  const before = await lockNotification(trx, null, id);
  if (!before) throw new Problem('not_found');
  await assertMayStart(trx, { id, storeId: before.storeId, at: null, quotaDay: null, by: await findRights(trx, waiting.askedBy) });
  const message = messageOf(waiting);
  const replaced = { before, message, at: deps.now() };
  await assertCorrectable(trx, deps, replaced);
  await replaceMessage(trx, replaced, waiting.askedBy);
  const { askedBy, askedAt, devices } = waiting;
  await noteApprovedCorrection(trx, id, { askedBy, askedAt, devices }, actorId);
  const [was, is] = [
    { ...messageOf(before), approval: 'waiting' },
    { ...message, approval: 'approved' },
  ];
  await appendHistory(trx, { actor: actorId, ...isOf(id), action: 'approve' }, was, is);
};

/** Withdraws the correction of a notification and releases its image. Returns the state that the correction had. */
export const endCorrection = async (trx: Db, before: StoredNotification, at: Date): ReturnType<typeof dropCorrection> => {
  const dropped = await dropCorrection(trx, before._id);
  if (!dropped) return undefined;
  await noteFileUses(trx, isOf(before._id), messageOf(before), at);
  await noteShown(trx, before.storeId);
  return dropped;
};

/** Withdraws a correction that waits for approval. The message stays as it is. */
export const withdrawCorrection =
  ({ db, now }: Pick<SendDeps, 'db' | 'now'>) =>
  ({ id, scope, actorId }: Pick<Correction, 'id' | 'scope' | 'actorId'>): Promise<void> =>
    inTransaction(db, async (trx) => {
      const before = await lockNotification(trx, scope, id);
      if (!before) throw new Problem('not_found');
      if ((await endCorrection(trx, before, now())) !== 'waiting') throw new Problem('conflict', 'No correction of it waits for approval');
      await appendHistory(trx, { actor: actorId, ...isOf(id), action: 'cancel' }, { approval: 'waiting' }, { approval: 'withdrawn' });
    });
