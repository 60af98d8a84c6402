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
  /** Set: refused by the push service with this error. */
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
    error: 'The push service refused our credentials. 403 SENDER_ID_MISMATCH Permission denied on the project.',
  },
  { key: 'test', title: 'Próba: Mikołajki', content: 'Łakocie do −40 % w Mikołajki.', daysAgo: 6, type: 'all', isTest: true },
  { key: 'pumpkins', title: 'Dynie za 2,99 zł/kg', content: 'Polskie dynie prosto od rolnika.', daysAgo: 9, store: 101 },
  { key: 'coffee', title: 'Druga kawa za złotówkę', content: 'W kawiarni przy wejściu, do końca tygodnia.', daysAgo: 12, store: 102 },
];

const seedNotification = async (client: pg.Client, past: Past): Promise<void> => {
  const id = demoId('notification', past.key);
  const storeId = past.store === undefined ? null : demoId('store', past.store);
  const by = past.store === 101 ? 'staff-1' : past.store === 102 ? 'staff-2' : 'admin';
  await client.query(
    `insert into notification (id, title, content, is_test, valid_until, created_at, created_by, updated_by, store_id, include_store_type, errors)
     select $1, $2, $3, $4, at + interval '14 days', at, $6, $6, $7, $8, $9 from (select now() - make_interval(days => $5, hours => 3, mins => $5 * 7) as at) t`,
    [
      id,
      past.title,
      past.content,
      past.isTest ?? false,
      past.daysAgo,
      by,
      storeId,
      storeId ? '' : (past.type ?? ''),
      past.error ? [past.error] : [],
    ],
  );
  await client.query(
    `insert into fan_out (notification_id, state, everyone, testers_only, store_ids, subscribed_store_id, created_at, finished_at)
     select id, $2, $3, is_test, case when include_store_type = 'super' then array(select id from store where store_type = 'super') else '{}' end, store_id, created_at, case when $2 = 'finished' then created_at + interval '2 minutes' end
     from notification where id = $1`,
    [id, past.waiting ? 'sending' : 'finished', past.type === 'all' && !past.isTest],
  );
  await client.query(
    `with audience as (
       select d.seq, d.push_value like 'dead-%' as dead, (row_number() over (order by d.seq) - 1) / 500 as no
       from device d, fan_out f
       where f.notification_id = $1 and d.push_value is not null and case
         when f.testers_only then d.is_tester
         when f.subscribed_store_id is not null then exists (select 1 from device_subscription s where s.device_seq = d.seq and s.store_id = f.subscribed_store_id)
         else f.everyone or d.main_store_id = any(f.store_ids) or exists (select 1 from device_subscription s where s.device_seq = d.seq and s.store_id = any(f.store_ids)) end
     ), sized as (select *, max(no) over () - 2 as waits_from from audience)
     insert into fan_out_chunk (notification_id, no, first_device, last_device, devices, outcomes, pending, successful, failed, failed_by, message_id, retry_at)
     select $1, no, min(seq), max(seq), array_agg(seq order by seq),
       decode(string_agg(case when $2 then '06' when $3 and no >= waits_from then '80' when dead then '02' else '01' end, '' order by seq), 'hex'),
       case when $3 and no >= waits_from then count(*) else 0 end,
       case when $2 or ($3 and no >= waits_from) then 0 else count(*) filter (where not dead) end,
       case when $2 then count(*) when $3 and no >= waits_from then 0 else count(*) filter (where dead) end,
       case when $2 then jsonb_build_object('credential', count(*)) when not ($3 and no >= waits_from) and count(*) filter (where dead) > 0 then jsonb_build_object('deadToken', count(*) filter (where dead)) else '{}' end,
       case when not $2 and not ($3 and no >= waits_from) then 'projects/endcap-sandbox/messages/' || gen_random_uuid() end,
       now() + interval '20 minutes'
     from sized group by no, waits_from`,
    [id, past.error !== undefined, past.waiting ?? false],
  );
  await client.query(
    `insert into notification_receipt (notification_id, device_seq, delivered_at, opened_at)
     select $1, seq, n.created_at + interval '3 seconds', case when (seq * 13 + $2) % 100 < 21 then n.created_at + make_interval(mins => (power((seq * 4241 % 1000) / 1000.0, 3) * 1500)::int) end
     from notification n, fan_out_chunk c, unnest(c.devices) with ordinality as d(seq, place)
     where n.id = $1 and c.notification_id = $1 and get_byte(c.outcomes, place::int - 1) = 1 and seq % 20 > 0`,
    [id, past.daysAgo],
  );
  await client.query(
    `insert into history (at, actor, entity, entity_id, action, changes) select created_at, created_by, 'notification', id, 'create', '{}' from notification where id = $1`,
    [id],
  );
};

/** What the demo chain sent in the last days, with its deliveries. */
export const seedNotifications = async (client: pg.Client): Promise<void> => {
  for (const past of pastNotifications) await seedNotification(client, past);
};
