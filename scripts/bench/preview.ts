import { type Preview, previewRoutes } from '@endcap/contract/preview';
import type pg from 'pg';
import { freePort } from '../../apps/server/src/platform/free-port.ts';
import { deliveryWorld } from '../test/delivery-world.ts';
import { fillChain } from './feed-chain.ts';
import { gates } from './gates.ts';
import { processorMilliseconds } from './processes.ts';
import { nth, rounded } from './statistics.ts';

const [ITEMS, STORES] = [5_000, 1_000];
const [FIRST, STEPS] = [40, 200];
/** PREV-01, PREV-04: of the first answer after something was written, and of each step to a change of the same customer. */
const [FIRST_MS, STEP_MS] = [300, 50];

/** Publications of all lengths around now: something turns every few minutes. */
const spread = (pool: pg.Pool): Promise<unknown> =>
  pool.query(
    `update content set publication_start = now() + make_interval(mins => (right(id, -4)::int * 7919) % 40000 - 20000),
       publication_end = now() + make_interval(mins => (right(id, -4)::int * 7919) % 40000 - 20000 + 14400)`,
  );

type Asked = { storeId: string | null; at?: string };

/** Milliseconds of a preview among 5,000 items and 1,000 stores: right after a save, and stepping from change to change. */
export const benchPreview = async ([givenItems, givenStores]: readonly string[] = []) => {
  const [items, stores] = [Number(givenItems ?? ITEMS), Number(givenStores ?? STORES)];
  const world = await deliveryWorld({ devices: 0 });
  try {
    await fillChain(world.pool, { items, stores });
    await spread(world.pool);
    await world.pool.query('vacuum analyze');
    const port = await freePort();
    const child = await world.startProcess('admin-api', { ADMIN_PORT: String(port), LOG_LEVEL: 'warn' });
    const token = await world.tokenOf('admin');
    const ask = async ({ storeId, at }: Asked): Promise<{ took: number; told: Preview }> => {
      const asked = performance.now();
      const answer = await fetch(`http://127.0.0.1:${port}${previewRoutes.show.path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ storeId, appVersion: '3.4.0', ...(at && { at }) }),
      });
      const told = (await answer.json()) as Preview;
      if (!answer.ok) throw new Error(`${answer.status}: ${JSON.stringify(told)}`);
      return { took: performance.now() - asked, told };
    };
    await ask({ storeId: null });
    // Where the machine does something else meanwhile, it tells a slow answer from a late one.
    const used = (): number => processorMilliseconds(child.pid ?? 0);
    const [first, firstFrom]: [number[], number] = [[], used()];
    for (let n = 0; n < FIRST; n += 1) {
      await world.pool.query(`update content set title = 'Gazetka ' || $1::int where id = 'item1'`, [n]);
      first.push((await ask({ storeId: `bench${1 + (n % stores)}` })).took);
    }
    const firstUsed = (used() - firstFrom) / FIRST;
    const steps: number[] = [];
    let { told } = await ask({ storeId: 'bench7' });
    const { items: shown, hiddenTotal, changes } = told;
    const stepsFrom = used();
    while (steps.length < STEPS) {
      const at = told.changes.find((change) => change.at > told.at)?.at;
      const step = await ask({ storeId: 'bench7', ...(at && { at }) });
      steps.push(step.took);
      told = step.told;
    }
    const stepUsed = (used() - stepsFrom) / STEPS;
    child.kill();
    const p95 = { first: rounded(nth(first, 0.95)), step: rounded(nth(steps, 0.95)) };
    return {
      bench: 'preview',
      items,
      stores,
      shown: shown.length,
      hidden: hiddenTotal,
      changes: changes.length,
      first: { p50: rounded(nth(first, 0.5)), p95: p95.first, processor: rounded(firstUsed) },
      step: { p50: rounded(nth(steps, 0.5)), p95: p95.step, processor: rounded(stepUsed) },
      gate: gates([
        ['first', p95.first, FIRST_MS],
        ['step', p95.step, STEP_MS],
      ]),
    };
  } finally {
    await world.close();
  }
};
