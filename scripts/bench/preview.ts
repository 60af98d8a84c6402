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
const CUSTOMERS_STORE = 'bench7';
/** PREV-01, PREV-04: of the first answer after something was written, and of each step to a change of the same customer. */
const [FIRST_MS, STEP_MS] = [300, 50];

/** Publications of all lengths around now: something turns every few minutes. */
const spread = (pool: pg.Pool): Promise<unknown> =>
  pool.query(
    `update content set publication_start = now() + make_interval(mins => (right(id, -4)::int * 7919) % 40000 - 20000),
       publication_end = now() + make_interval(mins => (right(id, -4)::int * 7919) % 40000 - 20000 + 14400)`,
  );

type Asked = { storeId: string | null; at?: string };
type Ask = (asked: Asked) => Promise<{ took: number; told: Preview }>;

/** Asks for previews on a port: how many milliseconds one took, and what it told. Throws with the answer when it is refused. */
const previewsOf =
  (port: number, token: string): Ask =>
  async ({ storeId, at }) => {
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

/** Milliseconds of each answer, and of processor time of the API for one. */
type Taken = { times: number[]; processor: number };

/** The first answers after a save, each for another store. */
const afterSaves = async (ask: Ask, pool: pg.Pool, stores: number, used: () => number): Promise<Taken> => {
  const [times, from]: [number[], number] = [[], used()];
  for (let n = 0; n < FIRST; n += 1) {
    await pool.query(`update content set title = 'Gazetka ' || $1::int where id = 'item1'`, [n]);
    times.push((await ask({ storeId: `bench${1 + (n % stores)}` })).took);
  }
  return { times, processor: (used() - from) / FIRST };
};

/** Steps of one customer from change to change, from a first answer on; after the last change it begins again at now. */
const steppingFrom = async (first: Preview, ask: Ask, used: () => number): Promise<Taken> => {
  const [times, from]: [number[], number] = [[], used()];
  let told = first;
  while (times.length < STEPS) {
    const at = told.changes.find((change) => change.at > told.at)?.at;
    const step = await ask({ storeId: CUSTOMERS_STORE, ...(at && { at }) });
    times.push(step.took);
    told = step.told;
  }
  return { times, processor: (used() - from) / STEPS };
};

const figuresOf = ({ times, processor }: Taken) => ({
  p50: rounded(nth(times, 0.5)),
  p95: rounded(nth(times, 0.95)),
  processor: rounded(processor),
});

/** Milliseconds of a preview among 5,000 items and 1,000 stores: right after a save, and stepping from change to change. */
export const benchPreview = async ([givenItems, givenStores]: readonly string[] = []) => {
  const [items, stores] = [Number(givenItems ?? ITEMS), Number(givenStores ?? STORES)];
  const world = await deliveryWorld({ devices: 0 });
  try {
    await fillChain(world.pool, { items, stores });
    await spread(world.pool);
    await world.pool.query('vacuum analyze');
    const port = await freePort();
    const child = await world.startProcess('admin-api', { ENDCAP_ADMIN_PORT: String(port), LOG_LEVEL: 'warn' });
    const token = await world.tokenOf('admin');
    const ask = previewsOf(port, token);
    await ask({ storeId: null });
    // Where the machine does something else meanwhile, it tells a slow answer from a late one.
    const used = (): number => processorMilliseconds(child.pid ?? 0);
    const first = figuresOf(await afterSaves(ask, world.pool, stores, used));
    const { told } = await ask({ storeId: CUSTOMERS_STORE });
    const step = figuresOf(await steppingFrom(told, ask, used));
    child.kill();
    return {
      bench: 'preview',
      items,
      stores,
      shown: told.itemsTotal,
      hidden: told.hiddenTotal,
      changes: told.changes.length,
      first,
      step,
      gate: gates([
        ['first', first.p95, FIRST_MS],
        ['step', step.p95, STEP_MS],
      ]),
    };
  } finally {
    await world.close();
  }
};
