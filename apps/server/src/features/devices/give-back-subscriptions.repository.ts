import { sql } from 'kysely';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Database, DbOf } from '../../tables.ts';
import { isHere } from './gone-device.repository.ts';

type Db = DbOf<'device' | 'deviceFormerSubscription' | 'deviceSubscription' | 'store'>;

/** Phones of one transaction: their rows are locked for milliseconds. */
const AT_ONCE = 100;

const isSubscribed = (seq: string) => sql<boolean>`exists (select from device_subscription s where s.device_seq = ${sql.ref(seq)})`;
/** The device's owner has not chosen stores since, and no stores were given back before. */
const isUnsettled = sql<boolean>`not device.subscriptions_settled and ${isHere('device')}`;
const formerOfOpenStores = sql`device_former_subscription f join store on store.id = f.store_id and store.deleted_at is null`;

/**
 * Finds phones that may have lost their stores without their owner's doing. Earlier versions deleted all subscriptions of a phone whose
 * PATCH named no stores (E-01). An empty list left the same rows, so all of this has to hold, here or in `giveBack`:
 * - The phone has no subscription now. Otherwise its owner has sent another list since.
 * - It lost all of its stores in one transaction. Owners who leave one store after the other do so on purpose.
 * - It lost two stores or more. A single one may have been removed in the app.
 * - The transaction wrote rows of this phone alone. In a restored copy many phones share one, which does not show when they lost a store.
 *
 * `xmin` is the transaction that wrote a row: rows of this table are inserted and deleted, but never updated. Deleted stores do not count.
 */
const findCleared = async (db: Db): Promise<number[]> => {
  // One pass over the table, then one index lookup per phone: seconds for a million rows, also without statistics.
  const { rows } = await sql<{ seqs: number[] | null }>`
    select array_agg(device.seq order by device.seq) as seqs from (
      select min(device_seq) as seq from device_former_subscription
      group by xmin::text having count(*) >= 2 and min(device_seq) = max(device_seq)
    ) lost join device on device.seq = lost.seq where ${isUnsettled} and not ${isSubscribed('device.seq')}`.execute(db);
  return rows[0]?.seqs ?? [];
};

/** Gives these phones their stores back. Skips phones that another transaction has locked; the next run handles them. */
const giveBack = async (trx: Db, seqs: readonly number[]): Promise<void> => {
  const locked = await sql<{ seq: number }>`
    select seq from device where seq = any(${[...seqs]}::bigint[]) and ${isUnsettled} order by seq for no key update skip locked`.execute(
    trx,
  );
  // A statement of its own sees the list that a phone sent before it was locked.
  const restored = await sql<{ seq: number }>`
    insert into device_subscription (store_id, device_seq)
    select unnest(store_ids), device_seq from (
      select f.device_seq, array_agg(f.store_id order by f.store_id) as store_ids from ${formerOfOpenStores}
      where f.device_seq = any(${locked.rows.map(({ seq }) => seq)}::bigint[]) and not ${isSubscribed('f.device_seq')}
      group by f.device_seq having count(*) >= 2 and count(distinct f.xmin::text) = 1
    ) phone returning device_seq as seq`.execute(trx);
  await sql`update device set subscriptions_settled = true where seq = any(${restored.rows.map(({ seq }) => seq)}::bigint[])`.execute(trx);
};

/** Gives back subscriptions that earlier versions deleted, in batches, once per phone (decision 127). Processes may run it concurrently. */
export const giveBackSubscriptions = async (db: Database, isOver: () => boolean): Promise<void> => {
  const seqs = await findCleared(db);
  for (let from = 0; from < seqs.length && !isOver(); from += AT_ONCE)
    await inTransaction(db, (trx) => giveBack(trx, seqs.slice(from, from + AT_ONCE)));
};
