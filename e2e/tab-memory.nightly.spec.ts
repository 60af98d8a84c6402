import type { CDPSession } from '@playwright/test';
import { expect, openAs, speak, test } from './product.ts';

// It is about loading the page's files.
test.use({ ownContext: true });

/** Bytes of JavaScript that are in use. */
const heapOf = async (cdp: CDPSession): Promise<number> => {
  await cdp.send('HeapProfiler.collectGarbage');
  const { metrics } = await cdp.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN;
};

test("the tab's memory is as large after 200 screens as after 60", { tag: ['@issue-17.4'] }, async ({ page }) => {
  await speak(page, 'en');
  // The last of what is loaded ahead (D-49), which stays.
  const ahead = page.waitForResponse(/\/assets\/toasts-[^/]*\.js$/);
  await openAs(page, 'admin');
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  const names = ['Notification Subs', 'Assistant Threads', 'Stores', 'Store Groups', 'Content', 'Popup', 'Settings', 'Notifications'];
  const visit = async (times: number): Promise<void> => {
    for (let n = 0; n < times; n += 1) {
      await page.getByRole('link', { name: names[n % names.length] ?? '', exact: true }).click();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
    }
  };
  await visit(56);
  await ahead;
  const early = await heapOf(cdp);
  await visit(144);
  const late = await heapOf(cdp);
  console.log(`heap after 56 screens ${(early / 1e6).toFixed(1)} MB, after 200 ${(late / 1e6).toFixed(1)} MB`);
  expect(late).toBeLessThan(early * 1.15);
});
