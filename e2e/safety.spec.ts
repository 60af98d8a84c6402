import { randomUUID } from 'node:crypto';
import { deviceRoutes } from '@endcap/contract/devices';
import { notificationRoutes } from '@endcap/contract/notifications';
import { warsawDay } from '@endcap/contract/warsaw-time';
import type { Page } from '@playwright/test';
import { aPhone, onPhone } from './phones.ts';
import { expectPartPresentable } from './presentable-part.ts';
import { aStore, callAs, editor, expect, openAs, read, speak, test, urls } from './product.ts';

const settingsPath = '/api/v1/settings-editor';
const allow = async (safetyMessages: boolean): Promise<void> => {
  const { status } = await callAs('admin', settingsPath, { method: 'POST', body: { sending: { safetyMessages } } });
  expect(status).toBe(200);
};
// While the setting is on, administrators see an extra switch; nothing else depends on it.
test.afterAll(() => allow(false));

const mark = (page: Page) => page.getByRole('checkbox', { name: 'To jest komunikat bezpieczeństwa' });
const sendButton = (page: Page) => page.getByRole('button', { name: /^Wyślij komunikat bezpieczeństwa/ });
const storeWithPhone = async (name: string) => {
  const store = await aStore({ name: `Koszyk Białystok ${name}`, city: 'Supraśl' });
  const secret = await aPhone({ push: { kind: 'token', value: `safety-${randomUUID()}` } });
  await onPhone(deviceRoutes.change, { secret, body: { notificationStoreIds: [store._id], mainStoreId: store._id } });
  return { store, secret };
};
const choose = async (page: Page, name: string): Promise<void> => {
  const select = page.getByRole('combobox', { name: /Selected store|Wybrany sklep/ });
  await select.fill(name);
  await page.getByRole('option').filter({ hasText: name }).click();
};

test('the code of the mark moves nothing from under the pointer when it comes', { tag: ['@CARE-05', '@ux-20'] }, async ({ page }) => {
  await allow(true);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/safety-switch*.js', (route) => released.then(() => route.continue()));
  const request = page.waitForRequest('**/assets/safety-switch*.js');
  await speak(page, 'pl');
  await openAs(page, 'admin', `${urls.adminUrl}/notification/new`);
  await request;
  const later = page.getByRole('radio', { name: 'Później' });
  const top = async (): Promise<number> => (await later.boundingBox())?.y ?? Number.NaN;
  const before = await top();
  await expect(mark(page)).toHaveCount(0);
  release();
  await expect(mark(page)).toBeVisible();
  expect(Math.abs((await top()) - before)).toBeLessThan(1);
});

test(
  'a day that is taken does not hold it; the word is typed, and it is shown apart everywhere',
  { tag: ['@CARE-05'] },
  async ({ page }) => {
    await allow(true);
    const { store, secret } = await storeWithPhone('wycofanie');
    const body = { title: 'Zwykłe', content: 'Jabłka', validUntil: new Date(Date.now() + 7 * 86_400_000).toISOString() };
    expect((await callAs('admin', editor, { method: 'POST', body, store: store._id })).status).toBe(201);
    await speak(page, 'pl');
    await openAs(page, 'admin', `${urls.adminUrl}/notification/new`);
    await choose(page, store.name);
    await page.getByRole('textbox', { name: 'Tytuł' }).fill('Nie jedz serka');
    await page.getByRole('textbox', { name: 'Treść' }).fill('Zwróć go w sklepie');
    await expect(page.getByTestId('blocked')).toContainText('Nie możesz dziś wysłać więcej powiadomień');
    // It has come for the store that was chosen.
    await expect(mark(page)).toBeVisible();
    await page.getByRole('radio', { name: 'Później' }).check();
    await mark(page).check();
    // It is sent now.
    await expect(page.getByRole('radio', { name: 'Później' })).toHaveCount(0);
    await expect(sendButton(page)).toBeEnabled();
    await expectPartPresentable(page, page.locator('form'), 'safety-form');

    await sendButton(page).click();
    const dialog = page.getByRole('dialog', { name: 'Wysłać komunikat bezpieczeństwa?' });
    const word = dialog.getByRole('textbox', { name: 'Wpisz OSTRZEGAM, aby wysłać' });
    await expect(word).toBeFocused();
    await expect(dialog).toContainText(store.name);
    const confirm = dialog.getByRole('button', { name: /^Wyślij komunikat bezpieczeństwa/ });
    await expect(confirm).toBeDisabled();
    await word.fill('tak');
    await expect(confirm).toBeDisabled();
    await word.fill('ostrzegam');
    await expect(confirm).toBeEnabled();
    await expectPartPresentable(page, dialog, 'safety-confirm');
    await confirm.click();
    await expect(page.getByRole('heading', { name: 'Nie jedz serka' })).toBeVisible();
    await expect(page.getByTestId('safety')).toHaveText('Komunikat bezpieczeństwa');
    const id = page.url().split('/').at(-1) ?? '';
    await expect
      .poll(async () => (await read('admin', notificationRoutes.details, { params: { notificationId: id } })).details)
      .toMatchObject({ successful: 1 });

    await page.locator('#content').getByRole('link', { name: 'Powiadomienia', exact: true }).click();
    const rows = page.getByRole('row');
    await expectPartPresentable(page, rows.filter({ hasText: 'Nie jedz serka' }), 'safety-list');
    await expect(rows.filter({ hasText: 'Nie jedz serka' }).getByTestId('safety')).toBeVisible();
    await expect(rows.filter({ hasText: 'Zwykłe' }).getByTestId('safety')).toHaveCount(0);

    const day = warsawDay(new Date());
    await page.goto(`${urls.adminUrl}/calendar?store=${store._id}&text=${encodeURIComponent('Nie jedz serka')}`);
    const item = page.locator(`[data-item="${id}"]`);
    await expect(item).toContainText(/safety message|komunikat bezpieczeństwa/i);
    await page.goto(`${urls.adminUrl}/day-sheet?store=${store._id}&date=${day}`);
    await expect(page.getByTestId('safety')).toBeVisible();
    await page.goto(`${urls.adminUrl}/activity?kind=notification&text=${encodeURIComponent('Nie jedz serka')}`);
    await expect(page.getByText(/\((safety message|komunikat bezpieczeństwa)\)/i).first()).toBeVisible();

    const { items } = await onPhone(deviceRoutes.inbox, { secret });
    expect(items.map(({ title, safety }) => [title, safety])).toEqual([
      ['Nie jedz serka', true],
      ['Zwykłe', undefined],
    ]);
  },
);
