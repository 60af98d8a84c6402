import { contentTypes } from '@endcap/contract/content';
import type pg from 'pg';
import { fillEntities, words } from '../lists/fill-lists.ts';
import { CHANGES_OF_AN_ITEM, ITEM_YEARS, OPENED_OF_A_HUNDRED, type Scale } from './scale.ts';
import { sendIdOf } from './send-id.ts';

const CHUNK = 500;
/** Number of knowledge items, which does not grow with time. */
const KNOWN = 500;
const VALID_HOURS = 36;
const POPUPS = 12;
const DAYS_OF_A_YEAR = 365;

/** Phones with names and addresses of realistic length and a main store. Half of them subscribe to it, a fifth to another store. */
const phones = ({ phones: count, stores }: Scale): readonly string[] => [
  `insert into device (id, install_id, secret_hash, platform, app_version, user_id, push_kind, push_value, main_store_id)
   select substr(md5('d' || n), 1, 24), md5('i' || n)::uuid::text, sha256_of('s' || n), 'android', '3.4.0', 'customer-' || n, 'token',
     'token-' || n || ':' || repeat(md5('t' || n), 4), 'store' || (1 + n % ${stores}) from generate_series(1, ${count}) n`,
  `insert into device_subscription (store_id, device_seq) select main_store_id, seq from device where seq / ${stores} % 2 = 0`,
  `insert into device_subscription (store_id, device_seq) select 'store' || (1 + seq * 7919 % ${stores}), seq from device where seq % 5 = 0 on conflict do nothing`,
];

/** Sets texts of realistic length, and fills the history, sign-ins, daily subscription counts, quotas and idempotency keys. */
const history = ({ items, stores }: Scale, days: number): readonly string[] => [
  `update content set description = repeat('Świeże **owoce** i warzywa. ', 8)`,
  `insert into history (at, actor, entity, entity_id, action, changes)
   select now() - make_interval(secs => (n - 1) * 86400.0 * ${days} / made.rows), 'person' || n % 40, 'content', c.id, case when n % ${CHANGES_OF_AN_ITEM} = 0 then 'create' else 'update' end,
     case when n % ${CHANGES_OF_AN_ITEM} = 0 then (select jsonb_object_agg(key, jsonb_build_array(null, value)) from jsonb_each(to_jsonb(c)) where value <> 'null')
       else jsonb_build_object('title', jsonb_build_array('Gazetka', c.title), 'description', jsonb_build_array(null, c.description)) end
   from (select ceil(${items} * ${CHANGES_OF_AN_ITEM} * ${days} / (${ITEM_YEARS} * ${DAYS_OF_A_YEAR}.0))::int as rows) made, generate_series(1, made.rows) n
   join content c on c.id = 'item' || (1 + n * 7 % ${items})`,
  `insert into history (at, actor, entity, entity_id, action, changes)
   select at, 'person' || no % 40, 'notification', id, 'send', jsonb_build_object('title', jsonb_build_array(null, 'Weekend'), 'content', jsonb_build_array(null, 'Owoce i warzywa prosto z targu'))
   from sends order by at`,
  `insert into staff_login (at, person, store_id) select now() - make_interval(days => d, secs => s), 'staff-' || s, 'store' || s from generate_series(0, ${days - 1}) d, generate_series(1, ${stores}) s`,
  `insert into store_subscription_day (day, store_id, main, notifications) select current_date - d, 'store' || s, ${CHUNK}, ${CHUNK / 2} from generate_series(1, ${days}) d, generate_series(1, ${stores}) s`,
  `insert into notification_quota select coalesce(store_id, ''), (at at time zone 'Europe/Warsaw')::date, id from sends order by at on conflict do nothing`,
  `insert into idempotency_key (actor, key, body_hash, notification_id, created_at) select 'person' || no % 40, id, sha256_of(id), id, at from sends where at > now() - interval '30 days'`,
];

