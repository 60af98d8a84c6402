import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page, type Request } from '@playwright/test';
import { browserOptions } from '../browser-options.ts';
import type { Screen } from './screens.ts';
import { slowPage } from './slow-page.ts';

/** Seconds to the first paint, which shows the frame, and to readiness; requests and gzipped kilobytes until then. */
export type Visit = { painted: number; ready: number; requests: number; scripts: number; styles: number; fonts: number };

const kinds = { scripts: /\.js$/, styles: /\.css$/, fonts: /\.woff2$/ };
const sizes = new Map<string, Promise<number>>();

/** Kilobytes of a file as a server with gzip sends it. */
const sizeOf = (url: string): Promise<number> => {
  const size =
    sizes.get(url) ??
    fetch(url, { headers: { 'accept-encoding': 'gzip' } }).then(({ headers }) => Number(headers.get('content-length')) / 1000);
  sizes.set(url, size);
  return size;
};

/** Returns the seconds until the element that `watchFor` waits for was rendered. */
const readyAfter = async (page: Page): Promise<number> => {
  const readyAt = await page.waitForFunction(() => (globalThis as unknown as { readyAt?: number }).readyAt, null, { polling: 500 });
  return Number(await readyAt.jsonValue()) / 1000;
};

/** Runs in the page: records when the element that marks readiness has been rendered. */
const watchFor = (selector: string): void => {
  const noted = globalThis as unknown as { readyAt?: number };
  const check = (): void => {
    if (noted.readyAt !== undefined || document.querySelector(selector) === null) return;
    noted.readyAt = 0;
    requestAnimationFrame(() => setTimeout(() => (noted.readyAt = performance.now())));
    observer.disconnect();
  };
  const observer = new MutationObserver(check);
  observer.observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled', 'data-devices'] });
};

/** Opens a slow tab; the returned function loads a screen in it and measures. */
const slowVisitor = async (context: BrowserContext, adminUrl: string, screen: Screen) => {
  const { page } = await slowPage(context, { online: true });
  await page.addInitScript(watchFor, screen.ready);
  return { page, visit: () => visit(page, adminUrl, screen) };
};

const visit = async (page: Page, adminUrl: string, screen: Screen): Promise<Visit> => {
  const requests: { at: number; url: string }[] = [];
  const note = (request: Request): unknown => requests.push({ at: Date.now(), url: request.url() });
  page.on('request', note);
  await page.goto(adminUrl + screen.path, { waitUntil: 'commit' });
  const ready = await readyAfter(page);
  // Readiness is polled, so requests that were sent after it are left out.
  const origin = await page.evaluate(() => performance.timeOrigin);
  const urls = requests.filter(({ at }) => at <= origin + ready * 1000).map(({ url }) => url);
  const painted = await page.evaluate(() => performance.getEntriesByName('first-paint')[0]?.startTime ?? 0);
  page.off('request', note);
  const kilobytes = async (kind: RegExp): Promise<number> =>
    (await Promise.all(urls.filter((url) => kind.test(url)).map(sizeOf))).reduce((sum, size) => sum + size, 0);
  return {
    painted: painted / 1000,
    ready,
    requests: urls.length,
    scripts: await kilobytes(kinds.scripts),
    styles: await kilobytes(kinds.styles),
    fonts: await kilobytes(kinds.fonts),
  };
};

/** Opens a screen `runs` times, each in a new browser context that has only the session. */
export const coldVisits = async (browser: Browser, adminUrl: string, session: string, screen: Screen, runs: number): Promise<Visit[]> => {
  const all: Visit[] = [];
  for (let run = 0; run < runs; run += 1) {
    const context = await browser.newContext({ storageState: session, viewport: { width: 1400, height: 900 } });
    all.push(await (await slowVisitor(context, adminUrl, screen)).visit());
    await context.close();
  }
  return all;
};

/** Visits after which a browser caches compiled scripts, if each lasts so many milliseconds. It reads that cache only in the same tab. */
const KNOWN_AFTER = 3;
const STAY_MS = 3_000;

/** Opens a screen `runs` times in one tab of a browser with a warm cache, with its profile on disk as people have it. */
export const warmVisits = async (adminUrl: string, session: string, screen: Screen, runs: number): Promise<Visit[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'endcap-bench-'));
  const context = await chromium.launchPersistentContext(folder, { ...browserOptions(), viewport: { width: 1400, height: 900 } });
  try {
    await context.setStorageState(session);
    const all: Visit[] = [];
    const { page, visit } = await slowVisitor(context, adminUrl, screen);
    for (let run = 0; run < KNOWN_AFTER + runs; run += 1) {
      all.push(await visit());
      await page.waitForTimeout(STAY_MS);
    }
    return all.slice(KNOWN_AFTER);
  } finally {
    await context.close();
    rmSync(folder, { recursive: true, force: true });
  }
};
