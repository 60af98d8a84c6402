import { randomUUID } from 'node:crypto';
import { appAssistantRoutes } from '@endcap/contract/assistant';
import { deviceRoutes } from '@endcap/contract/devices';
import { notificationRoutes } from '@endcap/contract/notifications';
import { appPopupRoutes } from '@endcap/contract/popups';
import { sql } from 'kysely';
import { buildAdminApi } from '../src/compose-admin-api.ts';
import { newId } from '../src/platform/ids.ts';
import type { Database } from '../src/tables.ts';
import { aStore } from './builders.ts';
import { callerOf } from './caller.ts';
import type { FreshWorld } from './fresh-world.ts';

/** Enables the assistant and inserts a popup that may be shown often. Returns the popup's id. */
export const appIsInUse = async (world: FreshWorld): Promise<string> => {
  const token = await world.tokenOf('admin');
  await world.staff('POST /api/v1/settings-editor', { token, body: { assistant: { enabled: true } } });
  await world.appApp.refresh();
  const popup = {
    id: newId(),
    name: 'Witaj',
    text: 'Dzień dobry',
    version: '',
    repeat: 1_000,
    deletedAt: null,
    createdBy: null,
    updatedBy: null,
  };
  await world.db.insertInto('popup').values(popup).execute();
  return popup.id;
};

export type Customer = { userId: string; secret: string; seq: number; thread: string; says: string; values: string[]; store: string };

/** Creates a customer's phone with every kind of data: stores, segments, an address, a conversation with the assistant, a showing. */
export const aCustomer = async (world: FreshWorld, popupId: string, userId = `klient-${newId()}`): Promise<Customer> => {
  const [installId, push, says, segment] = [randomUUID(), `adres-${newId()}`, `pytanie${newId()}`, `odcinek${newId()}`];
  const store = await aStore(world.db);
  const { body } = await world.phone(deviceRoutes.register, {
    body: {
      installId,
      platform: 'android',
      appVersion: '3.4.0',
      push: { kind: 'token', value: push },
      userId,
      segments: [segment],
      locale: 'pl',
    },
  });
  const secret = body.deviceSecret ?? '';
  await world.phone(deviceRoutes.change, { token: secret, body: { mainStoreId: store, notificationStoreIds: [store] } });
  const opened = await world.phone(appAssistantRoutes.open, { token: secret });
  const thread = opened.body.threadId;
  await world.phone(appAssistantRoutes.ask, { token: secret, params: { threadId: thread }, body: { text: says } });
  await world.phone(appPopupRoutes.shown, { token: secret, params: { popupId }, body: { showingId: `s-${newId()}` } });
  const { seq } = await world.db.selectFrom('device').where('id', '=', body.deviceId).select('seq').executeTakeFirstOrThrow();
  return { userId, secret, seq, thread, says, store, values: [installId, push, says, segment, userId, body.deviceId, thread] };
};

/** Returns the tables in which a row contains one of these texts or refers to one of these devices. */
export const tracesOf = async (
  db: Database,
  { values, seqs }: { values: readonly string[]; seqs: readonly number[] },
): Promise<string[]> => {
  const { rows: tables } = await sql<{ name: string; seqColumn: string | null; isChunk: boolean }>`
    select t.table_name as name, (select case when t.table_name = 'device' then 'seq' else 'device_seq' end
      where t.table_name = 'device' or exists (select from information_schema.columns c
        where c.table_schema = 'public' and c.table_name = t.table_name and c.column_name = 'device_seq')) as seq_column,
      t.table_name like 'fan_out_chunk%' as is_chunk
    from information_schema.tables t where t.table_schema = 'public' and t.table_type = 'BASE TABLE' order by 1`.execute(db);
  const found: string[] = [];
  for (const { name, seqColumn, isChunk } of tables) {
    const those = sql`${[...seqs]}::bigint[]`;
    const inChunk = sql`or devices && ${[...seqs]}::int[] or first_device = any(${those}) or last_device = any(${those})`;
    const hangs = seqColumn ? sql`or ${sql.ref(seqColumn)} = any(${those})` : isChunk ? inChunk : sql``;
    const { rows } = await sql`select 1 from ${sql.table(name)} one
      where exists (select from unnest(${[...values]}::text[]) value where one::text like '%' || value || '%') ${hangs} limit 1`.execute(
      db,
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
};

/** Returns the figures of a notification that staff see, read by a node with empty caches. */
export const figuresOf = async (world: FreshWorld, notificationId: string) => {
  const node = await buildAdminApi(world.world, world.db);
  const staff = callerOf(node);
  const sent = { token: await world.tokenOf('admin'), params: { notificationId } };
  const [{ body: details }, { body: opens }] = [await staff(notificationRoutes.details, sent), await staff(notificationRoutes.opens, sent)];
  const { body: list } = await staff(notificationRoutes.list, { token: sent.token, query: { pageSize: '100' } });
  const row = list.items.find(({ _id }) => _id === notificationId);
  await node.close();
  const { countedAt: _, ...counted } = opens;
  // `outcomesEnded` is no figure: it depends on whether outcomes may still arrive.
  const { outcomesEnded: __, ...figures } = details;
  return { details: figures, opens: counted, row };
};
