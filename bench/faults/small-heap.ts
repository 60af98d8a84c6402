import { deliveryWorld } from '../../scripts/test/delivery-world.ts';
import { WORKER_FLAGS } from '../../scripts/launch/worker-flags.ts';
import { residentMegabytes } from '../processes.ts';
import { checkInvariants } from './check-invariants.ts';
import type { StepParams, StepResult } from './step.ts';

const RESIDENT_MAX_MB = 300;

/** F10: a worker with 96 MB of heap sends to the whole audience; it is never in memory. */
export const smallHeap = async ({ devices }: StepParams): Promise<StepResult> => {
  const world = await deliveryWorld({ devices });
  const worker = await world.startWorker({}, [...WORKER_FLAGS, '--max-old-space-size=96']);
  let megabytes = 0;
  await world.send('small');
  await world.finished('small', () => {
    megabytes = Math.max(megabytes, residentMegabytes(worker.pid));
  });
  const broken = await checkInvariants(world, 'small', { devices, dead: 0, real: false });
  if (megabytes > RESIDENT_MAX_MB) broken.push(`${Math.round(megabytes)} MB resident`);
  await world.close();
  return { broken, workerResidentMegabytes: Math.round(megabytes) };
};
