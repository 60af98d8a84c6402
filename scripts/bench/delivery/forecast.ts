import { attentionRoutes } from '@endcap/contract/notifications';
import type pg from 'pg';
import { freePort } from '../../../apps/server/src/platform/free-port.ts';
import { deliveryWorld, type DeliveryWorld } from '../../test/delivery-world.ts';
import { gate } from '../gates.ts';
import { median, nth, rounded } from '../statistics.ts';

const STORES = 2_900;
const DAYS = 7;
const TO_EVERYONE = 14;
/** Every store has planned its own for each day of the week that comes, and head office one a day to the stores of a type. */
const PLANNED_DAYS = 8;
const CALLS = 40;
const AT_MOST_MS = 300;
const RUNS = 3;
/** High enough that nobody is left out: what is measured is the counting. */
const LIMIT = 21;

/** A week of sends, one a day of each store to its subscribers and two a day to everyone, all of them over. */
const addWeek = async (pool: pg.Pool): Promise<number> => {
  await pool.query(
    `insert into notification (id, title, content, is_test, valid_until, created_at, created_by, updated_by, include_store_type, store_id)
     select 'own-' || store.id || '-' || day, 'Dziś', 'Owoce i warzywa', false, now() + interval '1 day', now() - make_interval(days => day, mins => 30), 'bench', 'bench', '', store.id
     from store, generate_series(0, $1::int - 1) day
     union all
     select 'all-' || n, 'Weekend', 'Owoce i warzywa', false, now() + interval '1 day', now() - make_interval(hours => 12 * n, mins => 20), 'bench', 'bench', 'all', null
     from generate_series(0, $2::int - 1) n`,
    [DAYS, TO_EVERYONE],
  );
  await pool.query(
    `insert into fan_out (notification_id, everyone, testers_only, store_ids, subscribed_store_id, state, proven, created_at, first_accepted_at, finished_at)
     select id, store_id is null, false, '{}', store_id, 'finished', true, created_at, created_at, created_at + interval '1 minute' from notification`,
  );
  await pool.query(
    `insert into fan_out_chunk (notification_id, no, first_device, last_device, devices, outcomes, pending, successful)
     select n.id, 0, min(s.device_seq), max(s.device_seq), array_agg(s.device_seq order by s.device_seq)::int[], decode(repeat('01', count(*)::int), 'hex'), 0, count(*)
     from notification n join device_subscription s on s.store_id = n.store_id group by n.id`,
  );
  await pool.query('vacuum analyze');
  const { rows } = await pool.query<{ n: number }>('select count(*)::int as n from notification');
  return rows[0]?.n ?? 0;
};

/** A week of plans; those of a day are read when somebody plans for it. */
const addPlans = async (pool: pg.Pool): Promise<number> => {
  await pool.query(
    `insert into notification (id, title, content, is_test, valid_until, created_at, created_by, updated_by, include_store_type, store_id)
     select 'plan-' || coalesce(store.id, 'all') || '-' || day, 'Jutro', 'Owoce i warzywa', false, now() + interval '30 days', now() + make_interval(days => day, mins => 30), 'bench', 'bench',
       case when store.id is null then 'contact' else '' end, store.id
     from (select id from store union all select null) store, generate_series(0, $1::int - 1) day`,
    [PLANNED_DAYS],
  );
  const { rowCount } = await pool.query(
    `insert into fan_out_plan (notification_id, starts_at) select id, created_at from notification where id like 'plan-%'`,
  );
  await pool.query('vacuum analyze notification, fan_out_plan');
  return rowCount ?? 0;
};

const timesOf = async (world: DeliveryWorld, port: string) => {
  const headers = { authorization: `Bearer ${await world.tokenOf('admin')}`, 'content-type': 'application/json' };
  return async (rule: Record<string, unknown>): Promise<number[]> => {
    const times: number[] = [];
    for (let n = 0; n < CALLS; n += 1) {
      const startedAt = performance.now();
      const reply = await fetch(`http://127.0.0.1:${port}${attentionRoutes.forecast.path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(rule),
      });
      await reply.text();
      if (reply.status !== 200) throw new Error(`The forecast was answered with ${reply.status}`);
      times.push(performance.now() - startedAt);
    }
    return times;
  };
};

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();

/** Messages a second to everyone, with and without a limit in turns, after a week of sends. */
const ratesOf = async (world: DeliveryWorld, devices: number): Promise<{ free: number; limited: number; ratio: number }> => {
  await world.startWorker();
  const rateOf = async (id: string, weeklyLimit: number | null): Promise<number> => {
    const startedAt = performance.now();
    await world.send(id, { of: 'everyone' }, weeklyLimit);
    await world.finished(id);
    await world.forgetLedger();
    return devices / ((performance.now() - startedAt) / 1000);
  };
  await rateOf('warm', null);
  const [free, limited]: [number[], number[]] = [[], []];
  for (let n = 0; n < RUNS; n += 1) {
    free.push(await rateOf(`free${n}`, null));
    limited.push(await rateOf(`limited${n}`, LIMIT));
  }
  return { free: Math.round(median(free)), limited: Math.round(median(limited)), ratio: rounded(median(limited) / median(free)) };
};

/**
 * CARE-01, CARE-02: milliseconds of the forecast for four audiences over `devices` (default 1,000,000) with 20,000 sends of seven days and as many
 * plans of the next, also for starts on other days, the first call included, and how much of its rate a fan-out keeps under a limit.
 */
export const benchForecast = async ([given]: readonly string[] = []) => {
  const devices = Number(given ?? 1_000_000);
  const world = await deliveryWorld({ devices, stores: STORES });
  try {
    const sends = await addWeek(world.pool);
    const plans = await addPlans(world.pool);
    const port = String(await freePort());
    const api = await world.startProcess('admin-api', { ENDCAP_ADMIN_PORT: port });
    const timed = await timesOf(world, port);
    const times = {
      everyone: await timed({ includeStoreType: 'all' }),
      type: await timed({ includeStoreType: 'contact' }),
      allButTwo: await timed({ includeStoreType: 'all', excludeStores: ['store1', 'store2'] }),
      oneStore: await timed({ includeStoreType: '', includeStores: ['store7'] }),
      tomorrow: await timed({ includeStoreType: 'all', startsAt: inDays(1) }),
      inAWeek: await timed({ includeStoreType: 'contact', startsAt: inDays(7) }),
    };
    api.kill();
    const all = Object.values(times).flat();
    const milliseconds = Object.fromEntries(Object.entries(times).map(([audience, those]) => [audience, rounded(median(those))]));
    const [p95, slowest] = [rounded(nth(all, 0.95)), rounded(Math.max(...all))];
    const perSecond = await ratesOf(world, devices);
    return {
      bench: 'forecast',
      devices,
      stores: STORES,
      sends,
      plans,
      calls: CALLS,
      milliseconds,
      p95,
      slowest,
      perSecond,
      gate: gate({ slowest }, AT_MOST_MS),
    };
  } finally {
    await world.close();
  }
};
