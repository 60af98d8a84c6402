import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { createPast } from '../../apps/server/src/features/past/index.ts';
import { freePort } from '../../apps/server/src/platform/free-port.ts';
import { deliveryWorld, type DeliveryWorld } from '../test/delivery-world.ts';
import { fillChain } from './feed-chain.ts';
import { gates } from './gates.ts';
import { nth, rounded } from './statistics.ts';

const ITEMS = 5_000;
const STORES = 1_000;
const CHANGES = 100_000;
/** Instants that are asked for, evenly over the whole history. */
const INSTANTS = 40;
const STEPS = 10;
/** What is measured first is a history of a tenth of the age. */
const YOUNG = 10;
const MINUTES_APART = 5;
const [FIRST_MS, STEP_MS, GROWTH] = [300, 50, 1.5];

type Range = { from: number; to: number; changes: number; items: number };

/** Mostly content, a few items much more often than others; new items that live for 4,000 changes; stores, groups, settings. */
const writeChanges = async (pool: pg.Pool, { from, to, changes, items }: Range): Promise<void> => {
  await pool.query('alter table history disable trigger complete_history');
  await pool.query(
    `insert into history (at, actor, entity, entity_id, action, changes, label, fields)
     select date_trunc('day', now()) - make_interval(mins => ($3::int - n) * $5::int), 'person' || n % 40, kind, item, action, changes, 'Gazetka ' || n, 1
     from generate_series($1::int, $2::int) n, lateral (
       select 'settings' as kind, 'settings' as item, 'update' as action, jsonb_build_object('signatureValid', jsonb_build_array(null, 'Do ' || n)) as changes where n % 100 = 0
       union all select 'storeGroup', 'group' || 1 + n / 100 % 20, 'update', jsonb_build_object('includeStores',
         jsonb_build_array('[]'::jsonb, (select jsonb_agg('bench' || 1 + (n + m * 7) % ${STORES}) from generate_series(1, 50) m))) where n % 100 = 1
       union all select 'store', 'bench' || 1 + n * 7919 % ${STORES}, 'update', jsonb_build_object('name', jsonb_build_array('Sklep', 'Sklep ' || n)) where n % 100 between 2 and 6
       union all select 'content', 'new' || n, 'create', jsonb_build_object('contentType', '[null, "leaflet"]'::jsonb, 'name', jsonb_build_array(null, 'Nowa ' || n), 'title', jsonb_build_array(null, 'Nowa ' || n),
         'prevImage', jsonb_build_array(null, 'cloudinary:' || repeat('a', 32) || '.png'), 'description', jsonb_build_array(null, repeat('Świeże **owoce** i warzywa. ', 8)), 'version', '[null, ""]'::jsonb,
         'pinned', '[null, false]'::jsonb, 'disabled', '[null, false]'::jsonb, 'segments', '[null, []]'::jsonb, 'includeStoreType', '[null, ""]'::jsonb, 'includeStores', jsonb_build_array(null, jsonb_build_array('bench' || 1 + n % ${STORES})),
         'excludeStores', '[null, []]'::jsonb, 'includeStoreGroups', '[null, []]'::jsonb, 'excludeStoreGroups', '[null, []]'::jsonb) where n % 100 between 7 and 10
       union all select 'content', 'new' || n - 4004, 'delete', jsonb_build_object('name', jsonb_build_array('Nowa ' || n - 4004, null)) where n % 100 between 11 and 14 and n > 4100
       union all select 'content', 'item' || 1 + floor(power(random(), 2) * $4::int), 'update', case when n % 3 = 0
         then jsonb_build_object('title', jsonb_build_array('Gazetka', 'Gazetka ' || n), 'publicationEnd', jsonb_build_array(null, to_char(now() + make_interval(hours => n % 900), 'YYYY-MM-DD"T"HH24:00:00.000"Z"')))
         else jsonb_build_object('description', jsonb_build_array(repeat('Stare **owoce** i warzywa. ', 8), repeat('Świeże **owoce** i warzywa. ', 8) || n)) end where n % 100 > 14
     ) change order by n`,
    [from, to, changes, items, MINUTES_APART],
  );
  await pool.query('alter table history enable trigger complete_history');
  await pool.query('analyze history');
};

