import { deviceRoutes } from '@endcap/contract/devices';
import { notificationRoutes } from '@endcap/contract/notifications';
import type { Page } from '@playwright/test';
import { expectPartPresentable } from './presentable-part.ts';
import { aPhone, onPhone } from './phones.ts';
import { pollOften } from './poll-often.ts';
import { aHand } from './hand.ts';
import { aStore, callAs, editor, expect, expectPresentable, openAs, read, speak, test, urls } from './product.ts';

const stores: string[] = [];
test.beforeEach(({ page }) => pollOften(page));
test.afterEach(async ({ page }) => {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  for (const id of stores.splice(0)) expect((await callAs('admin', `/api/v1/store-editor/${id}`, { method: 'DELETE' })).status).toBe(204);
});

/** A store with one customer, whose phone has just got what the store sent. */
const sentTo = async (phone: Page, name: string): Promise<string> => {
  const store = await aStore({ name });
  stores.push(store._id);
  await phone.goto(urls.phoneUrl);
  await expect(phone.locator('body')).toHaveAttribute('data-ready', 'true');
  const secret = await phone.evaluate(() => (JSON.parse(localStorage.getItem('endcap.device') ?? '{}') as { secret: string }).secret);
  await onPhone(deviceRoutes.change, { secret, body: { notificationStoreIds: [store._id] } });
  const validUntil = new Date(Date.now() + 86_400_000).toISOString();
  const body = { title: `Masło za 3,99 (${name})`, content: 'Tylko dziś', validUntil };
  const sent = (await callAs('admin', editor, { method: 'POST', store: store._id, body })).body as { _id: string };
  await expect(phone.getByRole('button', { name: /Masło za 3,99/ })).toBeVisible();
  return sent._id;
};
const open = (page: Page, id: string): Promise<void> => openAs(page, 'admin', `${urls.adminUrl}/notification/${id}`);

