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
  'Ctrl+K finds an item by its title or its own name from anywhere, Enter opens it, and it stands first the next time',
  { tag: ['@EDIT-04', '@ux-26'] },
  async ({ page }) => {
    const item = await create({ name: 'żż-kiszonki-48', title: 'Wszystko z beczki' });
    await speak(page, 'pl');
    await openAs(page, 'admin');
    // Customers read the title; staff know the name, which stands below.
    for (const [text, section] of [
      ['wszystko z b', 'Treści'],
      ['zz-kisz', 'Ostatnio otwarte'],
    ] as const) {
      await openBar(page);
      if (section === 'Ostatnio otwarte') {
        const recent = bar(page).getByRole('group', { name: section }).getByRole('option').first();
        await expect(recent).toContainText('Wszystko z beczki');
        await photograph(page, 'command-bar-empty');
      }
      await field(page).fill(text);
      const found = bar(page).getByRole('group', { name: section }).getByRole('option').first();
      await expect(found).toHaveText('Wszystko z beczkiżż-kiszonki-48Gazetka');
      await expect(found.locator('span small')).toHaveText('żż-kiszonki-48');
      if (section === 'Treści') await expectAccessible(page);
      await photograph(page, `command-bar-${section}`);
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(`${urls.adminUrl}/content/${item._id}`);
      await expect(bar(page)).toHaveCount(0);
    }
    await openBar(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await photograph(page, 'command-bar-phone');
    await page.keyboard.press('Escape');
    await expect(bar(page)).toHaveCount(0);
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

test('"new coupon" begins a coupon; a form that is open becomes one and keeps what was typed', { tag: ['@EDIT-04'] }, async ({ page }) => {
  await speak(page, 'en');
  await openAs(page, 'admin', `${urls.adminUrl}/content/new`);
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Zaczęta');
  await openBar(page);
  await expect(options(page).filter({ hasText: 'New content: ' })).toHaveCount(0);
  await field(page).fill('new coupon');
  await expect(bar(page).getByRole('group', { name: 'Actions' }).getByRole('option')).toHaveText([
    /Promo code/,
    /One-time promo code/,
    /Premium promo code/,
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
