import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import pg from 'pg';
import { buildWeb } from '../launch/web-build.ts';
import { startCluster } from '../postgres/cluster.ts';
import { browserOptions } from './browser-options.ts';
import { startProduct } from '../test/running-product.ts';
import { signedIn } from './signed-in.ts';
import { median, nth, rounded } from './statistics.ts';

const STORES = 2_000;
const RUNS = 5;
const TYPED = 'Owoce i warzywa prosto z targu, codziennie świeże';

const fill = (client: pg.Client): Promise<unknown> =>
  client.query(
    `insert into store (id, name, street, city, zip_code, latitude, longitude, store_no, opening_hours, store_type)
     select 'bench' || n, 'Koszyk ' || n, 'ul. Długa ' || n, 'Łódź', '90-001', 52, 21, 1000 + n, '6–22', (array['contact', 'super', 'generalist'])[1 + n % 3] from generate_series(1, $1::int) n`,
    [STORES],
  );

/** Milliseconds from the address to the first row, with nothing in the browser's cache. */
const listReady = async (browser: Browser, adminUrl: string, storageState: string): Promise<number> => {
  const context = await browser.newContext({ storageState });
  const page = await context.newPage();
  const startedAt = performance.now();
  await page.goto(`${adminUrl}/content`, { waitUntil: 'commit' });
  await page.getByRole('row').nth(2).waitFor();
  const taken = performance.now() - startedAt;
  await context.close();
  return taken;
};

/** Milliseconds from the press on an item of the list to its filled form, in the page's own clock. */
const opening = async (page: Page, adminUrl: string): Promise<number> => {
  await page.goto(`${adminUrl}/content`);
  await page.getByRole('link', { name: 'Edit: Mikołajki już w czwartek' }).waitFor();
  return page.evaluate(async () => {
    const startedAt = performance.now();
    document.querySelector<HTMLAnchorElement>('a[aria-label="Edit: Mikołajki już w czwartek"]')?.click();
    const filled = () => [...document.querySelectorAll('input')].some(({ value }) => value === 'Mikołajki już w czwartek');
    while (!filled()) await new Promise(requestAnimationFrame);
    return performance.now() - startedAt;
  });
};

/** Milliseconds from each key to the frame that shows it. */
const typing = async (page: Page): Promise<number[]> => {
  await page.getByTestId('who-sees-it').waitFor();
  await page.getByLabel('Title', { exact: false }).first().focus();
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(globalThis, { keyTimes: times });
    document.addEventListener(
      'keydown',
      ({ timeStamp }) => requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - timeStamp))),
      true,
    );
  });
  await page.keyboard.type(TYPED, { delay: 60 });
  return page.evaluate<number[]>('keyTimes');
};

/** Milliseconds, in headless Chromium with 2,000 stores: the content list with a cold cache, opening an item, and typing in its form. */
export const benchEditor = async () => {
  await buildWeb();
  const folder = mkdtempSync(join(tmpdir(), 'endcap-bench-'));
  chmodSync(folder, 0o755);
  const product = await startProduct({ folder, env: { ENDCAP_SEED_DEVICES: '100' } });
  const browser = await chromium.launch(browserOptions());
  try {
    const { url } = await startCluster({ folder, durable: true });
    const client = new pg.Client({ connectionString: url('endcap') });
    await client.connect();
    await fill(client);
    await client.end();
    const session = await signedIn(browser, product.adminUrl);
    const ready: number[] = [];
    for (let n = 0; n < RUNS; n += 1) ready.push(await listReady(browser, product.adminUrl, session));
    const page = await (await browser.newContext({ storageState: session })).newPage();
    const openings: number[] = [];
    for (let n = 0; n < RUNS; n += 1) openings.push(await opening(page, product.adminUrl));
    const keys = await typing(page);
    return {
      bench: 'editor',
      runs: RUNS,
      stores: STORES,
      milliseconds: {
        listReadyCold: Math.round(median(ready)),
        opening: Math.round(median(openings)),
        firstOpening: Math.round(openings[0] ?? 0),
        typingMedian: rounded(median(keys)),
        typingP95: rounded(nth(keys, 0.95)),
      },
    };
  } finally {
    await browser.close();
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};
