import { deliveryWorld } from '../../test/delivery-world.ts';
import { measureAppApis } from './app-apis.ts';
import { measureStandby } from './standby.ts';
import { measureWorkers } from './workers.ts';

const DEVICES = 40_000;
const STORES = 80;

/**
 * What the steps beyond one server give, as far as one machine shows it: one and two workers, one and two app APIs, and a standby that answers
 * lists while a send is written; over `devices` phones (default 40,000). Processor time a message and a call says how many cores it takes.
 */
export const benchOutgrown = async ([given]: readonly string[] = []) => {
  const devices = Number(given ?? DEVICES);
  const world = await deliveryWorld({ devices, stores: STORES });
  try {
    const workers = await measureWorkers(world);
    console.error('workers', JSON.stringify(workers));
    const appApis = await measureAppApis(world, 'two', devices);
    console.error('app APIs', JSON.stringify(appApis));
    const standby = await measureStandby(world, devices);
    return { bench: 'outgrown', devices, workers, appApis, standby };
  } finally {
    await world.close();
  }
};