test(
  'a wrong price is corrected on the phone that has it, then taken back, by keyboard too',
  { tag: ['@RECALL-01', '@RECALL-02', '@KIT-01'] },
  async ({ page, context }) => {
    const phone = await context.newPage();
    const id = await sentTo(phone, 'Żabi Targ Poprawki');
    await open(page, id);
    await expect(page.getByTestId('remaining')).toHaveAttribute('data-value', '0');

    const hand = aHand();
    await hand.click(page.getByRole('button', { name: 'Popraw', exact: true }));
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('1 urządzenie');
    const send = dialog.getByRole('button', { name: 'Wyślij poprawkę' });
    await expect(send).toBeDisabled();
    await dialog.getByLabel('Tytuł').fill('');
    await expect(send).toBeDisabled();
    await dialog.getByLabel('Tytuł').fill('Masło za 4,99');
    await expectPartPresentable(page, dialog, 'notification-correct');
    await expect(send).toBeEnabled();
    await hand.click(send);
    expect(hand.clicks()).toBeLessThanOrEqual(2);
    await expect(dialog).toHaveCount(0);
    await expect(page.getByTestId('standing')).toHaveText('Wysłano i poprawiono');
    await expect(phone.getByRole('button', { name: /Masło za 4,99/ })).toBeVisible();
    await expect(phone.getByRole('button', { name: /Masło za 3,99/ })).toHaveCount(0);
    await expect(phone.locator('#inbox')).toContainText('Masło za 4,99');
    await expect(page.getByTestId('follow-up-correct').getByTestId('follow-up-android')).toHaveAttribute('data-state', 'finished');
    await expect(page.getByTestId('replaced')).toContainText('Masło za 3,99');
    await expectPresentable(page, 'notification-corrected');

    await page.getByRole('button', { name: 'Wycofaj', exact: true }).click();
    await expect(dialog).toContainText('Kto już je przeczytał, ten je zna');
    await expectPartPresentable(page, dialog, 'notification-take-back');
    // The harmless answer has the focus.
    await expect(dialog.getByRole('button', { name: 'Nie wycofuj' })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(page.getByTestId('standing')).toHaveText('Wycofano');
    await expect(phone.getByRole('button', { name: /Masło/ })).toHaveCount(0);
    await expect(phone.locator('#inbox')).not.toContainText('Masło');
    const taken = page.getByTestId('follow-up-recall');
    await expect(taken.getByTestId('follow-up-android')).toHaveAttribute('data-state', 'finished');
    await expect(taken.getByTestId('follow-up-android').locator('td').first()).toHaveText('1');
    await expect(taken.getByTestId('follow-up-ios').locator('td').first()).toHaveText('0');
    for (const name of ['Popraw', 'Wycofaj']) await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
    // A recalled message is shown on no device, so there is no field for its end.
    await expect(page.getByRole('textbox', { name: 'Ważne do' })).toHaveCount(0);
    await expectPartPresentable(page, taken, 'notification-taken-back');

    // The history keeps both texts and the recall; the list shows the state in a word.
    const { items } = (await callAs('admin', `/api/v1/history?item=${id}`)).body as { items: { fields: number }[] };
    expect(items.length).toBeGreaterThanOrEqual(3);
    await page.goto(`${urls.adminUrl}/notification`);
    await expect(page.getByRole('row').filter({ hasText: 'Masło za 4,99' }).first()).toContainText('Wycofano');
  },
);

test('a paused correction is marked in its table, and continues after „Wznów”', { tag: ['@RECALL-02', '@RECALL-03'] }, async ({ page }) => {
  await speak(page, 'pl');
  const store = await aStore({ name: 'Żabi Targ Wznowienia', city: 'Żabia Wola' });
  stores.push(store._id);
  const secret = await aPhone({ platform: 'android', push: { kind: 'token', value: `resumed-${store._id}` } });
  await onPhone(deviceRoutes.change, { secret, body: { notificationStoreIds: [store._id] } });
  const body = { title: 'Masło za 3,99', content: 'Tylko dziś', validUntil: new Date(Date.now() + 86_400_000).toISOString() };
  const { _id: id } = (await callAs('admin', editor, { method: 'POST', store: store._id, body })).body as { _id: string };
  const stored = () => read('admin', notificationRoutes.details, { params: { notificationId: id } });
  await expect.poll(async () => (await stored()).details?.successful).toBe(1);

  // From here on the push service reports this address as busy, so that the correction stays in progress.
  await onPhone(deviceRoutes.change, { secret, body: { push: { kind: 'token', value: `busy-${store._id}` } } });
  const correction = { title: 'Masło za 4,99', content: 'Tylko dziś', url: null, image: null };
  expect((await callAs('admin', `${editor}/${id}/correct`, { method: 'POST', body: correction })).status).toBe(200);
  await expect.poll(async () => (await callAs('admin', `${editor}/${id}/pause?of=followUps`, { method: 'POST' })).status).toBe(200);
  await open(page, id);
  const android = page.getByTestId('follow-up-correct').getByTestId('follow-up-android');
  await expect(android).toHaveAttribute('data-state', 'paused');
  await expect(android).toContainText('wstrzymane');
  await expectPartPresentable(page, page.getByTestId('follow-up-correct'), 'notification-correction-paused');

  await onPhone(deviceRoutes.change, { secret, body: { push: { kind: 'token', value: `resumed-${store._id}` } } });
  const resume = page.getByRole('button', { name: 'Wznów', exact: true });
  await resume.focus();
  await page.keyboard.press('Enter');
  await expect(resume).toHaveCount(0);
  await expect(android).toHaveAttribute('data-state', 'finished');
  await expect(android.locator('td').first()).toHaveText('1');
});

test(
  'shows only the actions of the current send after going from one send directly to another',
  { tag: ['@RECALL-01', '@D-45'] },
  async ({ page, context }) => {
    const phone = await context.newPage();
    const [first, second] = [await sentTo(phone, 'Żabi Targ Pierwszy'), await sentTo(phone, 'Żabi Targ Drugi')];
    await open(page, first);
    const takeBack = page.getByRole('button', { name: 'Wycofaj', exact: true });
    await expect(takeBack).toHaveCount(1);
    await page.getByRole('link', { name: 'Powiadomienia' }).first().click();
    await page.locator(`[data-row="${second}"] a`).first().click();
    await expect(page.getByRole('heading', { name: /Drugi/ })).toBeVisible();
    await expect(takeBack).toHaveCount(1);
    // Skips the list, as a long press on Back does: the page shows cached data at once.
    await page.evaluate(() => history.go(-2));
    await expect(page.getByRole('heading', { name: /Pierwszy/ })).toBeVisible();
    await expect(takeBack).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'Popraw', exact: true })).toHaveCount(1);
    await expect(page.getByRole('textbox', { name: 'Ważne do' })).toHaveCount(1);
  },
);
