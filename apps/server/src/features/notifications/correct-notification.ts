import { isDeepStrictEqual } from 'node:util';
import { Problem } from '@endcap/contract/core';
import { changesTo, type CorrectNotification } from '@endcap/contract/notifications';
import { type IfMatch, refuseStale } from '../../platform/http/entity-tag.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Db } from '../../tables.ts';
import { endFollowUps, insertFollowUp, isStillGoingOut, wasCutShort } from '../delivery/index.ts';
import { noteFileUses } from '../files/index.ts';
import { appendHistory } from '../history/index.ts';
import { wasApproved } from './approval.repository.ts';
import { correctMessage, lockNotification, type StoredNotification } from './notification.repository.ts';
import { refuseUnreached } from './refuse-unreached.ts';
import { refuseUnfit, type SendDeps } from './send-notification.ts';

export type Correction = { id: string; scope: string | null; message: CorrectNotification; actorId: string; ifMatch: IfMatch };

const messageOf = ({ title, content, url, image }: CorrectNotification): CorrectNotification => ({ title, content, url, image });

const refuseUncorrectable = async (trx: Db, notification: StoredNotification, now: Date): Promise<void> => {
  const { _id, isTest, recalledAt, validUntil } = notification;
  if (isTest) throw new Problem('is_test');
  if (recalledAt) throw new Problem('taken_back');
  if (validUntil <= now) throw new Problem('validity_over');
  await refuseUnreached(trx, _id);
  // Whoever is still to get it would get what nobody has approved (CARE-04).
  if ((await wasApproved(trx, _id)) && (await isStillGoingOut(trx, _id))) throw new Problem('not_approved');
};

/**
 * RECALL-02: another message takes the place of the one that was sent, on phones that have it, in inboxes, and for those who are still to get it,
 * unless somebody else has approved what they get. The same once more is refused, unless the last correction did not reach everybody. Takes no quota.
 */
export const correctNotification =
  (deps: SendDeps) =>
  ({ id, scope, message, actorId, ifMatch }: Correction): Promise<void> =>
    inTransaction(deps.db, async (trx) => {
      const before = await lockNotification(trx, scope, id);
      if (!before) throw new Problem('not_found');
      refuseStale(ifMatch, before.revision);
      const at = deps.now();
      await refuseUncorrectable(trx, before, at);
      if (isDeepStrictEqual(messageOf(before), message) && !(await wasCutShort(trx, id, 'correct'))) throw new Problem('nothing_changed');
      const changes = changesTo('correct', before.revision + 1);
      await refuseUnfit(
        trx,
        deps,
        { ...message, validUntil: before.validUntil.toISOString(), safety: before.safety },
        // Those whom it has not reached yet get it as the plain message.
        { storeId: before.storeId, changes: [null, ...changes] },
      );
      await correctMessage(trx, { id, storeId: before.storeId }, message, { by: actorId, at });
      await noteFileUses(trx, { entity: 'notification', entityId: id }, message, at);
      await endFollowUps(trx, id);
      await insertFollowUp(trx, id, 'correct');
      await appendHistory(trx, { actor: actorId, entity: 'notification', entityId: id, action: 'update' }, messageOf(before), message);
    });
