import { fieldProblem, Problem } from '@endcap/contract/core';
import { type IfMatch, refuseStale } from '../../platform/http/entity-tag.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Database } from '../../tables.ts';
import { lockPlan } from '../delivery/index.ts';
import { appendHistory } from '../history/index.ts';
import { lockValidUntil, setValidUntil } from './notification.repository.ts';
import { readValidUntil } from './read-valid-until.ts';

export type Extension = { id: string; scope: string | null; validUntil: string; actorId: string; ifMatch: IfMatch };

/**
 * Changes the end of validity to any date. A past date ends the notification now, even while it is sent. A plan has to end
 * after its start.
 */
export const extendNotification =
  (deps: { db: Database; now: () => Date }) =>
  ({ id, scope, actorId, ifMatch, ...wanted }: Extension): Promise<void> =>
    inTransaction(deps.db, async (trx) => {
      const validUntil = readValidUntil(wanted.validUntil);
      // Before the notification, as workers do.
      const plan = await lockPlan(trx, id);
      const before = await lockValidUntil(trx, scope, id);
      if (!before) throw new Problem('not_found');
      refuseStale(ifMatch, before.revision);
      if (plan && Date.parse(validUntil) <= plan.startsAt.getTime()) throw fieldProblem('validUntil', 'endBeforeStart');
      await setValidUntil(trx, id, new Date(validUntil), { by: actorId, at: deps.now() });
      await appendHistory(
        trx,
        { actor: actorId, entity: 'notification', entityId: id, action: 'update' },
        { validUntil: before.validUntil.toISOString() },
        { validUntil },
      );
    });
