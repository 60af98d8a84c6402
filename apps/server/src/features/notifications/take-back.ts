import { Problem } from '@endcap/contract/core';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Database } from '../../tables.ts';
import { cancelFanOut, endFollowUps, insertFollowUp, wasCutShort } from '../delivery/index.ts';
import { appendHistory } from '../history/index.ts';
import { endCorrection } from './correct-notification.ts';
import { lockNotification, noteRecalled } from './notification.repository.ts';
import { refuseUnreached } from './refuse-unreached.ts';

export type TakingBack = { id: string; scope: string | null; actorId: string };

/**
 * Recalls a notification: ends its sends, removes it from the phones that it reached and from inboxes (RECALL-01). It may be
 * done again where the last time was stopped or cancelled. Takes no quota, and gives none back.
 */
export const takeBack =
  ({ db, now }: { db: Database; now: () => Date }) =>
  ({ id, scope, actorId }: TakingBack): Promise<void> =>
    inTransaction(db, async (trx) => {
      const before = await lockNotification(trx, scope, id);
      if (!before) throw new Problem('not_found');
      if (before.recalledAt && !(await wasCutShort(trx, id, 'recall'))) throw new Problem('taken_back');
      await refuseUnreached(trx, id);
      await cancelFanOut(trx, id);
      await endFollowUps(trx, id);
      await insertFollowUp(trx, id, 'recall');
      const at = now();
      // Nothing is left to correct; taking back never waits for approval (E-03).
      await endCorrection(trx, before, at);
      await noteRecalled(trx, id, { by: actorId, at });
      await appendHistory(
        trx,
        { actor: actorId, entity: 'notification', entityId: id, action: 'update' },
        {},
        before.recalledAt ? { followUps: 'sending' } : { recalledAt: at.toISOString() },
      );
    });
