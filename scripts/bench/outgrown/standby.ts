import { contentTypes } from '@endcap/contract/content';
import pg from 'pg';
import { readConfig } from '../../../apps/server/src/config.ts';
import { createLog } from '../../../apps/server/src/platform/log.ts';
import { connectDatabase } from '../../../apps/server/src/world.ts';
import type { Cluster } from '../../postgres/cluster.ts';
import { acceptSend, type DeliveryWorld, untilFinished } from '../../test/delivery-world.ts';
import { primaryAndStandby } from '../../test/primary-and-standby.ts';
import { bareStatement } from '../lists/bare-statements.ts';
import { fillLists } from '../lists/fill-lists.ts';
import { nth, rounded } from '../statistics.ts';

const DATABASE = 'endcap';
const LOOKS = 100;
const ROWS = 20_000;
const STORES = 500;

const lists = [
  ['content-editor', {}],
  ['content-editor', { name: 'kupon' }],
  ['notification-editor', {}],
  ['notification-editor', { text: 'kupon 999' }],
  ['store-editor', { counts: 'true' }],
  ['threads', {}],
] as const;

const open = (cluster: Cluster): pg.Pool => {
  const pool = new pg.Pool({
    connectionString: cluster.url(DATABASE),
    max: 4,
    options: '-c work_mem=32MB -c random_page_cost=1.1 -c TimeZone=UTC',
  });
  pool.on('error', () => {});
  return pool;
};
const figuresOf = (times: readonly number[]) => ({
  p50: rounded(nth(times, 0.5)),
  p95: rounded(nth(times, 0.95)),
  longest: rounded(Math.max(...times)),
});

/** Milliseconds of statements of lists on a server. */
const askLists = async (pool: pg.Pool): Promise<number[]> => {
  const times: number[] = [];
  for (const [list, asked] of lists) {
    const startedAt = performance.now();
    await pool.query(bareStatement(list, asked));
    times.push(performance.now() - startedAt);
  }
  return times;
};

/** Milliseconds until the standby shows what the primary has acknowledged. */
const staleness = async (primary: pg.Pool, standby: pg.Pool): Promise<number> => {
  const { rows } = await primary.query<{ number: string }>('update knowledge_change set number = number + 1 returning number');
  const startedAt = performance.now();
  for (;;) {
    const seen = await standby.query<{ there: boolean }>('select number >= $1 as there from knowledge_change', [rows[0]?.number]);
    if (seen.rows[0]?.there) return performance.now() - startedAt;
  }
};

const lookAt = async (primary: pg.Pool, standby: pg.Pool, isOver: () => boolean) => {
  const figures = { primary: [] as number[], standby: [] as number[], stale: [] as number[] };
  for (let n = 0; n < LOOKS && !isOver(); n += 1) {
    figures.primary.push(...(await askLists(primary)));
    figures.standby.push(...(await askLists(standby)));
    figures.stale.push(await staleness(primary, standby));
  }
  return {
    looks: figures.stale.length,
    listsOnPrimary: figuresOf(figures.primary),
    listsOnStandby: figuresOf(figures.standby),
    staleMilliseconds: figuresOf(figures.stale),
  };
};

/** How stale a streaming standby is, and how fast lists are there and on the primary, while nothing happens and while a send to everybody is written. */
export const measureStandby = async (world: DeliveryWorld, devices: number) => {
  const servers = await primaryAndStandby();
  const [primary, standby] = [open(servers.primary()), open(servers.standby())];
  const settings = { DATABASE_URL: servers.primary().url(DATABASE) };
  const db = connectDatabase({
    config: readConfig({ ...world.settings, ...settings }),
    log: createLog('silent', 'bench'),
    now: () => new Date(),
  });
  try {
    await fillLists(primary, { stores: STORES, items: ROWS, devices, rows: ROWS }, contentTypes);
    await lookAt(primary, standby, () => false);
    const quiet = await lookAt(primary, standby, () => false);
    const worker = await world.startWorker(settings);
    await acceptSend(primary, db, 'beside');
    let over = false;
    const sent = untilFinished(primary, 'beside').finally(() => (over = true));
    const sending = await lookAt(primary, standby, () => over);
    await sent;
    worker.kill();
    return { quiet, sending };
  } finally {
    await db.destroy();
    await Promise.all([primary.end(), standby.end()]);
    await servers.close();
  }
};
