import type { Locator, Page } from '@playwright/test';

type Held = { url: string; open: () => Promise<void>; told: Locator; untold: Locator };

/**
 * Opens a form whose response is delayed, types a letter that the form has processed and one that it has not, and lets the response arrive
 * before the form processes the latter by itself (0.4 s). The page's clock is paused from then on.
 */
export const answerBeforeTold = async (page: Page, { url, open, told, untold }: Held): Promise<void> => {
  let answer = (): void => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route(url, async (route) => {
    await held;
    await route.continue();
  });
  await page.clock.install();
  await open();
  await told.waitFor();
  await page.clock.pauseAt(Date.now() + 60_000);
  await told.press('A');
  await page.clock.runFor(20);
  await untold.focus();
  await untold.press('Z');
  const answered = page.waitForResponse(url);
  answer();
  await (await answered).finished();
  for (let step = 0; step < 15; step += 1) await page.clock.runFor(20);
};
