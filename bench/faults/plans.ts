import { setTimeout as sleep } from 'node:timers/promises';
import { insertPlan } from '../../apps/server/src/features/delivery/index.ts';
import { type DeliveryWorld, deliveryWorld } from '../../scripts/test/delivery-world.ts';
import { keepRunning } from './keep-running.ts';
import { seeded } from '../../scripts/fuzz/random.ts';
import type { StepParams, StepResult } from './step.ts';

const PLANS = 200;
/** Due at one instant, at twenty phones each or fewer; and for how long after it workers are killed. */
const [AT_ONCE, AT_ONCE_SECONDS] = [1_000, 5];
/** One for each plan, since a store has one send a day; an odd number, so that each has phones that subscribe to it. */
const STORES = 1_201;
const MOST_DEVICES = 20_000;
const WORKERS = 2;
/** Within which all of them are due, and how often PostgreSQL is killed meanwhile. */
const [SECONDS, DATABASE_KILLS] = [30, 2];
const LOOK_MS = 100;

const idOf = (n: number): string => `plan${n}`;
const numbersFrom = (first: number, count: number): number[] => Array.from({ length: count }, (_, n) => first + n);
const storeOf = (n: number): string => `store${1 + (n % STORES)}`;

/** Plans for the customers of one store each, one store after the other. */
const plan = async ({ pool, db }: DeliveryWorld, numbers: readonly number[], startOf: (n: number) => Date): Promise<void> => {
  // A plan of a person without known rights waits.
  await pool.query("insert into staff_rights (person, is_admin, as_of) values ('bench', true, now()) on conflict do nothing");
  for (const n of numbers) {
    const startsAt = startOf(n);
    await pool.query(
      `insert into notification (id, title, content, is_test, valid_until, created_at, created_by, updated_by, include_store_type, store_id)
       values ($1, 'Weekend', 'Owoce i warzywa', false, now() + interval '1 day', $2, 'bench', 'bench', '', $3)`,
      [idOf(n), startsAt, storeOf(n)],
    );
    await insertPlan(db, idOf(n), startsAt);
  }
};

const left = async ({ pool }: DeliveryWorld): Promise<number> => {
  const open = 'select ((select count(*) from fan_out_plan) + (select count(*) from fan_out where finished_at is null))::int as n';
  const { rows } = await pool.query<{ n: number }>(open).catch(() => ({ rows: [{ n: PLANS }] }));
  return rows[0]?.n ?? PLANS;
};

/** Returns the broken invariants of a due plan after processes were killed around it. */
const brokenOf = async ({ pool, ledger }: DeliveryWorld, n: number): Promise<string[]> => {
  const { rows } = await pool.query<{ state: string; starts: number; phones: number }>(
    `select f.state, (select count(*)::int from history h where h.entity_id = f.notification_id and h.action = 'send') as starts,
       (select count(*)::int from device_subscription s where s.store_id = $2) as phones
     from fan_out f where f.notification_id = $1`,
    [idOf(n), storeOf(n)],
  );
  const [row] = rows;
  if (!row) return [`${idOf(n)} never started`];
  const { devices, visibleAtMost } = await ledger(idOf(n));
  const rules: [string, unknown, unknown][] = [
    ['state', row.state, 'finished'],
    ['starts', row.starts, 1],
    ['phones in the ledger', devices, row.phones],
    ['notifications that one phone shows', visibleAtMost, 1],
  ];
  return rules.filter(([, is, should]) => is !== should).map(([what, is, should]) => `${idOf(n)}: ${what}: ${is} instead of ${should}`);
};

/** By how many seconds the latest of some plans started after its time. */
const latestOf = async ({ pool }: DeliveryWorld, numbers: readonly number[]): Promise<number> => {
  const { rows } = await pool.query<{ late: number }>(
    `select max(extract(epoch from f.created_at - n.created_at))::float8 as late
     from fan_out f join notification n on n.id = f.notification_id where n.id = any($1)`,
    [numbers.map(idOf)],
  );
  return Math.round((rows[0]?.late ?? 0) * 10) / 10;
};

/**
 * PLAN-03: 200 plans, each due at another moment, under kills of workers and of PostgreSQL, then 1,000 at one instant under kills of workers: each
 * starts exactly once.
 */
export const plans = async ({ devices, seed }: StepParams): Promise<StepResult> => {
  const random = seeded(seed);
  const apart = numbersFrom(1, PLANS);
  const atOnce = numbersFrom(PLANS + 1, Math.min(AT_ONCE, Math.floor(devices / 20)));
  const world = await deliveryWorld({ devices: Math.min(devices, MOST_DEVICES), stores: STORES });
  const workers = Array.from({ length: WORKERS }, () => keepRunning(() => world.startWorker({ ENDCAP_PUSH_LEASE_SECONDS: '2' })));
  await Promise.all(workers.map((worker) => worker.ready()));
  const firstAt = Date.now() + 5_000;
  await plan(world, apart, (n) => new Date(firstAt + (n * SECONDS * 1_000) / PLANS));
  const killed = { worker: 0, database: 0 };
  const startedAt = performance.now();
  let running = true;
  const killing = async (): Promise<void> => {
    while (running) {
      await sleep(200 + random() * 600);
      if (running && workers[Math.floor(random() * WORKERS)]?.kill()) killed.worker += 1;
    }
  };
  const killingDatabase = async (): Promise<void> => {
    for (let n = 1; n <= DATABASE_KILLS; n += 1) {
      await sleep((SECONDS * 1_000) / (DATABASE_KILLS + 1));
      process.kill(world.cluster.postmaster(), 'SIGKILL');
      killed.database += 1;
    }
  };
  // Kills end with the time in which plans are due, or nothing would ever be done.
  const ends = sleep((SECONDS + 5) * 1_000).then(() => (running = false));
  await Promise.all([killing(), killingDatabase(), ends]);
  while ((await left(world)) > 0) await sleep(LOOK_MS);
  const seconds = (performance.now() - startedAt) / 1_000;

  const instant = new Date(Date.now() + 5_000 + atOnce.length * 20);
  await plan(world, atOnce, () => instant);
  await sleep(instant.getTime() - Date.now());
  running = true;
  await Promise.all([killing(), sleep(AT_ONCE_SECONDS * 1_000).then(() => (running = false))]);
  while ((await left(world)) > 0) await sleep(LOOK_MS);
  await Promise.all(workers.map((worker) => worker.stop()));
  const broken: string[] = [];
  for (const n of [...apart, ...atOnce]) broken.push(...(await brokenOf(world, n)));
  const latestStartSeconds = await latestOf(world, apart);
  const ofThoseAtOnce = { plansAtOnce: atOnce.length, latestStartAtOnceSeconds: await latestOf(world, atOnce) };
  await world.close();
  return { broken, plans: PLANS, killed, latestStartSeconds, seconds: Math.round(seconds), ...ofThoseAtOnce };
};
