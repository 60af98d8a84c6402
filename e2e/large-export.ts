import { readFileSync } from 'node:fs';
import { storeRoutes } from '@endcap/contract/stores';
import type { Page } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { expect, openAs, read, urls } from './product.ts';

export const screen = `${urls.adminUrl}/notification/subscription-stats`;
/** Without head and total. */
export const rowsOf = (page: Page) => page.locator('tbody').getByRole('row');

/** Exports so many stores, and checks that the page answers meanwhile and that the file has a row for each. */
export const expectExportOf = async (page: Page, count: number): Promise<void> => {
  const [one] = await read('admin', storeRoutes.subscriptions);
  await page.route('**/stats/store-subscription', (route) =>
    route.fulfill({ json: Array.from({ length: count }, (_, n) => ({ ...one, _id: `s${n}`, storeNo: n })) }),
  );
  await openAs(page, 'admin', screen);
  await expect(rowsOf(page)).toHaveCount(20);
  const worker = page.waitForEvent('worker');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export xlsx' }).click();
  await worker;
  // The page answers before the file is there.
  await page.getByRole('textbox', { name: 'Search: Store number' }).fill(String(count - 1));
  await expect(rowsOf(page)).toHaveCount(1);
  const { 'xl/worksheets/sheet1.xml': sheet } = unzipSync(new Uint8Array(readFileSync(await (await download).path())));
  expect(strFromU8(sheet ?? new Uint8Array())).toContain(`<row r="${count + 1}"`);
};
