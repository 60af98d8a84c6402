import { deliveryWorld } from '../../scripts/test/delivery-world.ts';
import { checkInvariants } from './check-invariants.ts';
import type { StepParams, StepResult } from './step.ts';

const MAX_LOSS = 0.3;

/** F43: a transaction is open from before the fan-out until after it, so nothing that dies can be cleaned up. */
export const longTransaction = async ({ devices }: StepParams): Promise<StepResult> => {
  const world = await deliveryWorld({ devices });
  await world.startWorker();
  const perSecond = async (id: string): Promise<number> => {
    const startedAt = performance.now();
    await world.send(id);
    await world.finished(id);
    return devices / ((performance.now() - startedAt) / 1000);
  };
  const alone = await perSecond('alone');
  const holder = await world.pool.connect();
  await holder.query('begin isolation level repeatable read; select count(*) from device');
  const beside = await perSecond('beside');
  await holder.query('rollback');
  holder.release();
  const broken = await checkInvariants(world, 'beside', { devices, dead: 0, real: false });
  const loss = 1 - beside / alone;
  if (loss > MAX_LOSS) broken.push(`${Math.round(loss * 100)} % of the throughput lost`);
  await world.close();
  return { broken, perSecond: Math.round(alone), perSecondBeside: Math.round(beside), loss: Math.round(loss * 1000) / 1000 };
};
