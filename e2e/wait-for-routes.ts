import { expect, type Page } from '@playwright/test';

const PROBE = '/caught-by-the-test';

/** Waits until a request of the page is caught by a route. */
const untilCaught = async (page: Page, route: Page['route']): Promise<void> => {
  await route(`**${PROBE}`, (caught) => caught.fulfill({ body: 'caught' }));
  const probe = () => page.evaluate(async (path) => (await fetch(path)).text(), PROBE);
  await expect(async () => expect(await probe()).toBe('caught')).toPass();
  await page.unroute(`**${PROBE}`);
};

/**
 * Makes `page.route` return only when its routes apply to the open page. Chromium confirms a page's first route before the renderer
 * applies it: on a busy machine 3 of 100 requests that followed immediately bypassed the route.
 */
export const waitForRoutes = (page: Page): void => {
  const route = page.route.bind(page);
  page.route = async (...args) => {
    const set = await route(...args);
    if (page.url() !== 'about:blank') await untilCaught(page, route);
    return set;
  };
};
