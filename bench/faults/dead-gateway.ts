import { setTimeout as sleep } from 'node:timers/promises';
import { startChaosProxy } from '../../scripts/faults/chaos-proxy.ts';
import { deliveryWorld } from '../../scripts/test/delivery-world.ts';
import { processorSeconds } from '../processes.ts';
import { checkInvariants } from './check-invariants.ts';
import type { StepResult } from './step.ts';

const FAN_OUTS = 5;
const DEVICES = 5_000;
const WATCHED_MS = 20_000;
const SETTLE_MS = 5_000;

/** F17: five fan-outs wait for a push service that refuses connections; nothing is dropped and nothing spins. */
export const deadGateway = async (): Promise<StepResult> => {
  const world = await deliveryWorld({ devices: DEVICES });
  const proxy = await startChaosProxy({ port: Number(new URL(world.sandbox.gatewayUrl).port) });
  proxy.set({ refuse: true });
  const worker = await world.startWorker({ ENDCAP_PUSH_ENDPOINT: `https://localhost:${proxy.port}` });
  const ids = Array.from({ length: FAN_OUTS }, (_unused, n) => `queued${n}`);
  for (const id of ids) await world.send(id);
  await sleep(SETTLE_MS);
  const used = processorSeconds(worker.pid);
  await sleep(WATCHED_MS);
  const share = (processorSeconds(worker.pid) - used) / (WATCHED_MS / 1000);
  const broken = share > 0.1 ? [`a waiting worker used ${Math.round(share * 100)} % of a processor`] : [];
  proxy.set();
  await world.pool.query(`update push_project set probe_at = now(); update fan_out_chunk set retry_at = now()`);
  for (const id of ids) {
    await world.finished(id);
    broken.push(...(await checkInvariants(world, id, { devices: DEVICES, dead: 0, real: false })));
  }
  proxy.close();
  await world.close();
  return { broken, processorShareWaiting: Math.round(share * 1000) / 1000 };
};
