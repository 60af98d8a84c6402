import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../apps/server/src/platform/free-port.ts';
import { deliveryWorld } from '../../test/delivery-world.ts';
import { mean, median, nth, rounded, standardError } from '../statistics.ts';
import { pollingLoss } from './polling-loss.ts';

const STORES = 1_000;
const RUNS = 5;

/** What happens beside a fan-out to `devices` (default 500,000): what 500 open details pages cost, and how long a store's 500 phones wait. */
export const benchMeanwhile = async ([given]: readonly string[] = []) => {
  const devices = Number(given ?? 500_000);
  const world = await deliveryWorld({ devices, stores: STORES });
  const port = await freePort();
  await world.startProcess('admin-api', { ENDCAP_ADMIN_PORT: String(port) });
  await world.startWorker();
  const storePhones = await world.pool.query<{ n: number }>(`select count(*)::int as n from device_subscription where store_id = 'store1'`);

  const { clients, losses, times } = await pollingLoss(world, {
    devices,
    port,
    authorization: `Bearer ${await world.tokenOf('admin')}`,
  });
  const waits: number[] = [];
  for (let n = 0; n < RUNS; n += 1) {
    await world.send(`big${n}`);
    await sleep(5_000);
    const startedAt = performance.now();
    await world.send(`small${n}`, { of: 'subscribers', storeId: 'store1' });
    await world.finished(`small${n}`);
    waits.push((performance.now() - startedAt) / 1000);
    await world.finished(`big${n}`);
    await world.forgetLedger();
  }
  await world.close();
  return {
    bench: 'meanwhile',
    devices,
    clients,
    lossByPolling: { median: rounded(median(losses)), mean: rounded(mean(losses)), standardError: rounded(standardError(losses)) },
    losses: losses.map((loss) => rounded(loss)),
    detailsP95Milliseconds: rounded(nth(times, 0.95)),
    storePhones: storePhones.rows[0]?.n,
    storeSeconds: rounded(median(waits)),
  };
};
