import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import pg from 'pg';
import { buildWeb } from '../launch/web-build.ts';
import { startCluster } from '../postgres/cluster.ts';
import { browserOptions } from './browser-options.ts';
import { type Product, startProduct } from '../test/running-product.ts';
import { median, nth, rounded } from './statistics.ts';

const STORES = 5_000;
const GROUPS = 500;
const MEMBERS = 40;
const ITEMS = 100_000;
const CALLS = 200;
const AT_ONCE = 4;
const OPENINGS = 5;

/** Stores, groups and devices of a large chain, beside those of the demo. */
const fill = async (client: pg.Client, devices: number): Promise<void> => {
  await client.query(
    `insert into store (id, name, street, city, zip_code, latitude, longitude, store_no, opening_hours, store_type)
     select 'bench' || n, 'Koszyk ' || (array['Łódź', 'Żory', 'Śrem', 'Kraków', 'Hel'])[1 + n % 5] || ' ' || n, 'ul. Długa ' || n, (array['Łódź', 'Żory', 'Śrem', 'Kraków', 'Hel'])[1 + n % 5],
       '00-001', 52, 21, 1000 + n, '6–22', (array['contact', 'super', 'generalist'])[1 + n % 3] from generate_series(1, $1::int) n`,
    [STORES],
  );
  await client.query(`insert into store_group (id, name) select 'benchgroup' || n, 'Grupa ' || n from generate_series(1, $1::int) n`, [
    GROUPS,
  ]);
  await client.query(
    `insert into store_group_member select 'benchgroup' || g, 'bench' || (1 + (g * 97 + m * 31) % $1::int) from generate_series(1, $2::int) g, generate_series(1, $3::int) m on conflict do nothing`,
    [STORES, GROUPS, MEMBERS],
  );
  await client.query(
    `insert into device (id, install_id, secret_hash, platform, app_version, push_kind, push_value, main_store_id)
     select 'bd' || n, 'bi' || n, sha256_of('bs' || n), 'android', '3.4.0', 'token', 'bt-' || n, 'bench' || (1 + n % $2::int) from generate_series(1, $1::int) n`,
    [devices, STORES],
  );
  await client.query(
    `insert into device_subscription select main_store_id, seq from device where main_store_id like 'bench%' and seq % 2 = 0`,
  );
  await addContent(client, 1, ITEMS);
  await client.query('vacuum analyze');
};

const addContent = async (client: pg.Client, from: number, to: number): Promise<void> => {
  await client.query(
    `insert into content (id, content_type, name, title, prev_image, disabled, pinned, hidden_on_start, signature_hidden, clickable_when_future, version, segments, product_e_a_ns,
       include_store_type, include_stores, exclude_stores, include_store_groups, exclude_store_groups, publication_start, publication_end)
     select 'item' || n, (array['leaflet', 'banner', 'regulation'])[1 + n % 3], 'Nazwa ' || n, (array['Gazetka', 'Kawa', 'Świeże owoce', 'Żurek'])[1 + n % 4] || ' ' || n, 'cloudinary:' || repeat('a', 32) || '.png',
       false, false, false, false, false, '', '{}', '{}', 'all', '{}', '{}', '{}', '{}', now() - make_interval(mins => n), now() + make_interval(mins => n) from generate_series($1::int, $2::int) n`,
    [from, to],
  );
};

const nth95 = (values: readonly number[]): number => nth(values, 0.95);

