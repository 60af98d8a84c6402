import { fieldProblem, Problem } from '@endcap/contract/core';
import type { ChangeDevice } from '@endcap/contract/devices';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Database } from '../../tables.ts';
import { unknownStores } from '../stores/index.ts';
import { lockDevice, lockPushAddress, replaceSubscriptions, setPushAddress, updateDevice } from './device.repository.ts';

/** Applies what a device sends of itself (APP-02, APP-03), all or nothing; an unknown store is 422, a device that is gone 401. */
export const changeDevice =
  (deps: { db: Database; now: () => Date }) =>
  (seq: number, change: ChangeDevice): Promise<void> =>
    inTransaction(deps.db, async (trx) => {
      const { push, notificationStoreIds, ...facts } = change;
      await lockPushAddress(trx, push);
      if (!(await lockDevice(trx, seq))) throw new Problem('unauthenticated');
      if (facts.mainStoreId && (await unknownStores(trx, [facts.mainStoreId])).length > 0) throw fieldProblem('mainStoreId', 'unknown');
      if (notificationStoreIds && (await unknownStores(trx, notificationStoreIds)).length > 0)
        throw fieldProblem('notificationStoreIds', 'unknown');
      await updateDevice(trx, seq, facts, deps.now());
      if (push !== undefined) await setPushAddress(trx, seq, push);
      if (notificationStoreIds) await replaceSubscriptions(trx, seq, notificationStoreIds);
    });
