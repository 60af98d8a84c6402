import type { Page } from '@playwright/test';

/** Loses the answer to the next write at `url` on its way, after the server has done its work. */
export const loseAnswer = async (page: Page, url: Parameters<Page['route']>[0]): Promise<void> => {
  let lost = false;
  await page.route(url, async (route) => {
    if (lost || route.request().method() === 'GET') return route.fallback();
    lost = true;
    await route.fetch();
    await route.abort();
  });
};
