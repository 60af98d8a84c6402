import type pg from 'pg';
import { rounded } from '../statistics.ts';
import { CHANGES_OF_AN_ITEM } from './scale.ts';

/** Bytes of tables with their indexes and parts, by table. */
const bytesOf = async (pool: pg.Pool): Promise<(...tables: string[]) => number> => {
  const { rows } = await pool.query<{ name: string; bytes: number }>(
    `select t.relname as name, sum(pg_total_relation_size(part.oid))::float8 as bytes
     from pg_class t cross join lateral (select t.oid union select relid from pg_partition_tree(t.oid)) part(oid)
     where t.relkind in ('r', 'p') and not t.relispartition and t.relnamespace = 'public'::regnamespace group by 1`,
  );
  const known = new Map(rows.map(({ name, bytes }) => [name, bytes]));
  return (...tables) =>
    tables.reduce((sum, table) => {
      const bytes = known.get(table);
      if (bytes === undefined) throw new Error(`There is no table ${table}`);
      return sum + bytes;
    }, 0);
};

/** Bytes of one of each, with indexes, and of everything. */
export const sizesOf = async (pool: pg.Pool) => {
  const bytes = await bytesOf(pool);
  const count = async (table: string, where = 'true'): Promise<number> =>
    (await pool.query<{ n: number }>(`select count(*)::float8 as n from ${table} where ${where}`)).rows[0]?.n ?? 0;
  const messages = (await pool.query<{ n: number }>('select sum(cardinality(devices))::float8 as n from fan_out_chunk')).rows[0]?.n ?? 0;
  const [items, changes, sends] = [await count('content'), await count('history'), await count('notification')];
  const aChange = bytes('history') / changes;
  const texts = bytes('search_entry', 'search_word', 'search_letter') / (items + sends + (await count('store')));
  return {
    phone: Math.round(bytes('device', 'device_subscription', 'device_former_subscription') / (await count('device'))),
    store: Math.round(bytes('store', 'store_group', 'store_group_member') / (await count('store'))),
    storeADay: Math.round(bytes('store_subscription_day') / (await count('store_subscription_day'))),
    send: Math.round(bytes('notification', 'fan_out', 'notification_quota', 'notification_count') / sends + texts),
    phoneOfASend: rounded(bytes('fan_out_chunk') / messages),
    chunk: Math.round(bytes('fan_out_chunk') / (await count('fan_out_chunk'))),
    receipt: Math.round(bytes('notification_receipt') / (await count('notification_receipt'))),
    showing: Math.round(bytes('popup_showing') / (await count('popup_showing'))),
    change: Math.round(aChange),
    signIn: Math.round(bytes('staff_login') / (await count('staff_login'))),
    itemWithHistory: Math.round(bytes('content', 'changed_row') / items + texts + CHANGES_OF_AN_ITEM * aChange),
    conversation: Math.round(bytes('thread', 'thread_message', 'thread_message_found') / (await count('thread', 'has_user_message'))),
    rows: { notifications: sends, messages, receipts: await count('notification_receipt'), history: changes },
    databaseMegabytes: Math.round(
      ((await pool.query<{ n: number }>('select pg_database_size(current_database())::float8 as n')).rows[0]?.n ?? 0) / 1e6,
    ),
  };
};
