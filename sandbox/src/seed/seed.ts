import { weekdays } from '@endcap/contract/trading-days';
import pg from 'pg';
import { demoId } from '../demo/demo-ids.ts';
import { demoPeople } from '../demo/people.ts';
import { demoHours } from './demo-hours.ts';
import { before, phoneOf } from './edits/chain.ts';
import { headOffice } from './edits/head-office.ts';
import { seedNotifications } from './seed-notifications.ts';
import { demoGroups, demoSegments, demoStores, demoThresholds, storeName } from './stores.ts';

/** `isBefore`: stores and groups as they were before the edits of the last three months (`demoEdits`), which are to be played then. */
export type SeedOptions = { databaseUrl: string; devices: number; isBefore?: boolean };

const seedStores = async (client: pg.Client, isBefore: boolean): Promise<void> => {
  const year = new Date().getFullYear();
  for (const store of demoStores) {
    const hours = demoHours(store, year, !isBefore);
    await client.query(
      `insert into store (id, name, street, city, zip_code, latitude, longitude, notification_sign, store_no, phone, ecommerce_slug, opening_hours, store_type, drive, gas_station,
         created_at, updated_at, monday_hours, tuesday_hours, wednesday_hours, thursday_hours, friday_hours, saturday_hours, sunday_hours, sunday_rule, hours_exceptions)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, now() - interval '2 years', now() - interval '2 years', $16, $17, $18, $19, $20, $21, $22, $23, $24)`,
      [
        demoId('store', store.no),
        storeName(store),
        store.street,
        store.city,
        store.zipCode,
        store.latitude,
        store.longitude,
        store.sign,
        store.no,
        (isBefore && before.phones.get(store.no)) || phoneOf(store.no),
        `koszyk-${store.no}`,
        hours.openingHours,
        store.type,
        store.no % 4 === 0,
        store.no % 5 === 0,
        ...weekdays.map((weekday) => hours[`${weekday}Hours`]),
        hours.sundayRule,
        JSON.stringify(hours.hoursExceptions),
      ],
    );
  }
  for (const group of demoGroups) {
    const id = demoId('group', group.name);
    const { name = group.name, without = [] } = (isBefore && before.groups.get(group.name)) || {};
    const stores = group.stores.filter((no) => !without.includes(no));
    await client.query(
      `insert into store_group (id, name, created_at, updated_at) values ($1, $2, now() - interval '1 year', now() - interval '1 year')`,
      [id, name],
    );
    await client.query('insert into store_group_member select $1, unnest($2::text[])', [id, stores.map((no) => demoId('store', no))]);
  }
};

const KEPT_IN_DAYS = 20;

/** Audiences that head office saved, and a day that it keeps free in Silesia. */
const seedPlanning = async (client: pg.Client): Promise<void> => {
  const [silesia, gliwice] = [demoId('group', 'Śląsk'), demoId('store', 120)];
  await client.query(
    `insert into saved_audience (id, name, include_store_type, include_stores, exclude_stores, include_store_groups, exclude_store_groups, created_by, updated_by) values
       ($1, 'Śląsk bez Gliwic', '', '{}', array[$2::text], array[$3::text], '{}', $5, $5), ($4, 'Duże sklepy', 'super', '{}', '{}', '{}', '{}', $5, $5)`,
    [demoId('audience', 'silesia'), gliwice, silesia, demoId('audience', 'super'), headOffice.piotr.id],
  );
  await client.query(
    `insert into kept_day (id, day, store_groups, reason, created_by, updated_by)
     values ($1, (now() at time zone 'Europe/Warsaw')::date + $2::int, array[$3::text], 'Otwarcie nowego sklepu w Katowicach', $4, $4)`,
    [demoId('keptDay', 'silesia'), KEPT_IN_DAYS, silesia, headOffice.ewa.id],
  );
};

/** Lists that a chain would import; promotion 7 holds the coupon thresholds. */
const seedLists = async (client: pg.Client): Promise<void> => {
  await client.query('insert into segment (name) select unnest($1::text[])', [demoSegments]);
  await client.query(
    'insert into promo_threshold (promo_id, id, threshold) select $1, id, threshold from unnest($2::text[], $3::numeric[]) t (id, threshold)',
    ['7', demoThresholds.map(([id]) => id), demoThresholds.map(([, threshold]) => threshold)],
  );
};

