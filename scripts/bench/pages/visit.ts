import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { Screen } from './screens.ts';
import { slowPage } from './slow-page.ts';

/** Seconds to the first that is painted, which is the frame, and to readiness; requests and gzipped kilobytes until then. */
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

/** Seconds after which what `watchFor` waits for was drawn. */
export const readyAfter = async (page: Page): Promise<number> => {
  const readyAt = await page.waitForFunction(() => (globalThis as unknown as { readyAt?: number }).readyAt, null, { polling: 500 });
  return Number(await readyAt.jsonValue()) / 1000;
};

/** Notes in the page when what shows that it is ready is there, and was drawn. */
export const watchFor = (selector: string): void => {
  const noted = globalThis as unknown as { readyAt?: number };
  const look = (): void => {
    if (noted.readyAt !== undefined || document.querySelector(selector) === null) return;
    noted.readyAt = 0;
    requestAnimationFrame(() => setTimeout(() => (noted.readyAt = performance.now())));
    observer.disconnect();
  };
  const observer = new MutationObserver(look);
  observer.observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled', 'data-devices'] });
};

const visit = async (context: BrowserContext, adminUrl: string, screen: Screen): Promise<Visit> => {
  const { page } = await slowPage(context, { online: true });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.addInitScript(watchFor, screen.ready);
  await page.goto(adminUrl + screen.path, { waitUntil: 'commit' });
  const ready = await readyAfter(page);
  const urls = [...asked];
  const painted = await page.evaluate(() => performance.getEntriesByName('first-paint')[0]?.startTime ?? 0);
  await page.close();
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

/** Opens a screen with an empty cache, and then with what the first time left there. */
export const visits = async (browser: Browser, adminUrl: string, session: string, screen: Screen): Promise<[Visit, Visit]> => {
  const context = await browser.newContext({ storageState: session, viewport: { width: 1400, height: 900 } });
  const both: [Visit, Visit] = [await visit(context, adminUrl, screen), await visit(context, adminUrl, screen)];
  await context.close();
  return both;
};
