import type pg from 'pg';

const GROUPS = 1_000;
const POPUPS = 1_000;
const MESSAGES = 2;

/** The search words. Each of the five is in 20 of a hundred rows. */
export const words = `(case when n % 5 = 0 then 'Kupon' else (array['Gazetka', 'Kawa', 'Świeże owoce', 'Żurek'])[1 + n % 4] end)`;

/** `rows`: of everything else that is listed. */
export type Sizes = { stores: number; items: number; devices: number; rows: number };

const entities = ({ stores, items, devices, rows }: Sizes): readonly string[] => [
  `insert into store (id, name, street, city, zip_code, latitude, longitude, store_no, opening_hours, store_type)
   select 'store' || n, 'Koszyk ' || (array['Łódź', 'Żory', 'Śrem', 'Kraków', 'Hel'])[1 + n % 5] || ' ' || n, 'ul. Długa ' || n, (array['Łódź', 'Żory', 'Śrem', 'Kraków', 'Hel'])[1 + n % 5],
     '00-001', 52, 21, n, '6–22', (array['contact', 'super', 'generalist'])[1 + n % 3] from generate_series(1, ${stores}) n`,
  `insert into store_group (id, name) select 'group' || n, 'Grupa ' || n from generate_series(1, ${Math.min(stores, GROUPS)}) n`,
  `insert into store_group_member select 'group' || g, 'store' || (1 + (g * 97 + m * 31) % ${stores}) from generate_series(1, ${Math.min(stores, GROUPS)}) g, generate_series(1, 20) m on conflict do nothing`,
  `insert into device (id, install_id, secret_hash, platform, app_version, push_kind, push_value, main_store_id)
   select 'd' || n, 'i' || n, sha256_of('s' || n), 'android', '3.4.0', 'token', 't-' || n, 'store' || (1 + n % ${stores}) from generate_series(1, ${devices}) n`,
  `insert into device_subscription (store_id, device_seq) select main_store_id, seq from device where id like 'd%' and main_store_id like 'store%' and seq % 2 = 0`,
  `insert into content (id, content_type, name, title, prev_image, disabled, pinned, hidden_on_start, signature_hidden, clickable_when_future, version, segments, product_e_a_ns,
     include_store_type, include_stores, exclude_stores, include_store_groups, exclude_store_groups, publication_start, publication_end)
   select 'item' || n, (enum_range_of.types)[1 + n % cardinality(enum_range_of.types)], ${words} || ' ' || n, 'Nazwa ' || n, 'cloudinary:' || repeat('a', 32) || '.png',
     false, false, false, false, false, '', '{}', '{}', 'all', '{}', '{}', '{}', '{}', now() - make_interval(hours => n), now() + make_interval(hours => case when n % 3 = 0 then -1 else n end)
   from generate_series(1, ${items}) n, (select $1::text[] as types) enum_range_of`,
  `insert into knowledge (id, filename, name, description, content, created_at)
   select 'known' || n, 'plik ' || n || '.pdf', 'Wiedza ' || n, 'Zwroty i reklamacje', 'Towar można zwrócić w ciągu 14 dni.', now() - make_interval(mins => n) from generate_series(1, ${rows}) n`,
  `insert into popup (id, name, text, version, repeat, created_at) select 'popup' || n, 'Okno ' || n, 'Tekst', '', 1, now() - make_interval(mins => n) from generate_series(1, ${Math.min(rows, POPUPS)}) n`,
];

const sendsAndThreads = ({ stores, rows }: Sizes): readonly string[] => [
  `insert into notification (id, title, content, is_test, valid_until, created_at, created_by, updated_by, store_id, include_store_type)
   select 'sent' || n, ${words} || ' ' || n, 'Owoce i warzywa prosto z targu', false, now() - make_interval(mins => n), now() - make_interval(mins => n), 'bench', 'bench',
     case when n % 2 = 0 then 'store' || (1 + n % ${Math.min(stores, 300)}) end, '' from generate_series(1, ${rows}) n`,
  `insert into fan_out (notification_id, state, everyone, testers_only, store_ids, first_accepted_at, finished_at, chunks, proven)
   select id, 'finished', true, false, '{}', now(), now(), 1, true from notification where id like 'sent%'`,
  `insert into fan_out_chunk (notification_id, no, first_device, last_device, devices, outcomes, pending, successful, message_id)
   select id, 0, 1, 1, '{1}', '\\x01', 0, 1, 'projects/x/messages/' || id from notification where id like 'sent%'`,
  `insert into thread (id, thread_id, user_id, created_at, has_user_message)
   select 'thread' || n, 'thread_' || substr(md5(n::text), 1, 24), 'klient ' || n % 1000, now() - make_interval(mins => n), n % 3 > 0 from generate_series(1, ${rows}) n`,
  `insert into thread_message (thread, role, content, knowledge_ids, created_at)
   select 'thread' || n, case m when 1 then 'user' else 'assistant' end,
     jsonb_build_array(jsonb_build_object('type', 'text', 'text', jsonb_build_object('value', ${words} || ' ' || n || ', kiedy otwieracie?'))),
     case when n % 10 = 1 then '{}' else array['known' || n] end, now() from generate_series(1, ${rows}) n, generate_series(1, ${MESSAGES}) m where n % 3 > 0`,
];

/** So many rows of everything that staff make, and phones. */
export const fillEntities = async (pool: pg.Pool, sizes: Sizes, contentTypes: readonly string[]): Promise<void> => {
  for (const statement of entities(sizes)) await pool.query(statement, statement.includes('$1') ? [contentTypes] : []);
};

/** So many rows of every kind that is listed, and what belongs to them; beside those of the demo where there are any. */
export const fillLists = async (pool: pg.Pool, sizes: Sizes, contentTypes: readonly string[]): Promise<void> => {
  await fillEntities(pool, sizes, contentTypes);
  for (const statement of sendsAndThreads(sizes)) await pool.query(statement);
  await pool.query('vacuum analyze');
  await pool.query('checkpoint');
};

/** A write that each list has to show at once, by the path of the list. */
export const saves: Readonly<Record<string, string>> = {
  'content-editor': `update content set updated_at = now() where id = 'item1'`,
  'notification-editor': `with saved as (insert into notification (id, title, content, is_test, valid_until, created_by, updated_by, include_store_type)
      select 'saved' || md5(random()::text), 'Kupon', 'Owoce', false, now(), 'bench', 'bench', 'all' returning id)
    insert into fan_out (notification_id, everyone, testers_only, store_ids) select id, true, false, '{}' from saved`,
  'store-editor': `update store set updated_at = now() where id = 'store1'`,
  'store-group': `update store_group set updated_at = now() where id = 'group1'`,
  'popup-editor': `update popup set updated_at = now() where id = 'popup1'`,
  'knowledge-editor': `update knowledge set updated_at = now() where id = 'known1'`,
  threads: `insert into thread (id, thread_id, created_at) select 'saved' || md5(random()::text), 'thread_' || md5(random()::text), now()`,
};
