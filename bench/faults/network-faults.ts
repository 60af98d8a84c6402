import { setTimeout as sleep } from 'node:timers/promises';
import { type Chaos, startChaosProxy } from '../../scripts/faults/chaos-proxy.ts';
import { deliveryWorld } from '../../scripts/test/delivery-world.ts';
import { residentMegabytes } from '../processes.ts';
import { checkInvariants } from './check-invariants.ts';
import { seeded } from '../../scripts/fuzz/random.ts';
import type { StepParams, StepResult } from './step.ts';

const DEVICES = 100_000;
const DEAD = 200;
const FAULT_MS = 8_000;

const spells: Partial<Chaos>[] = [
  { latencyMs: 2_000 },
  { bytesPerSecond: 25_000 },
  { halfOpen: true },
  { refuse: true },
  { latencyMs: 150 },
];

/**
 * F30, F31: a TCP proxy stands before PostgreSQL, the gateway and the identity provider, and one of the three after the
 * other gets 2 s of latency, 200 kbit/s, connections that are half-open, refused or reset.
 */
export const networkFaults = async ({ seed }: StepParams): Promise<StepResult> => {
  const random = seeded(seed);
  const world = await deliveryWorld({ devices: DEVICES, dead: DEAD });
  const database = new URL(world.settings['DATABASE_URL'] ?? '');
  const proxies = {
    database: await startChaosProxy({ port: Number(database.port) }),
    gateway: await startChaosProxy({ port: Number(new URL(world.sandbox.gatewayUrl).port) }),
    identityProvider: await startChaosProxy({ port: Number(new URL(world.sandbox.issuer).port) }),
  };
  database.port = String(proxies.database.port);
  const through = {
    DATABASE_URL: database.href,
    ENDCAP_PUSH_ENDPOINT: `https://localhost:${proxies.gateway.port}`,
    ENDCAP_PUSH_LEASE_SECONDS: '10',
    // Slow enough that a score of faults fits in.
    ENDCAP_PUSH_LANES: '2',
  };
  const workers = [await world.startWorker(through), await world.startWorker(through)];
  await world.behave({ latencyMs: 150 });
  let megabytes = 0;
  let running = true;
  let faults = 0;
  const breaking = (async () => {
    while (running) {
      const all = Object.values(proxies);
      const proxy = all[Math.floor(random() * all.length)] ?? proxies.gateway;
      const spell = spells[Math.floor(random() * spells.length)] ?? {};
      proxy.set(spell);
      faults += 1;
      await sleep(FAULT_MS * random());
      if (spell.halfOpen || random() < 0.3) proxy.reset();
      proxy.set();
      await sleep(1_000);
    }
  })();
  const hurrying = setInterval(
    () =>
      void world.pool
        .query(`update fan_out_chunk set retry_at = retry_at - interval '9 seconds' where pending > 0 and lease_until is null and retry_at > now();
          update push_project set probe_at = probe_at - interval '9 seconds' where down_since is not null`)
        .catch(() => {}),
    1_000,
  );
  await world.send('network');
  await world.finished('network', () => {
    megabytes = Math.max(megabytes, ...workers.map(({ pid }) => residentMegabytes(pid)));
  });
  running = false;
  clearInterval(hurrying);
  await breaking;
  const broken = await checkInvariants(world, 'network', { devices: DEVICES, dead: DEAD, real: false });
  if (workers.some((worker) => worker.exitCode !== null || worker.signalCode !== null)) broken.push('a worker ended');
  for (const proxy of Object.values(proxies)) proxy.close();
  const { sends, devices: reached } = await world.ledger('network');
  await world.close();
  return { broken, devices: DEVICES, faults, messagesRepeated: sends - reached, workerResidentMegabytes: Math.round(megabytes) };
};
