import type { Locator, Page } from '@playwright/test';

type DelayedForm = { url: string; open: () => Promise<void>; processed: Locator; unprocessed: Locator };

/**
 * Opens a form whose response is delayed, types a letter that the form has processed and one that it has not, and lets the response arrive
 * before the form processes the latter by itself (0.4 s). The page's clock is paused from then on.
 */
export const respondBeforeProcessing = async (page: Page, { url, open, processed, unprocessed }: DelayedForm): Promise<void> => {
  let answer = (): void => {};
  const released = new Promise<void>((resolve) => (answer = resolve));
  await page.route(url, async (route) => {
    await released;
    await route.continue();
  });
  await page.clock.install();
  await open();
  await processed.waitFor();
  await page.clock.pauseAt(Date.now() + 60_000);
  await processed.press('A');
  await page.clock.runFor(20);
  await unprocessed.focus();
  await unprocessed.press('Z');
  const answered = page.waitForResponse(url);
  answer();
  await (await answered).finished();
  for (let step = 0; step < 15; step += 1) await page.clock.runFor(20);
};