/** Runs a staff API until its upkeep has kept a state for each thousand of changes; returns how many milliseconds one took. */
const keep = async ({ pool, startProcess }: DeliveryWorld): Promise<number> => {
  const count = async (): Promise<{ kept: number; wanted: number }> => {
    const { rows } = await pool.query<{ kept: number; wanted: number }>(
      `select (select count(*)::int from history_kept) as kept, case when count(*) < 1000 then 0 else 1 + count(*)::int / 1000 end as wanted from history`,
    );
    return rows[0] ?? { kept: 0, wanted: 1 };
  };
  const [before, began] = [(await count()).kept, performance.now()];
  const api = await startProcess('admin-api', { ENDCAP_ADMIN_PORT: String(await freePort()), LOG_LEVEL: 'warn' });
  for (let now = await count(); now.kept < now.wanted; now = await count()) await sleep(50);
  const took = performance.now() - began;
  api.kill();
  await pool.query('vacuum analyze history_state');
  return rounded(took / ((await count()).kept - before), 0);
};

const p50Of = (times: Times): number =>
  rounded(
    nth(
      times.map(({ took }) => took),
      0.5,
    ),
  );

/** How long it took, and how much of a processor of ours: where the machine does something else meanwhile, that tells a slow answer from a late one. */
const timed = async (work: () => Promise<unknown>): Promise<{ took: number; processor: number }> => {
  const [began, used] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(used);
  return { took: performance.now() - began, processor: (user + system) / 1_000 };
};
type Times = Awaited<ReturnType<typeof timed>>[];
const figuresOf = (times: Times) => ({
  p50: p50Of(times),
  p95: rounded(
    nth(
      times.map(({ took }) => took),
      0.95,
    ),
  ),
  processor: rounded(
    nth(
      times.map(({ processor }) => processor),
      0.5,
    ),
  ),
});

/** First: nothing is remembered of the past. Step: to the next change, and so on. */
const measure = async ({ db, pool }: DeliveryWorld) => {
  const { rows } = await pool.query<{ begin: Date; end: Date }>('select min(at) as begin, max(at) as end from history');
  const [begin, end] = [rows[0]?.begin.getTime() ?? 0, rows[0]?.end.getTime() ?? 0];
  const [first, step]: [Times, Times] = [[], []];
  await createPast({ db }).stateAt(new Date(end));
  for (let n = 0; n <= INSTANTS; n += 1) {
    const at = new Date(begin + ((end - begin) * n) / INSTANTS);
    const past = createPast({ db });
    first.push(await timed(() => past.stateAt(at)));
    if (n % 4 === 0)
      for (const next of await past.changesBetween(at, new Date(end), STEPS)) step.push(await timed(() => past.stateAt(new Date(next))));
  }
  const tenth = Math.ceil(first.length / 10);
  return {
    first: figuresOf(first),
    oldest: p50Of(first.slice(0, tenth)),
    newest: p50Of(first.slice(-tenth)),
    step: figuresOf(step),
  };
};

const sizesOf = async (pool: pg.Pool): Promise<unknown> => {
  const { rows } = await pool.query(
    `select pg_total_relation_size('history') / 1000000 as "history", pg_total_relation_size('history_state') / 1000000 as "keptStates"`,
  );
  return rows[0];
};

/** Milliseconds in which everything that phones are answered from is rebuilt as it was at an instant, among as many changes (HIST-10). */
export const benchPast = async ([givenItems, givenChanges]: readonly string[] = []) => {
  const [items, changes] = [Number(givenItems ?? ITEMS), Number(givenChanges ?? CHANGES)];
  const world = await deliveryWorld({ devices: 0 });
  try {
    await fillChain(world.pool, { items, stores: STORES });
    const young = Math.floor(changes / YOUNG);
    await writeChanges(world.pool, { from: 1, to: young, changes, items });
    await keep(world);
    const before = await measure(world);
    await writeChanges(world.pool, { from: young + 1, to: changes, changes, items });
    const keptInMs = await keep(world);
    const after = await measure(world);
    const growth = rounded(after.first.p50 / before.first.p50);
    return {
      bench: 'past',
      items,
      stores: STORES,
      changes,
      young: { changes: young, milliseconds: before },
      milliseconds: after,
      keptInMs,
      megabytes: await sizesOf(world.pool),
      growth,
      gate: gates([
        ['first', after.first.p95, FIRST_MS],
        ['step', after.step.p95, STEP_MS],
        ['growth with age', growth, GROWTH],
        ['oldest to newest', rounded(after.oldest / after.newest), GROWTH],
      ]),
    };
  } finally {
    await world.close();
  }
};
