import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contentTypes } from '@endcap/contract/content';
import { chromium } from '@playwright/test';
import pg from 'pg';
import { buildWeb } from '../../launch/web-build.ts';
import { startCluster } from '../../postgres/cluster.ts';
import { browserOptions } from '../browser-options.ts';
import { startProduct } from '../../test/running-product.ts';
import { gates } from '../gates.ts';
import { fillLists, type Sizes } from '../lists/fill-lists.ts';
import { signedIn } from '../signed-in.ts';
import { pickerMilliseconds } from './pickers.ts';
import { mustKnowAllScreens, readySeconds } from './screens.ts';

const READY_AT_MOST_S = 1.2;
const KEY_AT_MOST_MS = 100;

const defaults = { stores: 10_000, items: 100_000, phones: 1_000_000, rows: 10_000, runs: 3, folder: '', only: '' };

const optionOf = (word: string): [name: string, value: string] => {
  const [name = '', value = ''] = word.split('=');
  return [name, value];
};
/** What is wrong with options that are given as `name=value`. */
export const problemWithOptions = (given: readonly string[]): string | undefined => {
  for (const [name, value] of given.map(optionOf)) {
    if (!Object.hasOwn(defaults, name)) return `${name} is none of ${Object.keys(defaults).join(', ')}`;
    if (typeof defaults[name as keyof typeof defaults] === 'number' && !/^\d+$/.test(value))
      return `${name} is a whole number, not ${value}`;
  }
  return undefined;
};
const readOptions = (given: readonly string[]): typeof defaults => {
  const options: Record<string, string | number> = { ...defaults };
  for (const [name, value] of given.map(optionOf)) {
    options[name] = typeof options[name] === 'number' ? Number(value) : value;
  }
  return options as typeof defaults;
};

/** Fills the product's database, unless an earlier run did. */
const fillOnce = async (folder: string, sizes: Sizes): Promise<void> => {
  // The product's own database, taken over only to read its address.
  const { url } = await startCluster({ folder, durable: true });
  const pool = new pg.Pool({ connectionString: url('endcap') });
  const { rowCount } = await pool.query(`select from store where id = 'store1'`);
  if (rowCount === 0) await fillLists(pool, sizes, contentTypes);
  await pool.end();
};

/**
 * A chain of 10,000 stores with 100,000 items of content and a million phones in headless Chromium: seconds until every screen is ready with
 * nothing in the cache, milliseconds a key in its pickers. Options as `name=value`: `stores`, `items`, `phones`, `rows` (of every other
 * list), `runs`; `folder` keeps the filled database for the next run; `only` narrows it to screens that begin so, to `pickers` or to `fill`.
 */
export const benchChain = async (given: readonly string[] = []) => {
  const { stores, items, phones, rows, runs, folder: kept, only } = readOptions(given);
  await buildWeb();
  mustKnowAllScreens();
  const folder = kept || mkdtempSync(join(tmpdir(), 'endcap-bench-'));
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
  const product = await startProduct({ folder, env: { ENDCAP_SEED_DEVICES: '100' } });
  const browser = await chromium.launch(browserOptions());
  try {
    await fillOnce(folder, { stores, items, rows, devices: phones });
    const session = await signedIn(browser, product.adminUrl);
    const at = { adminUrl: product.adminUrl, session, runs };
    const readyAfter = only === 'pickers' ? {} : await readySeconds(browser, { ...at, only });
    const aKey = only === '' || only === 'pickers' ? await pickerMilliseconds(browser, at) : {};
    return {
      bench: 'chain',
      stores,
      items,
      phones,
      runs,
      readySeconds: readyAfter,
      keyMilliseconds: aKey,
      gates: gates([
        ...Object.entries(readyAfter).map(([path, seconds]) => [path, seconds, READY_AT_MOST_S] as const),
        ...Object.entries(aKey).map(([name, { slowest }]) => [`${name}: a key`, slowest, KEY_AT_MOST_MS] as const),
      ]),
    };
  } finally {
    await browser.close();
    await product.stop();
    if (!kept) rmSync(folder, { recursive: true, force: true });
  }
};
