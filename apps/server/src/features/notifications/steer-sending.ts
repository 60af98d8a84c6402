import { Problem } from '@endcap/contract/core';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Database } from '../../tables.ts';
import { cancelFanOut, pauseFanOut, resumeFanOut } from '../delivery/index.ts';
import { appendHistory } from '../history/index.ts';
import { lockValidUntil } from './notification.repository.ts';

export type Steering = { id: string; scope: string | null; step: 'pause' | 'resume' | 'cancel'; actorId: string };

const become = { pause: 'paused', resume: 'sending', cancel: 'cancelled' } as const;

/** Pauses, resumes or cancels the sending of a notification; 409 when it is over or already stands like that. */
export const steerSending =
  (deps: { db: Database }) =>
  ({ id, scope, step, actorId }: Steering): Promise<void> =>
    inTransaction(deps.db, async (trx) => {
      if (!(await lockValidUntil(trx, scope, id))) throw new Problem('not_found');
      const done =
        step === 'pause'
          ? await pauseFanOut(trx, id, 'operator', actorId)
          : step === 'resume'
            ? await resumeFanOut(trx, id)
            : await cancelFanOut(trx, id);
      if (!done) throw new Problem('conflict', `Sending cannot be ${become[step]} any more`);
      await appendHistory(trx, { actor: actorId, entity: 'notification', entityId: id, action: 'update' }, {}, { sending: become[step] });
    });