/** Milliseconds of `CALLS` calls, `AT_ONCE` at a time. */
const timesOf = async (call: (n: number) => Promise<Response>): Promise<number[]> => {
  const times: number[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let n = next++; n < CALLS; n = next++) {
      const startedAt = performance.now();
      const response = await call(n);
      await response.text();
      if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
      times.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return times;
};

const apiFigures = async ({ adminUrl, issuer }: Product) => {
  const { token } = (await (await fetch(`${issuer}/sandbox/token?person=admin`)).json()) as { token: string };
  const get = (path: string) => fetch(adminUrl + path, { headers: { authorization: `Bearer ${token}` } });
  const lists: Record<string, (n: number) => string> = {
    storesByPage: (n) => `/api/v1/store-editor/list?page=${1 + ((n * 7) % 250)}`,
    storesSearched: (n) => `/api/v1/store-editor/list?name=${['lodz', 'zory', 'srem', '77'][n % 4]}&address=dluga`,
    groups: (n) => `/api/v1/store-group/list?page=${1 + (n % 25)}`,
    notifications: () => '/api/v1/notification-editor/list',
  };
  const bare = await timesOf(() => fetch(`${adminUrl}/healthz`));
  const figures: Record<string, number> = { bareP95: rounded(nth95(bare)) };
  for (const [name, path] of Object.entries(lists)) figures[`${name}P95`] = rounded(nth95(await timesOf((n) => get(path(n)))));
  // Searched, sorted and with its exact total, as the screen asks; alone and side by side.
  const content = (n: number): string =>
    `/api/v1/content-editor/list?name=${['zurek', 'kawa 77', 'owoce', 'gazetka'][n % 4]}&sortField=${['-publicationStart', 'name'][n % 2]}`;
  // Totals are counted once until something is saved; the first of each is not what a day is like.
  for (let n = 0; n < 8; n += 1) await (await get(content(n))).text();
  const startedAt = performance.now();
  figures['contentP95'] = rounded(nth95(await timesOf((n) => get(content(n)))));
  figures['contentPerSecond'] = Math.round(CALLS / ((performance.now() - startedAt) / 1000));
  const alone: number[] = [];
  for (let n = 0; n < 40; n += 1) {
    const before = performance.now();
    await (await get(content(n))).text();
    alone.push(performance.now() - before);
  }
  figures['contentAlone'] = rounded(median(alone));
  return figures;
};

const browserFigures = async ({ adminUrl }: Product) => {
  const browser = await chromium.launch(browserOptions());
  const page = await browser.newPage({ acceptDownloads: true });
  await page.goto(`${adminUrl}/login`);
  await page.getByRole('button', { name: 'Log In' }).click();
  await page.locator('button[value="admin"]').click();
  await page.waitForURL(/\/notification/);
  const openings: number[] = [];
  const typing: number[] = [];
  for (let n = 0; n < OPENINGS; n += 1) {
    await page.goto(`${adminUrl}/store-group/new`);
    const field = page.getByRole('combobox');
    await page.waitForLoadState('networkidle');
    await field.waitFor();
    // From the press of the key to the first painted rows, in the page's own clock.
    openings.push(
      await page.evaluate(async () => {
        const startedAt = performance.now();
        const input = document.querySelector<HTMLInputElement>('[role=combobox]');
        input?.click();
        while (!document.querySelector('[role=option]')) await new Promise(requestAnimationFrame);
        return performance.now() - startedAt;
      }),
    );
    const before = performance.now();
    await field.pressSequentially('lodz 49');
    await page.getByRole('option', { name: /49/ }).first().waitFor();
    typing.push((performance.now() - before) / 'lodz 49'.length);
  }
  await page.goto(`${adminUrl}/notification/subscription-stats`);
  await page.getByRole('row').nth(20).waitFor();
  const exports: Record<string, number> = {};
  for (const format of ['xlsx', 'ods']) {
    const times: number[] = [];
    for (let n = 0; n < OPENINGS; n += 1) {
      const download = page.waitForEvent('download');
      const startedAt = performance.now();
      await page.getByRole('button', { name: `Export ${format}` }).click();
      await download;
      times.push(performance.now() - startedAt);
    }
    exports[`${format}Export`] = Math.round(median(times));
  }
  await browser.close();
  return { pickerOpens: rounded(median(openings)), typedSign: rounded(median(typing)), ...exports };
};

/** Milliseconds of the list pages at the API and of picker and export in a browser, with 5,000 stores, 500 groups, 100,000 items of content and `devices` (default 1,000,000). */
export const benchPickers = async ([given]: readonly string[] = []) => {
  const devices = Number(given ?? 1_000_000);
  await buildWeb();
  const folder = mkdtempSync(join(tmpdir(), 'endcap-bench-'));
  chmodSync(folder, 0o755);
  const product = await startProduct({ folder, env: { ENDCAP_SEED_DEVICES: '100' } });
  try {
    // The product's own database, taken over only to read its address.
    const { url } = await startCluster({ folder, durable: true });
    const client = new pg.Client({ connectionString: url('endcap') });
    await client.connect();
    await fill(client, devices);
    const api = await apiFigures(product);
    const browser = await browserFigures(product);
    await client.end();
    return {
      bench: 'pickers',
      devices,
      stores: STORES,
      groups: GROUPS,
      content: ITEMS,
      callsEach: CALLS,
      atOnce: AT_ONCE,
      milliseconds: { ...api, ...browser },
    };
  } finally {
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};
