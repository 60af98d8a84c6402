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
    const tell = <T>(name: string, figures: T): T => {
      console.error(name, JSON.stringify(figures));
      return figures;
    };
    const standby = tell('standby', await measureStandby(world, devices));
    const workers = tell('workers', await measureWorkers(world));
    const appApis = tell('app APIs', await measureAppApis(world, 'two', devices));
    return { bench: 'outgrown', devices, workers, appApis, standby };
  } finally {
    await world.close();
  }
};
