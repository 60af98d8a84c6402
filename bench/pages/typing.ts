import type { Browser, CDPSession, Page } from '@playwright/test';
import { median, rounded } from '../statistics.ts';
import type { Screen } from './screens.ts';
import { slowPage } from './slow-page.ts';

const RUNS = 5;
const TYPED = 'Owoce i warzywa prosto z targu codzienni';
const BETWEEN_KEYS_MS = 150;
const SETTLE_MS = 2_500;

/** Milliseconds that the main thread has worked. */
const worked = async (cdp: CDPSession): Promise<number> => {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
};

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

type Typed = Pick<Screen, 'typedIn'> & { open: (page: Page) => Promise<unknown> };
/** Baseline: the browser's own share of the time. */
const bare: Typed = { open: (page) => page.setContent('<textarea></textarea>'), typedIn: (page) => page.locator('textarea') };

/** Records the longest task that blocked the main thread. The browser reports those of more than 50 ms. */
const watchLongTasks = (): void => {
  const seen = { longest: 0 };
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
  }).observe({ type: 'longtask' });
  Object.assign(window, { longTasks: seen });
};
const longestIn = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { longTasks: { longest: number } }).longTasks.longest);

type KeyCost = { key: number; longestTask: number };
/** Main-thread milliseconds per key (median of five runs of forty keys), and the longest task of all runs; 0 if none took more than 50. */
const keyCost = async (browser: Browser, session: string, { open, typedIn }: Typed): Promise<KeyCost> => {
  const context = await browser.newContext({ storageState: session, viewport: { width: 1400, height: 900 } });
  const { page, cdp } = await slowPage(context, { online: false });
  await open(page);
  const field = typedIn?.(page) ?? page.locator('input').first();
  await field.focus();
  // Wait until prefetching is done.
  await page.waitForLoadState('networkidle');
  await pause(SETTLE_MS);
  await page.waitForLoadState('networkidle');
  await page.evaluate(watchLongTasks);
  const costs: number[] = [];
  for (let n = 0; n < RUNS; n += 1) {
    await field.fill('');
    await pause(SETTLE_MS);
    const before = await worked(cdp);
    await page.keyboard.type(TYPED, { delay: BETWEEN_KEYS_MS });
    costs.push(((await worked(cdp)) - before) / TYPED.length);
  }
  const longestTask = rounded(await longestIn(page));
  await context.close();
  return { key: rounded(median(costs), 1), longestTask };
};

/** Returns the cost of keys on each screen that has a field to type in, and on a page with only a field. */
export const keyCosts = async (browser: Browser, adminUrl: string, session: string, screens: readonly Screen[]) => {
  const costs: Record<string, KeyCost> = { bare: await keyCost(browser, session, bare) };
  for (const { name, path, typedIn } of screens)
    if (typedIn) costs[name] = await keyCost(browser, session, { open: (page) => page.goto(adminUrl + path), typedIn });
  return costs;
};
