import { deliveryWorld } from '../../scripts/test/delivery-world.ts';
import { checkInvariants } from './check-invariants.ts';
import type { StepResult } from './step.ts';

const PER_SECOND = 3_000;
const DEVICES = 190_000;

/** delivery.md 7: three workers on one bucket; no second above 110 % of the rate, no minute above the quota. */
export const rateLimit = async (): Promise<StepResult> => {
  const world = await deliveryWorld({ devices: DEVICES });
  for (let n = 0; n < 3; n += 1) await world.startWorker({ ENDCAP_PUSH_RATE: String(PER_SECOND) });
  await world.send('limited');
  await world.finished('limited');
  const broken = await checkInvariants(world, 'limited', { devices: DEVICES, dead: 0, real: false });
  const { busiest } = await world.ledger('limited');
  if (busiest.second > PER_SECOND * 1.1) broken.push(`${busiest.second} messages in a second at ${PER_SECOND} allowed`);
  if (busiest.minute > PER_SECOND * 60) broken.push(`${busiest.minute} messages in a minute at ${PER_SECOND * 60} allowed`);
  await world.close();
  return { broken, perSecond: PER_SECOND, busiestSecond: busiest.second, busiestMinute: busiest.minute };
};