/** Creates the sends of these days, spread over twelve hours a day. A send without a store goes to everyone. */
const sends = ({ stores, sendsToEveryone, sendsToOneStore }: Scale, days: number): readonly string[] => {
  const aDay = sendsToEveryone + sendsToOneStore;
  return [
    `create temp table sends as select ${sendIdOf('at', 'no')} as id, at, no, store_id from (
       select now() - make_interval(days => d, secs => 60 + k * 43200 / ${aDay}) as at, d * ${aDay} + k as no,
         case when k >= ${sendsToEveryone} then 'store' || (1 + (d * 97 + k * 31) % ${stores}) end as store_id
       from generate_series(0, ${days - 1}) d, generate_series(0, ${aDay - 1}) k) each_one`,
    `create temp table parts as
     select store_id, part, devices, decode(repeat('01', cardinality(devices)), 'hex') as outcomes from (
       select store_id, (place - 1) / ${CHUNK} as part, array_agg(seq::int order by seq) as devices from (
         select '' as store_id, seq, row_number() over (order by seq) as place from device
         union all select store_id, device_seq, row_number() over (partition by store_id order by device_seq) from device_subscription) placed
       group by 1, 2) made`,
    `create index on parts (store_id)`,
    `analyze sends, parts`,
    `insert into notification (id, title, content, is_test, valid_until, created_at, created_by, updated_by, store_id, include_store_type)
     select id, ${words} || ' ' || n % 5000, 'Owoce i warzywa prosto z targu, codziennie świeże, do niedzieli taniej', false, at + interval '${VALID_HOURS} hours', at, 'person' || n % 40, 'person' || n % 40, store_id,
       case when store_id is null then 'all' else '' end from (select *, no as n from sends) s order by at`,
  ];
};

/**
 * Fills the outcome of each phone of each send, and the openings. Foreign keys are not checked: each row is derived from the rows it
 * references.
 */
const outcomes: readonly string[] = [
  `set session_replication_role = replica`,
  `insert into fan_out (notification_id, state, everyone, testers_only, store_ids, subscribed_store_id, created_at, first_accepted_at, finished_at, chunks, proven)
   select id, 'finished', store_id is null, false, '{}', store_id, at, at, at + interval '10 minutes', (select count(*) from parts p where p.store_id = coalesce(s.store_id, '')), true
   from sends s order by at`,
  `insert into fan_out_chunk (notification_id, no, first_device, last_device, devices, outcomes, pending, successful, message_id, retry_at)
   select id, part, devices[1], devices[cardinality(devices)], devices, outcomes, 0, cardinality(devices), 'projects/endcap/messages/0:' || md5(id || part), at
   from (select * from sends order by at) s join parts p on p.store_id = coalesce(s.store_id, '')`,
  `insert into notification_receipt (notification_id, device_seq, delivered_at, opened_at)
   select id, phone, opened, opened from (select * from sends order by at) s
   join parts p on p.store_id = coalesce(s.store_id, '')
   cross join lateral (select devices[place] as phone, at + make_interval(mins => place % 300) as opened
     from generate_series(1 + no % ${100 / OPENED_OF_A_HUNDRED}, cardinality(devices), ${100 / OPENED_OF_A_HUNDRED}) place) opening`,
  `set session_replication_role = default`,
];

const conversationsAndShowings = ({ threads, showings, phones: count }: Scale, days: number): readonly string[] => [
  `insert into thread (id, thread_id, device_seq, user_id, created_at, has_user_message)
   select 'thread' || n, 'thread_' || substr(md5(n::text), 1, 24), 1 + n % ${count}, 'customer-' || n % ${count}, now() - make_interval(secs => n * 86400.0 / ${threads}), n % 3 > 0 from generate_series(1, ${threads * days}) n`,
  `insert into thread_message (thread, role, content, knowledge_ids, created_at)
   select 'thread' || n, case m when 1 then 'user' else 'assistant' end,
     jsonb_build_array(jsonb_build_object('type', 'text', 'text', jsonb_build_object('value', ${words} || ' ' || n || ', kiedy otwieracie?'))),
     case when n % 10 = 1 then '{}' else array['known' || (1 + n % ${KNOWN})] end, now() - make_interval(secs => n * 86400.0 / ${threads}) from generate_series(1, ${threads * days}) n, generate_series(1, 2) m where n % 3 > 0`,
  `insert into popup_showing (device_seq, popup_id, showing_id, shown_at)
   select 1 + n % ${count}, 'popup' || (1 + n / ${count} % ${POPUPS}), md5(n::text), now() - make_interval(secs => n * 86400.0 / ${showings}) from generate_series(1, ${showings * days}) n order by 1`,
];

/** Fills a chain of this scale with `days` days, the last of them today. A day has the same rows for any number of days. */
export const fillYear = async (pool: pg.Pool, scale: Scale, days: number): Promise<void> => {
  const { stores, items } = scale;
  await fillEntities(pool, { stores, items, devices: 0, rows: KNOWN }, contentTypes);
  const client = await pool.connect();
  const parts = [phones(scale), sends(scale, days), outcomes, history(scale, days), conversationsAndShowings(scale, days)];
  for (const statement of parts.flat()) await client.query(statement);
  client.release(true);
  await pool.query('vacuum full content');
  await pool.query('vacuum analyze');
  await pool.query('checkpoint');
};
