import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { create } from './content.ts';
import { aStore, callAs, editor, expect, openAs, photograph, speak, test, urls } from './product.ts';

const bar = (page: Page) => page.getByRole('dialog', { name: /Search or go to|Szukaj lub przejdź/ });
const field = (page: Page) => bar(page).getByRole('combobox');
const options = (page: Page) => bar(page).getByRole('option');
const openBar = async (page: Page): Promise<void> => {
  await expect(page.getByRole('button', { name: /Search or go to|Szukaj lub przejdź/ })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
};

test(
  'Ctrl+K finds an item by its title from anywhere, Enter opens it, and it stands first the next time',
  { tag: ['@EDIT-04', '@ux-26'] },
  async ({ page }) => {
    const item = await create({ name: 'Święto śliwki węgierki', title: null });
    await speak(page, 'pl');
    await openAs(page, 'admin');
    await openBar(page);
    await field(page).fill('sliwki wegier');
    await expect(options(page).first()).toContainText('Święto śliwki węgierki');
    await expect(bar(page).getByRole('group', { name: 'Treści' })).toContainText('Gazetka');
    await expectAccessible(page);
    await photograph(page, 'command-bar-found');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${urls.adminUrl}/content/${item._id}`);
    await expect(bar(page)).toHaveCount(0);
    await openBar(page);
    await expect(bar(page).getByRole('group', { name: 'Ostatnio otwarte' }).getByRole('option').first()).toContainText('śliwki węgierki');
    await photograph(page, 'command-bar-empty');
    await page.setViewportSize({ width: 360, height: 740 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await photograph(page, 'command-bar-phone');
    await page.keyboard.press('Escape');
    await expect(bar(page)).toHaveCount(0);
  },
);

test(
  'content is offered by the title that customers read, its own name below; either finds it, also among what was opened',
  { tag: ['@EDIT-04'] },
  async ({ page }) => {
    const item = await create({ name: 'żż-kiszonki-48', title: 'Wszystko z beczki' });
    await speak(page, 'pl');
    await openAs(page, 'admin');
    for (const [text, section] of [
      ['wszystko z b', 'Treści'],
      ['zz-kisz', 'Ostatnio otwarte'],
    ] as const) {
      await openBar(page);
      await field(page).fill(text);
      const found = bar(page).getByRole('group', { name: section }).getByRole('option').first();
      await expect(found).toHaveText('Wszystko z beczkiżż-kiszonki-48Gazetka');
      await expect(found.locator('span small')).toHaveText('żż-kiszonki-48');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(`${urls.adminUrl}/content/${item._id}`);
    }
  },
);

test(
  'stores by number, a send to their customers, their app and their day sheet, screens and actions, by arrow keys',
  { tag: ['@EDIT-04', '@issue-20'] },
  async ({ page }) => {
    const { _id } = await aStore({ name: 'Koszyk Jastarnia', storeNo: 7311 });
    await speak(page, 'en');
    await openAs(page, 'admin', `${urls.adminUrl}/store`);
    await page.getByRole('button', { name: 'Search or go to' }).click();
    await field(page).fill('7311');
    await expect(options(page).first()).toHaveAccessibleName(/7311 · Koszyk Jastarnia/);
    await expect(options(page).first()).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowDown');
    await expect(options(page).nth(1)).toHaveAccessibleName('Send to the customers of store 7311 · Koszyk Jastarnia');
    await expect(options(page).nth(1)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${urls.adminUrl}/notification/new`);
    await expect(page.getByRole('combobox', { name: 'Selected store' })).toHaveValue(/Jastarnia/);
    await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused();
    for (const [key, name, address] of [
      [2, 'The app of a customer of store 7311 · Koszyk Jastarnia', 'preview'],
      [3, 'Day sheet of store 7311 · Koszyk Jastarnia', 'day-sheet'],
    ] as const) {
      await openBar(page);
      await field(page).fill('7311');
      await expect(options(page).first()).toHaveAccessibleName(/7311 · Koszyk Jastarnia/);
      for (let n = 0; n < key; n += 1) await page.keyboard.press('ArrowDown');
      await expect(bar(page).getByRole('option', { selected: true })).toHaveAccessibleName(name);
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(`${urls.adminUrl}/${address}?store=${_id}`);
      await expect(page.getByRole('main').getByRole('combobox', { name: /store/i }).first()).toHaveValue(/Jastarnia/);
    }
    await openBar(page);
    await field(page).fill('subs');
    await expect(options(page)).toHaveText(['Notification Subs']);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${urls.adminUrl}/notification/subscription-stats`);
  },
);

test('Enter before the answer opens what is typed, not what an earlier text had found', { tag: ['@EDIT-04'] }, async ({ page }) => {
  await aStore({ name: 'Koszyk Hel', storeNo: 7321 });
  const meant = await aStore({ name: 'Koszyk Puck', storeNo: 7322 });
  await speak(page, 'en');
  await openAs(page, 'admin');
  await openBar(page);
  await field(page).fill('7321');
  await expect(options(page).first()).toHaveAccessibleName(/7321 · Koszyk Hel/);
  const answers = Promise.withResolvers<void>();
  await page.route('**/api/v1/search*', async (route) => {
    await answers.promise;
    await route.continue();
  });
  await field(page).fill('7322');
  await page.keyboard.press('Enter');
  await expect(bar(page).getByRole('status')).toHaveText('Searching …');
  await expect(page).toHaveURL(`${urls.adminUrl}/notification`);
  answers.resolve();
  await expect(page).toHaveURL(`${urls.adminUrl}/store/${meant._id}`);
});

test('"new coupon" begins a coupon; a form that is open becomes one and keeps what was typed', { tag: ['@EDIT-04'] }, async ({ page }) => {
  await speak(page, 'en');
  await openAs(page, 'admin', `${urls.adminUrl}/content/new`);
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Zaczęta');
  await openBar(page);
  await expect(options(page).filter({ hasText: 'New content: ' })).toHaveCount(0);
  await field(page).fill('new coupon');
  await expect(bar(page).getByRole('group', { name: 'Actions' }).getByRole('option')).toHaveText([
    /PromoCode/,
    /OneTimePromoCode/,
    /PremiumPromoCode/,
    /InterKupon/,
  ]);
  await options(page).filter({ hasText: 'New content: InterKupon' }).click();
  await expect(page).toHaveURL(`${urls.adminUrl}/content/new?type=interKupon`);
  await expect(page.getByRole('radio', { name: 'InterKupon', exact: true })).toBeChecked();
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue('Zaczęta');
  await page.getByRole('link', { name: 'Notifications', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave without saving' }).click();
  await page.goto(`${urls.adminUrl}/content/new?type=banner`);
  await expect(page.getByLabel('Tab', { exact: true })).toHaveValue('start');
  // Nothing was typed: nothing is asked.
  await page.getByRole('link', { name: 'Notifications', exact: true }).click();
  await expect(page).toHaveURL(`${urls.adminUrl}/notification`);
});

test('whoever types the name of a screen means the screen, whatever else is called like it', { tag: ['@EDIT-04'] }, async ({ page }) => {
  await aStore({ name: 'Ustawienia' });
  await speak(page, 'pl');
  await openAs(page, 'admin');
  await openBar(page);
  await field(page).fill('ustawienia');
  await expect(bar(page).getByRole('group', { name: 'Sklepy' })).toContainText('Ustawienia');
  await expect(bar(page).getByRole('option', { selected: true })).toHaveAccessibleName('Ustawienia');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${urls.adminUrl}/settings`);
});

