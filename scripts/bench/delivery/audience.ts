import { freePort } from '../../../apps/server/src/platform/free-port.ts';
import { deliveryWorld } from '../../test/delivery-world.ts';
import { median, rounded } from '../statistics.ts';

const STORES = 2_000;
const CALLS = 15;

/** Milliseconds until the staff API has answered: estimates of three audiences and the counts of all stores, over `devices` (default 1,000,000). */
export const benchAudience = async ([given]: readonly string[] = []) => {
  const devices = Number(given ?? 1_000_000);
  const world = await deliveryWorld({ devices, stores: STORES });
  const port = String(await freePort());
  await world.startProcess('admin-api', { ENDCAP_ADMIN_PORT: port });
  const headers = { authorization: `Bearer ${await world.tokenOf('admin')}`, 'content-type': 'application/json' };
  const timed = async (path: string, body?: unknown): Promise<number> => {
    const times: number[] = [];
    for (let n = 0; n < CALLS; n += 1) {
      const startedAt = performance.now();
      const reply = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`, {
        headers,
        ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      });
      await reply.text();
      if (reply.status !== 200) throw new Error(`${path}: ${reply.status}`);
      times.push(performance.now() - startedAt);
    }
    return rounded(median(times));
  };
  const estimate = (rule: Record<string, unknown>) => timed('notification-editor/audience', rule);
  const milliseconds = {
    estimateEveryone: await estimate({ includeStoreType: 'all' }),
    estimateType: await estimate({ includeStoreType: 'contact' }),
    estimateAllButTwo: await estimate({ includeStoreType: 'all', excludeStores: ['store1', 'store2'] }),
    subscriptionCounts: await timed('stats/store-subscription'),
  };
  await world.close();
  return { bench: 'audience', devices, stores: STORES, calls: CALLS, milliseconds };
};
