import { fieldProblem, Problem } from '@endcap/contract/core';
import type { ChangeDevice } from '@endcap/contract/devices';
import { inTransaction } from '../../platform/db/transaction.ts';
import { turnsByOwner } from '../../platform/turns.ts';
import type { Database } from '../../tables.ts';
import { unknownStores } from '../stores/index.ts';
import { lockDevice, lockPushAddress, replaceSubscriptions, setPushAddress, updateDevice } from './device.repository.ts';

type Deps = { db: Database; now: () => Date };

/** Whoever waits holds what it sent, up to ten thousand favourites; a phone has a few changes under way. */
const MOST_WAITING = 50;

const applyChange = ({ db, now }: Deps, seq: number, change: ChangeDevice): Promise<void> =>
  inTransaction(db, async (trx) => {
    const { push, notificationStoreIds, ...facts } = change;
    await lockPushAddress(trx, push);
    if (!(await lockDevice(trx, seq))) throw new Problem('unauthenticated');
    if (facts.mainStoreId && (await unknownStores(trx, [facts.mainStoreId])).length > 0) throw fieldProblem('mainStoreId', 'unknown');
    if (notificationStoreIds && (await unknownStores(trx, notificationStoreIds)).length > 0)
      throw fieldProblem('notificationStoreIds', 'unknown');
    await updateDevice(trx, seq, facts, now());
    if (push !== undefined) await setPushAddress(trx, seq, push);
    if (notificationStoreIds) await replaceSubscriptions(trx, seq, notificationStoreIds);
  });

/**
 * Applies what a device sends of itself (APP-02, APP-03), all or nothing; an unknown store is 422, a device that is gone 401. Changes of
 * one device wait for each other before they take a connection: they would hold all of them while they wait for its row.
 */
export const changeDevice = (deps: Deps) => {
  const inTurn = turnsByOwner(1, MOST_WAITING);
  return (seq: number, change: ChangeDevice): Promise<void> => inTurn(String(seq), () => applyChange(deps, seq, change));
};
