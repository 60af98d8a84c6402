import { setTimeout as sleep } from 'node:timers/promises';
import { deliveryWorld } from '../../scripts/test/delivery-world.ts';
import { checkInvariants } from './check-invariants.ts';
import { keepRunning } from './keep-running.ts';
import type { StepParams, StepResult } from './step.ts';

const DOWN_MS = 30_000;

/** F02: everything is killed at once and stays down for half a minute; it goes on without a person. */
export const allAtOnce = async ({ devices }: StepParams): Promise<StepResult> => {
  const world = await deliveryWorld({ devices: Math.min(devices, 100_000) });
  const audience = Math.min(devices, 100_000);
  const workers = Array.from({ length: 2 }, () => keepRunning(() => world.startWorker()));
  await Promise.all(workers.map((worker) => worker.ready()));
  await world.send('all');
  await sleep(2_000);
  for (const worker of workers) worker.suspend();
  for (const worker of workers) worker.kill();
  process.kill(world.cluster.postmaster(), 'SIGKILL');
  await sleep(DOWN_MS);
  for (const worker of workers) worker.resume();
  await world.finished('all');
  await Promise.all(workers.map((worker) => worker.stop()));
  const broken = await checkInvariants(world, 'all', { devices: audience, dead: 0, real: false });
  const { sends, devices: reached } = await world.ledger('all');
  await world.close();
  return { broken, devices: audience, messagesRepeated: sends - reached };
};
