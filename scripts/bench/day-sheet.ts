import { contentTypes } from '@endcap/contract/content';
import { daySheetRoutes } from '@endcap/contract/day-sheet';
import { freePort } from '../../apps/server/src/platform/free-port.ts';
import { deliveryWorld } from '../test/delivery-world.ts';
import { answerTimes } from './answer-times.ts';
import { gate } from './gates.ts';
import { fillLists } from './lists/fill-lists.ts';
import { nth, rounded } from './statistics.ts';

const ITEMS = 5_000;
const STORES = 1_000;
const CALLS = 50;
const AT_MOST_MS = 200;

/** Of all items that are in the app a store shows so many: the rest are for other stores. */
const SHOWN_OF = 50;

/** Milliseconds of a store's day sheet, one after the other, with 5,000 items in the app (or as many as are given) and 1,000 stores. */
export const benchDaySheet = async ([given]: readonly string[] = []) => {
  const items = Number(given ?? ITEMS);
  const world = await deliveryWorld({ devices: 0 });
  try {
    await fillLists(world.pool, { stores: STORES, items, devices: 0, rows: items }, contentTypes);
    // Every item is published and valid; one in fifty for every store, the others for one store and a group.
    await world.pool.query(
      `update content set publication_end = now() + interval '30 days', validity_start = now() - interval '1 day', validity_end = now() + interval '20 days',
         ean = case when content_type in ('promoCode', 'premiumPromoCode') then '5901234123457' end,
         include_store_type = case when substr(id, 5)::int % ${SHOWN_OF} = 0 then 'all' else '' end,
         include_stores = array['store' || (1 + substr(id, 5)::int % ${STORES})], include_store_groups = array['group' || (1 + substr(id, 5)::int % ${STORES})]`,
    );
    await world.pool.query('vacuum analyze');
    const port = await freePort();
    const child = await world.startProcess('admin-api', { ENDCAP_ADMIN_PORT: String(port), LOG_LEVEL: 'warn' });
    const token = await world.tokenOf('admin');
    const timesOf = (store: number): Promise<number[]> =>
      answerTimes({
        port,
        calls: CALLS,
        connections: 1,
        head: () => `GET ${daySheetRoutes.read.path}?storeId=store${store} HTTP/1.1\r\nauthorization: Bearer ${token}`,
      });
    await timesOf(1);
    const times = [...(await timesOf(2)), ...(await timesOf(500)), ...(await timesOf(999))];
    child.kill();
    const p95 = rounded(nth(times, 0.95));
    return { bench: 'day-sheet', items, stores: STORES, p50: rounded(nth(times, 0.5)), p95, gate: gate({ p95 }, AT_MOST_MS) };
  } finally {
    await world.close();
  }
};
