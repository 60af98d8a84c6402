import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../apps/server/src/platform/free-port.ts';
import { deliveryWorld, type DeliveryWorld } from '../../scripts/test/delivery-world.ts';
import { checkInvariants } from './check-invariants.ts';
import { type SupervisedProcess, keepRunning } from './keep-running.ts';
import { seeded } from '../../scripts/fuzz/random.ts';
import type { StepParams, StepResult } from './step.ts';

const WORKERS = 2;
const LEASE_SECONDS = '3';
const DATABASE_KILLS = 4;
/** Sixty for a million. */
const DEVICES_PER_KILL = 16_500;
const WAVE = 100;
const DEVICES_PER_DEAD = 250;
const LANES = 16;
/** Polling slows the run down, but not the run without faults. */
const LOOK_MS = 750;

const done = async ({ pool }: DeliveryWorld, id: string): Promise<number> => {
  const { rows } = await pool
    .query<{ n: number }>('select coalesce(sum(successful + failed), 0)::int as n from fan_out_chunk where notification_id = $1', [id])
    .catch(() => ({ rows: [] }));
  return rows[0]?.n ?? 0;
};

/** Sends through the API as a person would, with the same key until it is acknowledged. */
const sendByApi = async (adminUrl: string, token: string): Promise<string> => {
  const body = JSON.stringify({
    title: 'Weekend',
    content: 'Owoce i warzywa',
    validUntil: new Date(Date.now() + 86_400_000).toISOString(),
  });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': 'bench-faults' };
  for (;;) {
    const reply = await fetch(`${adminUrl}/api/v1/notification-editor`, { method: 'POST', headers, body }).catch(() => null);
    if (reply?.status === 201) {
      const sent: { _id: string } = await reply.json();
      return sent._id;
    }
    await sleep(200);
  }
};

type Attacked = {
  world: DeliveryWorld;
  adminUrl: string;
  workers: readonly SupervisedProcess[];
  api: SupervisedProcess;
  token: string;
  devices: number;
  random: () => number;
};

/** Kills one after the other until `id` has ended; counts them, and the answers of the API that were wrong meanwhile. */
const attack = async ({ world, adminUrl, workers, api, token, devices, random }: Attacked, id: string) => {
  const count = { worker: 0, database: 0, api: 0 };
  const wrongAnswers: string[] = [];
  let running = true;
  const killing = async (): Promise<void> => {
    while (running && count.worker * DEVICES_PER_KILL < devices) {
      await sleep(400 + random() * 900);
      if (running && workers[Math.floor(random() * WORKERS)]?.kill()) count.worker += 1;
      if (running && random() < 0.05 && api.kill()) count.api += 1;
    }
  };
  const killingDatabase = async (): Promise<void> => {
    for (let n = 1; n <= DATABASE_KILLS && running; n += 1) {
      while (running && (await done(world, id)) < (devices * n) / (DATABASE_KILLS + 1)) await sleep(LOOK_MS);
      if (!running) return;
      process.kill(world.cluster.postmaster(), 'SIGKILL');
      count.database += 1;
    }
  };
  const watching = async (): Promise<void> => {
    for (let most = 0; running; await sleep(LOOK_MS)) {
      const headers = { authorization: `Bearer ${token}` };
      const reply = await fetch(`${adminUrl}/api/v1/notification-editor/${id}`, { headers }).catch(() => null);
      if (!reply || reply.status === 503) continue;
      const { details }: { details: { successful: number; remaining: number; failed: number } | null } = await reply.json();
      if (!details) continue;
      const { successful, remaining, failed } = details;
      if (successful + remaining + failed !== devices || successful + failed < most) wrongAnswers.push(JSON.stringify(details));
      most = successful + failed;
    }
  };
  const under = [killing(), killingDatabase(), watching()];
  await world.finished(id);
  const endedAt = performance.now();
  running = false;
  await Promise.all(under);
  return { count, wrongAnswers, endedAt };
};

/**
 * F01, F03, F37, F40: kill -9 of a worker every 0.4 to 1.3 s and of PostgreSQL four times, and of the API; the same
 * audience without faults first.
 */
export const kills = async ({ devices, seed }: StepParams): Promise<StepResult> => {
  const dead = devices / DEVICES_PER_DEAD;
  const random = seeded(seed);
  const world = await deliveryWorld({ devices, dead });
  const port = String(await freePort());
  const adminUrl = `http://127.0.0.1:${port}`;
  const workers = Array.from({ length: WORKERS }, () => keepRunning(() => world.startWorker({ ENDCAP_PUSH_LEASE_SECONDS: LEASE_SECONDS })));
  const api = keepRunning(() => world.startProcess('admin-api', { ENDCAP_ADMIN_PORT: port }));
  await Promise.all([...workers, api].map((one) => one.ready()));

  const calmAt = performance.now();
  await world.send('calm');
  await world.finished('calm');
  const calmSeconds = (performance.now() - calmAt) / 1000;
  const broken = await checkInvariants(world, 'calm', { devices, dead, real: false });
  // The dead come back, so that there is something to prune.
  await world.pool.query(`update device set push_kind = 'token', push_value = 'dead-' || seq where push_value is null`);
  await world.forgetLedger();

  const token = await world.tokenOf('admin');
  const startedAt = performance.now();
  const id = await sendByApi(adminUrl, token);
  const attacked = { world, adminUrl, workers, api, token, devices, random };
  const { count, wrongAnswers, endedAt } = await attack(attacked, id);
  const seconds = (endedAt - startedAt) / 1000;
  await Promise.all(workers.map((worker) => worker.stop()));
  broken.push(...(await checkInvariants(world, id, { devices, dead, real: true })), ...wrongAnswers);
  const { sends, devices: reached } = await world.ledger(id);
  const repeated = sends - reached;
  if (repeated > (count.worker + count.database) * LANES * 2 * WAVE) broken.push(`${repeated} copies are more than unwritten waves`);
  await api.stop();
  await world.close();
  return {
    broken,
    killed: count,
    messagesRepeated: repeated,
    secondsWithoutFaults: Math.round(calmSeconds),
    secondsWithFaults: Math.round(seconds),
    slowdown: Math.round((seconds / calmSeconds) * 100) / 100,
  };
};
