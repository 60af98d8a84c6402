import { emptyAudienceRule } from '@endcap/contract/audience';
import { difference } from '@endcap/contract/history';
import { sendingError } from '@endcap/contract/notifications';
import type pg from 'pg';
import { demoId } from '../demo/demo-ids.ts';

type Past = {
  key: string;
  title: string;
  content: string;
  daysAgo: number;
  store?: number;
  type?: 'all' | 'super';
  isTest?: boolean;
  /** Set: the push service refused the sample with this error, which stopped the rest. */
  error?: string;
  /** Set: the push service asked to wait, so some phones remain. */
  waiting?: boolean;
};

const pastNotifications: Past[] = [
  {
    key: 'weekend',
    title: 'Weekend z rabatem 20 %',
    content: 'Owoce i warzywa taniej do niedzieli.\nSprawdź gazetkę w aplikacji!',
    daysAgo: 1,
    type: 'all',
    waiting: true,
  },
  {
    key: 'bread',
    title: 'Świeży chleb od 6:00',
    content: 'Od dziś wypiekamy na miejscu. Zapraszamy na Marszałkowską!',
    daysAgo: 2,
    store: 101,
  },
  {
    key: 'hours',
    title: 'Zmiana godzin otwarcia',
    content: 'W sobotę otwieramy o 8:00. Przepraszamy za utrudnienia.',
    daysAgo: 3,
    store: 102,
  },
  { key: 'leaflet', title: 'Nowa gazetka już jest', content: 'Ponad 200 promocji tygodnia czeka w aplikacji.', daysAgo: 4, type: 'all' },
  {
    key: 'refused',
    title: 'Kupon 15 zł na zakupy',
    content: 'Kupon ważny tylko dziś, przy zakupach za 100 zł.',
    daysAgo: 5,
    type: 'super',
    error: sendingError('credential', '403 SENDER_ID_MISMATCH Permission denied on the project.'),
  },
  { key: 'test', title: 'Próba: Mikołajki', content: 'Łakocie do −40 % w Mikołajki.', daysAgo: 6, type: 'all', isTest: true },
  { key: 'pumpkins', title: 'Dynie za 2,99 zł/kg', content: 'Polskie dynie prosto od rolnika.', daysAgo: 9, store: 101 },
  { key: 'coffee', title: 'Druga kawa za złotówkę', content: 'W kawiarni przy wejściu, do końca tygodnia.', daysAgo: 12, store: 102 },
];

/** The notification and its fan-out, as they are accepted. */
const accept = async (client: pg.Client, id: string, past: Past): Promise<void> => {
  const storeId = past.store === undefined ? null : demoId('store', past.store);
  const by = past.store === 101 ? 'staff-1' : past.store === 102 ? 'staff-2' : 'admin';
  const { title, content, isTest = false } = past;
  const includeStoreType = storeId ? '' : (past.type ?? '');
  const { rows } = await client.query<{ at: Date; validUntil: Date }>(
    `insert into notification (id, title, content, is_test, valid_until, created_at, updated_at, created_by, updated_by, store_id, include_store_type)
     select $1, $2, $3, $4, ((at at time zone 'Europe/Warsaw')::date + 14)::timestamp at time zone 'Europe/Warsaw', at, at, $6, $6, $7, $8 from (select date_trunc('milliseconds', now() - make_interval(days => $5, hours => 3, mins => $5 * 7)) as at) t
     returning created_at as at, valid_until as "validUntil"`,
    [id, title, content, isTest, past.daysAgo, by, storeId, includeStoreType],
  );
  await client.query(
    `insert into fan_out (notification_id, of_notification, everyone, testers_only, store_ids, subscribed_store_id, created_at)
     select id, id, $2, is_test, case when include_store_type = 'super' then array(select id from store where store_type = 'super') else '{}' end, store_id, created_at
     from notification where id = $1`,
    [id, past.type === 'all' && !isTest],
  );
  const validUntil = rows[0]?.validUntil.toISOString();
  const fields = { ...emptyAudienceRule, title, content, url: null, image: null, isTest, validUntil, includeStoreType, storeId };
  await client.query(
    `insert into history (at, actor, entity, entity_id, action, changes) values ($1, $2, 'notification', $3, 'send', $4)`,
    [rows[0]?.at, by, id, JSON.stringify(difference({}, fields))],
  );
};

/**
 * Creates the outcome of each phone. `position` is that of the send, 1 for the oldest. A phone without an address died with one of the
 * sends and received those before it. Samples are evenly spread, as the worker draws them.
 */
