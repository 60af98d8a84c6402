import type pg from 'pg';
import { freePort } from '../../apps/server/src/platform/free-port.ts';
import { deliveryWorld } from '../test/delivery-world.ts';
import { answerTimes } from './answer-times.ts';
import { gate } from './gates.ts';
import { median, nth, rounded } from './statistics.ts';

const DAYS = 14;
const FEW_STORES = 40;
const AT_ONCE = 30;
const CALLS = 3_000;
const ROUNDS = 5;
const WARM_UP = 20_000;
const P95_AT_MOST_MS = 20;
const LOOKED_INTO = 100;

/** A send of every store on each day, to its subscribers, and one to everybody, all sent and still valid; `from` and `to` are store numbers. */
const sendForDays = async (pool: pg.Pool, { from, to }: { from: number; to: number }): Promise<void> => {
  await pool.query(
    `insert into notification (id, title, content, is_test, valid_until, created_at, created_by, updated_by, store_id, include_store_type)
     select 'n' || s || 'd' || d, 'Weekend ' || d, 'Owoce i warzywa prosto z targu', false, now() + make_interval(days => d), now() - make_interval(days => $3 - d, secs => s),
       'bench', 'bench', 'store' || s, '' from generate_series($1::int, $2::int) s, generate_series(1, $3::int) d`,
    [from, to, DAYS],
  );
  await pool.query(
    `insert into fan_out (notification_id, state, everyone, testers_only, store_ids, subscribed_store_id, first_accepted_at, finished_at, chunks, proven)
     select id, 'finished', false, false, '{}', store_id, now(), now(), 1, true from notification n
     where store_id is not null and not exists (select 1 from fan_out f where f.notification_id = n.id)`,
  );
  await pool.query(
    `insert into fan_out_chunk (notification_id, no, first_device, last_device, devices, outcomes, pending, successful)
     select 'n' || s || 'd' || d, part, first, last, devices, decode(repeat('01', cardinality(devices)), 'hex'), 0, cardinality(devices)
     from (
       select s, part, min(seq) as first, max(seq) as last, array_agg(seq order by seq) as devices
       from (select s, device_seq as seq, (row_number() over (partition by s order by device_seq) - 1) / 500 as part
         from generate_series($1::int, $2::int) s join device_subscription on store_id = 'store' || s) subscribers
       group by s, part
     ) chunks, generate_series(1, $3::int) d`,
    [from, to, DAYS],
  );
};

/** One send to everybody on each of fourteen days, all sent and still valid. */
export const sendToEverybody = async (pool: pg.Pool): Promise<void> => {
  await pool.query(
    `insert into notification (id, title, content, is_test, valid_until, created_at, created_by, updated_by, include_store_type)
     select 'everyone' || d, 'Wszyscy ' || d, 'Owoce', false, now() + make_interval(days => d), now() - make_interval(days => $1 - d), 'bench', 'bench', 'all'
     from generate_series(1, $1::int) d`,
    [DAYS],
  );
  await pool.query(
    `insert into fan_out (notification_id, state, everyone, testers_only, store_ids, first_accepted_at, finished_at, proven)
     select 'everyone' || d, 'finished', true, false, '{}', now(), now(), true from generate_series(1, $1::int) d`,
    [DAYS],
  );
  await pool.query(
    `insert into fan_out_chunk (notification_id, no, first_device, last_device, devices, outcomes, pending, successful)
     select 'everyone' || d, part, min(seq), max(seq), array_agg(seq order by seq), decode(repeat('01', count(*)::int), 'hex'), 0, count(*)
     from (select seq, (row_number() over (order by seq) - 1) / 500 as part from device) phones, generate_series(1, $1::int) d group by d, part`,
    [DAYS],
  );
};

/** How many notifications phones have in their inboxes, all together. */
const itemsOf = async (port: number, secrets: readonly string[]): Promise<number> => {
  let items = 0;
  for (const secret of secrets) {
    const answer = await fetch(`http://127.0.0.1:${port}/app/v1/notifications`, { headers: { authorization: `Bearer ${secret}` } });
    const inbox: { items: unknown[] } = await answer.json();
    items += inbox.items.length;
  }
  return items;
};

/** Milliseconds (medians of five rounds) of phones' inboxes, 30 at once, of `devices` phones (default 1,000,000): with two weeks of a send a day of 40 stores, then of `stores` (default 10,000). */
export const benchInbox = async ([givenStores, givenDevices]: readonly string[] = []) => {
  const stores = Number(givenStores ?? 10_000);
  const devices = Number(givenDevices ?? 1_000_000);
  const few = Math.min(FEW_STORES, stores);
  const world = await deliveryWorld({ devices, stores });
  try {
    const port = await freePort();
    await world.startProcess('app-api', { ENDCAP_APP_PORT: String(port), ENDCAP_APP_RATE_LIMIT: '1000000', LOG_LEVEL: 'warn' });
    await sendToEverybody(world.pool);
    const measure = async (upTo: number) => {
      await world.pool.query('vacuum analyze notification, fan_out, fan_out_chunk');
      const { rows } = await world.pool.query<{ seq: number }>(
        `select distinct device_seq::int as seq from device_subscription where substr(store_id, 6)::int <= $1 order by 1 limit 20000`,
        [upTo],
      );
      const phones = rows.map(({ seq }) => seq);
      const bare = await answerTimes({ port, calls: CALLS, connections: AT_ONCE, head: () => 'GET /healthz HTTP/1.1' });
      const secretOf = (call: number): string => `s${phones[(call * 7919) % phones.length]}`;
      const head = (call: number): string => `GET /app/v1/notifications HTTP/1.1\r\nauthorization: Bearer ${secretOf(call)}`;
      await answerTimes({ port, calls: WARM_UP, connections: AT_ONCE, head });
      const rounds: number[][] = [];
      const startedAt = performance.now();
      for (let round = 0; round < ROUNDS; round += 1) rounds.push(await answerTimes({ port, calls: CALLS, connections: AT_ONCE, head }));
      const perSecond = Math.round((ROUNDS * CALLS) / ((performance.now() - startedAt) / 1000));
      const items = await itemsOf(
        port,
        Array.from({ length: LOOKED_INTO }, (_, call) => secretOf(call)),
      );
      return {
        bareP95: rounded(nth(bare, 0.95)),
        p50: rounded(median(rounds.map(median))),
        p95: rounded(median(rounds.map((times) => nth(times, 0.95)))),
        p99: rounded(median(rounds.map((times) => nth(times, 0.99)))),
        perSecond,
        itemsEach: rounded(items / LOOKED_INTO),
      };
    };
    await sendForDays(world.pool, { from: 1, to: few });
    const withFew = await measure(few);
    await sendForDays(world.pool, { from: few + 1, to: stores });
    const withAll = await measure(stores);
    const { rows } = await world.pool.query<{ valid: number }>('select count(*)::int as valid from notification where valid_until > now()');
    return {
      bench: 'inbox',
      devices,
      stores,
      valid: rows[0]?.valid,
      atOnce: AT_ONCE,
      milliseconds: { fewStores: withFew, allStores: withAll },
      gate: gate({ fewStoresP95: withFew.p95, allStoresP95: withAll.p95 }, P95_AT_MOST_MS),
    };
  } finally {
    await world.close();
  }
};
