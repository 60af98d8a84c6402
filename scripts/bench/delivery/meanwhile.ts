import { setTimeout as sleep } from 'node:timers/promises';
import { POLL_MS } from '@endcap/contract/notifications';
import { freePort } from '../../postgres/free-port.ts';
import { deliveryWorld } from '../../test/delivery-world.ts';
import { median, nth, rounded } from '../median.ts';
import { openPage } from './open-pages.ts';

const STORES = 1_000;
const CLIENTS = 500;
/** Pairs of runs with and without open pages: the machine's speed moves by more than what is measured. */
const PAIRS = 8;
const RUNS = 5;

/**
 * What happens beside a fan-out to `devices` (default 500,000): how long a store's 500 phones wait, and what 500 open
 * details pages cost, alternating with runs without them.
 */
export const benchMeanwhile = async ([given]: readonly string[] = []) => {
  const devices = Number(given ?? 500_000);
  const world = await deliveryWorld({ devices, stores: STORES });
  const port = String(await freePort());
  await world.startProcess('admin-api', { ADMIN_PORT: port });
  await world.startWorker();
  const authorization = `Bearer ${await world.tokenOf('admin')}`;
  const storePhones = await world.pool.query<{ n: number }>(`select count(*)::int as n from device_subscription where store_id = 'store1'`);

  const perSecond = async (id: string, onceThere: () => void = () => {}): Promise<number> => {
    const startedAt = performance.now();
    await world.send(id);
    onceThere();
    await world.finished(id);
    await world.forgetLedger();
    return devices / ((performance.now() - startedAt) / 1000);
  };
  /** The same while 500 pages poll its details; with the slowest twentieth of the answers, milliseconds. */
  const polled = async (id: string): Promise<{ value: number; p95: number }> => {
    const pages: ReturnType<typeof openPage>[] = [];
    let opening: NodeJS.Timeout | undefined;
    const value = await perSecond(id, () => {
      opening = setInterval(() => {
        if (pages.length === CLIENTS) clearInterval(opening);
        else pages.push(openPage({ port: Number(port), path: `/api/v1/notification-editor/${id}`, authorization, everyMs: POLL_MS }));
      }, POLL_MS / CLIENTS);
    });
    clearInterval(opening);
    await Promise.all(pages.map((page) => page.close()));
    const times = pages.flatMap((page) => page.times);
    return { value, p95: nth(times, 0.95) };
  };

  await perSecond('warm');
  // Pages have been open for longer than the first run takes.
  await polled('warm0');
  const losses: number[] = [];
  const answers: number[] = [];
  for (let n = 0; n < PAIRS; n += 1) {
    // Each kind goes first in turn, so that a machine that slows down favours neither.
    const before = n % 2 === 0 ? await perSecond(`before${n}`) : null;
    const { value, p95 } = await polled(`polled${n}`);
    const alone = before ?? (await perSecond(`after${n}`));
    losses.push(1 - value / alone);
    answers.push(p95);
  }
  const waits: number[] = [];
  for (let n = 0; n < RUNS; n += 1) {
    const big = perSecond(`big${n}`);
    await sleep(5_000);
    const startedAt = performance.now();
    await world.send(`small${n}`, { everyone: false, subscribedStoreId: 'store1' });
    await world.finished(`small${n}`);
    waits.push((performance.now() - startedAt) / 1000);
    await big;
  }
  await world.close();
  return {
    bench: 'meanwhile',
    devices,
    clients: CLIENTS,
    lossByPolling: rounded(median(losses)),
    losses: losses.map((loss) => rounded(loss)),
    detailsP95Milliseconds: rounded(median(answers)),
    storePhones: storePhones.rows[0]?.n,
    storeSeconds: rounded(median(waits)),
  };
};
