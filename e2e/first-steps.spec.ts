import type { Page } from '@playwright/test';
import { expect, expectPresentable, openAs, speak, test } from './product.ts';

const nothing = { items: [], total: 0, page: 1, pageSize: 20, pageCount: 1 };
const steps = (page: Page) => page.getByRole('region', { name: /^(First steps|Pierwsze kroki)$/ });
/** Mocks a chain without sends; all other requests reach the server. */
const sentNothing = async (page: Page): Promise<void> => {
  await page.route('**/api/v1/notification-editor/list?*', (route) => route.fulfill({ json: nothing }));
};

test(
  'a chain without sends sees its first steps, with the finished ones ticked, until they are dismissed',
  { tag: ['@ux-18'] },
  async ({ page }) => {
    await speak(page, 'en');
    await sentNothing(page);
    await page.route('**/api/v1/content-editor/list?*', (route) => route.fulfill({ json: nothing }));
    await openAs(page, 'admin');
    const items = steps(page).getByRole('listitem');
    await expect(items).toHaveText([
      /^Done: Add stores\d+ stores$/,
      /^Done: Set name and logo/,
      /Prepare the first contentA leaflet or a coupon/,
      /^Done: Connect a phone[\d,]+ devices$/,
      /Send the first notification/,
    ]);
    await expect(steps(page)).toContainText('3 of 5');
    await expectPresentable(page, 'first-steps');
    await expect(items.nth(2).getByRole('link')).toHaveAttribute('href', '/content/new');
    await expect(items.nth(4).getByRole('link')).toHaveAttribute('href', '/notification/new');
    await steps(page).getByRole('button', { name: 'Hide first steps' }).click();
    await expect(steps(page)).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'There are no notifications yet' })).toBeVisible();
    await expect(steps(page)).toHaveCount(0);
  },
);