/** Phones whose secrets and addresses the sandbox fleet can compute again; larger stores have more of them. */
const seedDevices = async (client: pg.Client, devices: number): Promise<void> => {
  await client.query(
    `insert into device (id, install_id, secret_hash, platform, app_version, locale, segments, push_kind, push_value, main_store_id, is_tester, created_at)
     select 'demodevice' || n, 'sandbox-install-' || n,
       sha256_of(encode(sha256_of('sandbox secret sandbox-install-' || n), 'hex')),
       (array['android', 'android', 'android', 'ios', 'ios', 'huawei'])[1 + n % 6], (array['3.4.0', '3.2.1', '3.1.0'])[1 + n % 3], 'pl-PL',
       case when n % 4 = 0 then array['Rodzina'] else '{}' end,
       case when n % 31 > 0 then 'token' end,
       case when n % 31 > 0 then case when n % 97 = 0 then 'dead-token-' else 'sandbox-token-' end || n end,
       case when n % 9 > 0 then ($2::text[])[1 + floor(power((n * 7919 % 1000) / 1000.0, 2) * cardinality($2::text[]))::int] end,
       n <= 5, now() - make_interval(days => 60 + n % 400)
     from generate_series(1, $1::int) n`,
    [devices, demoStores.map((store) => demoId('store', store.no))],
  );
  await client.query(
    `insert into device_subscription (store_id, device_seq) select main_store_id, seq from device where main_store_id is not null and seq % 5 < 3`,
  );
  await client.query(
    `insert into device_subscription (store_id, device_seq) select ($1::text[])[1 + (seq * 31 % cardinality($1::text[]))::int], seq from device where seq % 10 = 0 on conflict do nothing`,
    [demoStores.map((store) => demoId('store', store.no))],
  );
};

/** Senders and editors have signed in before, so the product has their names. */
const seedNames = async (client: pg.Client): Promise<void> => {
  const editors = Object.values(headOffice);
  const people = [...demoPeople.filter(({ id }) => editors.every((editor) => editor.id !== id)), ...editors];
  await client.query(
    `insert into staff_name (person, name) select * from unnest($1::text[], $2::text[]) as known (person, name)
     where person in (select created_by from notification) or person = any($3::text[]) on conflict (person) do nothing`,
    [people.map(({ id }) => id), people.map(({ name }) => name), editors.map(({ id }) => id)],
  );
};

/** A sign-in a week of each on a working day, before the last ones. */
const seedLogins = async (client: pg.Client): Promise<void> => {
  await client.query(
    `insert into staff_login (at, person, store_id)
     select date_trunc('week', now()) - make_interval(weeks => week) + make_interval(days => n::int % 5, hours => 6, mins => (n * 37 + week * 11)::int % 60), person, store
     from generate_series(1, 12) week, unnest($1::text[], $2::text[]) with ordinality as people (person, store, n)`,
    [
      [...Object.values(headOffice).map(({ id }) => id), 'staff-1', 'staff-2'],
      [...Object.values(headOffice).map(() => null), demoId('store', 101), demoId('store', 102)],
    ],
  );
  await client.query(
    `insert into staff_login (at, person, store_id) values (now() - interval '3 days', 'staff-1', $1), (now() - interval '5 hours', 'staff-2', $2)`,
    [demoId('store', 101), demoId('store', 102)],
  );
};

const DAYS_KEPT = 40;

/** Seeds the daily statistics of earlier days: most stores grew, every seventh one shrank. */
const seedSubscriptionDays = async (client: pg.Client): Promise<void> => {
  await client.query(
    `insert into store_subscription_day (day, store_id, main, notifications)
     select (now() at time zone 'Europe/Warsaw')::date - ago, s.id, round(main * (1 - drift * ago)), round(notifications * (1 - drift * 1.4 * ago))
     from generate_series(0, $1::int) ago, store s, lateral (
       select (select count(*) from device where main_store_id = s.id) as main, (select count(*) from device_subscription where store_id = s.id) as notifications,
         case when s.store_no % 7 = 0 then -0.002 else 0.001 + s.store_no % 5 * 0.0012 end as drift
     ) now_of`,
    [DAYS_KEPT],
  );
};

/** Fills an empty database with a believable chain; does nothing to one that has stores. Returns whether it did. */
export const seed = async ({ databaseUrl, devices, isBefore = false }: SeedOptions): Promise<boolean> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('begin');
    await client.query('lock table store in exclusive mode');
    const { rowCount } = await client.query('select 1 from store limit 1');
    if (rowCount) return false;
    await seedStores(client, isBefore);
    await seedPlanning(client);
    await seedLists(client);
    await seedDevices(client, devices);
    await seedSubscriptionDays(client);
    await seedNotifications(client);
    await seedLogins(client);
    await seedNames(client);
    await client.query('commit');
    await client.query('analyze');
    return true;
  } finally {
    await client.end();
  }
};
