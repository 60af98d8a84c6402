import { storeRoutes } from '@endcap/contract/stores';
import type { Page } from '@playwright/test';
import { aStore, expect, expectPresentable, openAs, read, speak, test, urls } from './product.ts';

const sheet = (page: Page) => page.getByRole('dialog', { name: /Keyboard shortcuts|Skróty klawiszowe/ });
/** Tabs on until something is focused. */
const tabTo = async (page: Page, what: ReturnType<Page['locator']>, most = 60): Promise<void> => {
  for (let n = 0; n < most; n += 1) {
    await page.keyboard.press('Tab');
    if (await what.evaluate((element) => element === document.activeElement)) return;
  }
  await expect(what).toBeFocused();
};

test(
  '? shows what the keyboard does, from anywhere but a text, and gives the focus back',
  { tag: ['@ux-26', '@NFR-04'] },
  async ({ page }) => {
    await speak(page, 'pl');
    await openAs(page, 'admin', `${urls.adminUrl}/content`);
    const search = page.getByRole('textbox', { name: 'Szukaj po tytule lub nazwie' });
    await search.click();
    await page.keyboard.type('?');
    await expect(search).toHaveValue('?');
    await expect(sheet(page)).toHaveCount(0);
    await search.fill('');
    // Its code comes by itself a few seconds after the screen (offline.spec.ts), or at once from the menu.
    await page.getByRole('button', { name: /^Konto:/ }).click();
    await page.getByRole('menuitem', { name: 'Skróty klawiszowe' }).click();
    await expect(sheet(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(sheet(page)).toHaveCount(0);
    const create = page.getByRole('link', { name: 'Nowa treść' });
    await create.focus();
    await page.keyboard.press('?');
    await expect(sheet(page)).toBeVisible();
    await expect(sheet(page)).toContainText('Zapisz i zostań na ekranie');
    await expectPresentable(page, 'keys');
    await page.keyboard.press('Escape');
    await expect(sheet(page)).toHaveCount(0);
    await expect(create).toBeFocused();
    await page.getByRole('button', { name: /^Konto:/ }).click();
    await page.getByRole('menuitem', { name: 'English' }).click();
    await page.keyboard.press('Shift+?');
    await expect(sheet(page)).toContainText('Save and stay on the screen');
  },
);

test('without a mouse: past the menu, into a row, a change, saved, and back', { tag: ['@NFR-04', '@ux-26'] }, async ({ page }) => {
  const { _id } = await aStore({ name: 'Żabi Kruk bez myszy', storeNo: 7412 });
  await speak(page, 'en');
  await openAs(page, 'admin', `${urls.adminUrl}/store?name=bez%20myszy`);
  const row = page.getByRole('link', { name: 'Żabi Kruk bez myszy', exact: true });
  await expect(row).toBeVisible();
  // The first stop skips the menu.
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
  await tabTo(page, row);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${urls.adminUrl}/store/${_id}`);
  const hours = page.getByRole('textbox', { name: /Opening hours/ });
  await expect(hours).toBeVisible();
  await tabTo(page, hours);
  await page.keyboard.press('Control+a');
  await page.keyboard.type('7–23');
  await page.keyboard.press('Control+s');
  await expect(page.getByText(/Saved at/)).toBeVisible();
  await expect(hours).toBeFocused();
  expect(await read('admin', storeRoutes.details, { params: { storeId: _id } })).toMatchObject({ openingHours: '7–23' });
  await tabTo(page, page.getByRole('link', { name: 'Back' }));
  await page.keyboard.press('Enter');
  await expect(row).toBeFocused();
});
