import { fieldProblem, Problem } from '@endcap/contract/core';
import type { ChangeDevice } from '@endcap/contract/devices';
import { inTransaction } from '../../platform/db/transaction.ts';
import { queueByOwner } from '../../platform/queue-by-owner.ts';
import type { Database, Db } from '../../tables.ts';
import { sortStores } from '../stores/index.ts';
import { lockDevice, lockPushAddress, replaceSubscriptions, setPushAddress, updateDevice } from './device.repository.ts';

type Deps = { db: Database; now: () => Date };

/** Maximum number of queued changes per phone. Each keeps its request in memory, up to ten thousand favourites; a phone has few at once. */
const MOST_WAITING = 50;

/** The stores of a field, without deleted ones: apps keep their lists for years, and a store may be deleted at any time. */
const storesOf = async (trx: Db, field: 'mainStoreId' | 'notificationStoreIds', ids: readonly string[]) => {
  const { present, deleted, unknown } = await sortStores(trx, ids);
  if (unknown.length > 0) throw fieldProblem(field, 'unknown');
  return { present, deleted };
};

const applyChange = ({ db, now }: Deps, seq: number, change: ChangeDevice): Promise<string[]> =>
  inTransaction(db, async (trx) => {
    const { push, notificationStoreIds, mainStoreId, ...facts } = change;
    await lockPushAddress(trx, push);
    if (!(await lockDevice(trx, seq))) throw new Problem('unauthenticated');
    const main = await storesOf(trx, 'mainStoreId', mainStoreId ? [mainStoreId] : []);
    const subscribed = await storesOf(trx, 'notificationStoreIds', notificationStoreIds ?? []);
    await updateDevice(trx, seq, { ...facts, mainStoreId: mainStoreId && (main.present[0] ?? null) }, now());
    if (push !== undefined) await setPushAddress(trx, seq, push);
    if (notificationStoreIds) await replaceSubscriptions(trx, seq, subscribed.present);
    return [...new Set([...main.deleted, ...subscribed.deleted])];
  });

/**
 * Applies the changes that a device sends about itself, all or nothing (APP-02, APP-03). An unknown store is 422, an erased device 401.
 * Deleted stores are skipped and returned. Changes of one device are queued before they take a connection, so that they do not occupy the
 * whole pool while they wait for its row.
 */
export const changeDevice = (deps: Deps) => {
  const queued = queueByOwner(1, MOST_WAITING);
  return (seq: number, change: ChangeDevice): Promise<string[]> => queued(String(seq), () => applyChange(deps, seq, change));
};
