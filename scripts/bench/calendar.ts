import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { calendarRoutes, calendarSpans, spanAround } from '@endcap/contract/calendar';
import { contentTypes } from '@endcap/contract/content';
import { warsawDay } from '@endcap/contract/warsaw-time';
import pg from 'pg';
import { buildWeb } from '../launch/web-build.ts';
import { startCluster } from '../postgres/cluster.ts';
import { findBrowser } from '../test/find-browser.ts';
import { startProduct } from '../test/running-product.ts';
import { gates } from './gates.ts';
import { signedIn } from './signed-in.ts';
import { median, nth, rounded } from './statistics.ts';

const ITEMS = 2_000;
const STORES = 1_000;
const RUNS = 7;
const CALLS = 20;
const AT_MOST_MS = 300;
const FRAME_AT_MOST_MS = 50;

/** Items of every type over this and the next weeks, half of them for some stores alone, coupons in pairs for the same product. */
const fill = async (client: pg.Client, items: number, stores: number): Promise<void> => {
  await client.query(
    `insert into store (id, name, street, city, zip_code, latitude, longitude, store_no, opening_hours, store_type)
     select 'bench' || n, 'Koszyk ' || n, 'ul. Długa ' || n, 'Łódź', '90-001', 52, 21, 1000 + n, '6–22', (array['contact', 'super', 'generalist'])[1 + n % 3] from generate_series(1, $1::int) n`,
    [stores],
  );
  await client.query(
    `insert into content (id, content_type, name, title, prev_image, disabled, pinned, hidden_on_start, signature_hidden, clickable_when_future, version, segments, product_e_a_ns,
       include_store_type, include_stores, exclude_stores, include_store_groups, exclude_store_groups, publication_start, publication_end, validity_start, validity_end)
     select 'plan' || n, ($2::text[])[1 + n % cardinality($2::text[])], 'Plan ' || n, 'Plan ' || n, 'cloudinary:' || repeat('a', 32) || '.png',
       false, false, false, false, false, '', '{}', case when n % 11 = 1 then array[lpad((n % 400)::text, 13, '0')] else '{}' end,
       case when n % 2 = 0 then 'all' else '' end, case when n % 2 = 0 then '{}' else array['bench' || (1 + n % $3::int), 'bench' || (1 + n * 7 % $3::int)] end, '{}', '{}', '{}',
       at, at + make_interval(days => 3 + n % 20), at + interval '1 day', at + make_interval(days => 2 + n % 20)
     from generate_series(1, $1::int) n, lateral (select date_trunc('day', now()) + make_interval(days => n % 28 - 14) as at) placed`,
    [items, contentTypes, stores],
  );
  await client.query('analyze');
};

/** Milliseconds from the press on the entry of the sidebar to the first bars, in the page's own clock. */
const opening = async (page: Page, adminUrl: string): Promise<number> => {
  await page.goto(`${adminUrl}/activity`);
  const entry = page.getByRole('link', { name: 'Calendar' });
  // As a hand does: over it first.
  await entry.hover();
  return page.evaluate(async () => {
    const startedAt = performance.now();
    document.querySelector<HTMLAnchorElement>('a[href="/calendar"]')?.click();
    while (document.querySelectorAll('[data-line]').length < 5) await new Promise(requestAnimationFrame);
    return performance.now() - startedAt;
  });
};

/** Milliseconds between the frames while all rows are scrolled through. */
const scrolling = (page: Page): Promise<number[]> =>
  page.evaluate(async () => {
    const body = document.querySelector('ul[aria-describedby="calendar-keys"]')?.parentElement?.parentElement;
    const frames: number[] = [];
    let last = performance.now();
    for (let n = 0; body && n < 120; n += 1) {
      body.scrollTop += 400;
      await new Promise(requestAnimationFrame);
      frames.push(performance.now() - last);
      last = performance.now();
    }
    return frames;
  });

const answers = async (page: Page, queries: readonly Record<string, string>[]): Promise<Record<string, number>> => {
  const figures: Record<string, number> = {};
  for (const query of queries) {
    const path = `${calendarRoutes.read.path}?${new URLSearchParams(query)}`;
    const times = await page.evaluate(
      async ([address, calls]) => {
        const { accessToken } = JSON.parse(localStorage.getItem('endcap.session') ?? '{}') as { accessToken: string };
        const taken: number[] = [];
        for (let n = 0; n < calls; n += 1) {
          const startedAt = performance.now();
          const answer = await fetch(address, { headers: { authorization: `Bearer ${accessToken}` } });
          await answer.text();
          if (!answer.ok) throw new Error(String(answer.status));
          taken.push(performance.now() - startedAt);
        }
        return taken;
      },
      [path, CALLS] as const,
    );
    figures[path.slice(calendarRoutes.read.path.length)] = rounded(nth(times, 0.95));
  }
  return figures;
};

const measured = async (browser: Browser, adminUrl: string) => {
  const storageState = await signedIn(browser, adminUrl);
  const page = await (await browser.newContext({ storageState, viewport: { width: 1400, height: 900 } })).newPage();
  const openings: number[] = [];
  for (let n = 0; n < RUNS; n += 1) openings.push(await opening(page, adminUrl));
  const frames = await scrolling(page);
  const today = warsawDay(new Date());
  const ranges = calendarSpans.map((span) => spanAround(span, today));
  const queries = ranges.flatMap((range) => [range, { ...range, storeId: 'bench7' }, { ...range, text: 'plan 19' }]);
  return { openings, frames, answers: await answers(page, queries) };
};

/** CAL-01: milliseconds to open the calendar with 2,000 items and 1,000 stores (or as many as are given), of its answers, and of a frame while scrolling. */
export const benchCalendar = async ([given, givenStores]: readonly string[] = []) => {
  const [items, stores] = [Number(given ?? ITEMS), Number(givenStores ?? STORES)];
  await buildWeb();
  const folder = mkdtempSync(join(tmpdir(), 'endcap-bench-'));
  chmodSync(folder, 0o755);
  const product = await startProduct({ folder, env: { ENDCAP_SEED_DEVICES: '100' } });
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const { url } = await startCluster({ folder, durable: true });
    const client = new pg.Client({ connectionString: url('endcap') });
    await client.connect();
    await fill(client, items, stores);
    await client.end();
    const { openings, frames, answers: told } = await measured(browser, product.adminUrl);
    const milliseconds = {
      opening: rounded(median(openings)),
      firstOpening: rounded(openings[0] ?? 0),
      frameP95: rounded(nth(frames, 0.95)),
    };
    return {
      bench: 'calendar',
      items,
      stores,
      runs: RUNS,
      milliseconds,
      answersP95: told,
      gates: gates([
        ['opening', milliseconds.opening, AT_MOST_MS],
        ['a frame while scrolling', milliseconds.frameP95, FRAME_AT_MOST_MS],
        ...Object.entries(told).map(([name, value]) => [`answer ${name}`, value, AT_MOST_MS] as const),
      ]),
    };
  } finally {
    await browser.close();
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};