test('staff find the notifications of their store, the screens and actions that are theirs', { tag: ['@EDIT-04'] }, async ({ page }) => {
  const sent = await callAs('staff-1', editor, {
    method: 'POST',
    body: {
      title: 'Poranek z naszym chlebem',
      content: 'Zapraszamy',
      validUntil: `${new Date(Date.now() + 86_400_000).toISOString()}`,
      isTest: true,
    },
  });
  expect(sent.status, JSON.stringify(sent.body)).toBe(201);
  await create({ name: 'Poranek z kawą', title: null });
  await speak(page, 'pl');
  await openAs(page, 'staff-1');
  await openBar(page);
  await expect(options(page)).toHaveText(['Nowe powiadomienie', 'Powiadomienia']);
  await field(page).fill('poranek');
  await expect(options(page)).toHaveText([/Poranek z naszym chlebem/]);
});

test('a failed search says so and leaves screens and actions; nothing found is said', { tag: ['@EDIT-04'] }, async ({ page }) => {
  await speak(page, 'en');
  await openAs(page, 'admin');
  await openBar(page);
  await field(page).fill('qqqq');
  await expect(bar(page).getByRole('status')).toHaveText('Nothing found.');
  await page.route('**/api/v1/search*', (route) => route.abort());
  await field(page).fill('popup');
  await expect(bar(page).getByRole('status')).toHaveText('The search failed. Screens and actions still work.');
  await expect(options(page)).toHaveText(['Popup', 'New popup']);
});