const deliver = (client: pg.Client, id: string, past: Past, position: number): Promise<unknown> =>
  client.query(
    `with audience as (
       select d.seq, d.push_value is null as dies, row_number() over (order by d.seq) - 1 as n, count(*) over () as total from device d, fan_out f
       where f.notification_id = $1 and (d.push_value is not null or d.seq / 31 % 9 >= $4::int) and case
         when f.testers_only then d.is_tester
         when f.subscribed_store_id is not null then exists (select 1 from device_subscription s where s.device_seq = d.seq and s.store_id = f.subscribed_store_id)
         else f.everyone or d.main_store_id = any(f.store_ids) or exists (select 1 from device_subscription s where s.device_seq = d.seq and s.store_id = any(f.store_ids)) end
     ), drawn as (
       select seq, n / 500 as no, dies and seq / 31 % 9 = $4::int as dies, $3::boolean and n / 500 >= (total - 1) / 500 - 2 as waits,
         (n + 1) * 200 / total > n * 200 / total as is_sample from audience
     ), outcome as (
       select *, case when $2::boolean and is_sample then '06' when $2::boolean then '07' when waits then '80' when dies then '02' else '01' end as byte from drawn)
     insert into fan_out_chunk (notification_id, no, first_device, last_device, devices, outcomes, pending, successful, failed, failed_by, message_id, retry_at, sample, sample_places)
     select $1, no, min(seq), max(seq), array_agg(seq order by seq), decode(string_agg(byte, '' order by seq), 'hex'),
       count(*) filter (where byte = '80'), count(*) filter (where byte = '01'), count(*) filter (where byte in ('02', '06', '07')),
       jsonb_strip_nulls(jsonb_build_object('deadToken', nullif(count(*) filter (where byte = '02'), 0),
         'credential', nullif(count(*) filter (where byte = '06'), 0), 'stopped', nullif(count(*) filter (where byte = '07'), 0))),
       case when bool_or(byte = '01') then 'projects/endcap-sandbox/messages/' || gen_random_uuid() end, now() + interval '20 minutes',
       case when bool_or(is_sample) then 'done' end, count(*) filter (where is_sample)
     from outcome group by no`,
    [id, past.error !== undefined, past.waiting ?? false, position],
  );

/** Sets the final state of the fan-out. A store without subscribers has no recipients. */
const conclude = async (client: pg.Client, id: string, past: Past): Promise<void> => {
  const { rows } = await client.query<{ chunks: number }>(
    `update fan_out f set chunks = c.chunks, cursor = c.last, proven = c.successful > 0, refusal = $2::text,
       state = case when $2::text is not null or c.chunks = 0 then 'stopped' when c.pending > 0 then 'sending' else 'finished' end,
       first_accepted_at = case when c.successful > 0 then created_at + interval '1 second' end,
       finished_at = case when c.pending = 0 then created_at + interval '2 minutes' end
     from (select count(*)::int as chunks, coalesce(max(last_device), 0) as last, coalesce(sum(successful), 0) as successful, coalesce(sum(pending), 0) as pending
       from fan_out_chunk where notification_id = $1) c
     where f.notification_id = $1 returning f.chunks`,
    [id, past.error ?? null],
  );
  const error = rows[0]?.chunks === 0 ? sendingError('emptyAudience') : past.error;
  if (error) await client.query('update notification set errors = array[$2::text] where id = $1', [id, error]);
};

/** Most phones tell that it came, and some of their owners open it. */
const receive = (client: pg.Client, id: string, past: Past): Promise<unknown> =>
  client.query(
    `insert into notification_receipt (notification_id, device_seq, delivered_at, opened_at)
     select $1, seq, n.created_at + interval '3 seconds', case when (seq * 13 + $2) % 100 < 21 then n.created_at + make_interval(mins => (power((seq * 4241 % 1000) / 1000.0, 3) * 1500)::int) end
     from notification n, fan_out_chunk c, unnest(c.devices) with ordinality as d(seq, place)
     where n.id = $1 and c.notification_id = $1 and get_byte(c.outcomes, place::int - 1) = 1 and seq % 20 > 0`,
    [id, past.daysAgo],
  );

/** Seeds the notifications of the last days with their deliveries, in every column as the worker leaves them. */
export const seedNotifications = async (client: pg.Client): Promise<void> => {
  for (const [n, past] of pastNotifications.entries()) {
    const id = demoId('notification', past.key);
    await accept(client, id, past);
    await deliver(client, id, past, pastNotifications.length - n);
    await conclude(client, id, past);
    await receive(client, id, past);
  }
};
