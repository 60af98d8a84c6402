import { randomUUID } from 'node:crypto';
import { deviceRoutes } from '@endcap/contract/devices';
import { storeRoutes } from '@endcap/contract/stores';
import type { Locator, Page } from '@playwright/test';
import { byName, create, stored } from './content.ts';
import { aHand } from './hand.ts';
import { aStore, callAs, expect, openAs, read, speak, test, urls } from './product.ts';

/** Ctrl+K, a few letters, Enter. */
const goBy = async (page: Page, typed: string, found: string | RegExp): Promise<void> => {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /Szukaj lub przejdź/ }).fill(typed);
  await expect(page.getByRole('option', { selected: true })).toHaveAccessibleName(found);
  await page.keyboard.press('Enter');
};
const askApp = async (path: string, method: string, body: unknown, secret?: string): Promise<Record<string, string>> => {
  const answer = await fetch(`${urls.appUrl}${path}`, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...(secret && { authorization: `Bearer ${secret}` }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  expect(answer.ok).toBe(true);
  return answer.json();
};
const aPhone = async (): Promise<string> => {
  const push = { kind: 'token', value: `jobs-${randomUUID()}` };
  const device = await askApp(deviceRoutes.register.path, 'POST', {
    installId: randomUUID(),
    platform: 'android',
    appVersion: '3.4.0',
    push,
  });
  return device['deviceSecret'] ?? '';
};
/** A store with one customer. */
const aStoreWithCustomer = async (name: string): Promise<string> => {
  const { _id } = await aStore({ name });
  await askApp('/app/v1/devices/me', 'PATCH', { mainStoreId: _id, notificationStoreIds: [_id] }, await aPhone());
  return _id;
};
const write = async (page: Page, title: string): Promise<void> => {
  await page.getByRole('textbox', { name: 'Tytuł' }).fill(title);
  await page.getByRole('textbox', { name: 'Treść' }).fill('Zapraszamy.');
};
const newOne = (page: Page): Locator => page.getByRole('link', { name: 'Nowe powiadomienie' }).first();
const sendButton = (page: Page): Locator => page.getByRole('button', { name: /^Wyślij( do klientów sklepu .+)? \([\d\s]+\)$/ });
const sent = (page: Page): Promise<void> => expect(page).toHaveURL(/\/notification\/[a-z0-9]{24}$/);

test.beforeEach(({ page }) => {
  page.setDefaultTimeout(60_000);
  return speak(page, 'pl');
});
test.afterAll(async () => {
  for (const { _id } of await byName('Dziesięć zadań')) await callAs('admin', `/api/v1/content-editor/${_id}`, { method: 'DELETE' });
});

test('ux 1: a store sends to its customers in two clicks', async ({ page }) => {
  const storeId = await aStoreWithCustomer('Koszyk dwóch kliknięć');
  await fetch(`${urls.issuer}/sandbox/people/jobs-staff`, { method: 'POST', body: JSON.stringify({ storeId, name: 'Ewa' }) });
  await openAs(page, 'jobs-staff');
  const hand = aHand();
  await hand.click(newOne(page));
  await write(page, 'Świeże bułki');
  await hand.click(sendButton(page));
  await sent(page);
  expect(hand.clicks()).toBeLessThanOrEqual(2);
});

// Head office sends to everyone where today's one is sent: send-notification.spec.ts, ux 3.

test('ux 7: how the last one went stands in the list, without a click', async ({ page }) => {
  await openAs(page, 'admin');
  const row = page.getByRole('row').filter({ hasText: 'Weekend z rabatem' });
  await expect(row).toContainText(/otwarto [\d,]+\s%/);
});

test('ux 26: store 7504 gets new hours in two clicks and Ctrl+K', async ({ page }) => {
  const { _id } = await aStore({ name: 'Koszyk nowych godzin', storeNo: 7504 });
  await openAs(page, 'admin');
  const hand = aHand();
  await goBy(page, '7504', /7504 · Koszyk nowych godzin/);
  const hours = page.getByRole('textbox', { name: /Godziny otwarcia|Opening hours/ });
  await hand.click(hours);
  await page.keyboard.press('Control+a');
  await page.keyboard.type('7–23');
  await hand.click(page.getByRole('button', { name: 'Zapisz', exact: true }));
  await expect(page).toHaveURL(/\/store$/);
  expect(await read('admin', storeRoutes.details, { params: { storeId: _id } })).toMatchObject({ openingHours: '7–23' });
  expect(hand.clicks()).toBeLessThanOrEqual(2);
});

test('EDIT-01, ux 16: this week’s leaflet of last week’s in four clicks', async ({ page }) => {
  const publication = { publicationStart: '2026-11-16T07:00:00Z', publicationEnd: '2026-11-23T07:00:00Z' };
  const validity = { validityStart: '2026-11-16T07:00:00Z', validityEnd: '2026-11-23T07:00:00Z' };
  await create({ name: 'Dziesięć zadań: gazetka 47', title: null, ...publication, ...validity });
  await openAs(page, 'admin');
  const hand = aHand();
  await goBy(page, 'zadań: gazetka 47', /gazetka 47/);
  await hand.click(page.getByRole('link', { name: 'Duplikuj' }));
  await hand.click(page.getByRole('button', { name: 'Daty oryginału + 7 dni' }));
  await hand.click(page.getByRole('button', { name: 'Zapisz', exact: true }));
  await expect(page).toHaveURL(/\/content$/);
  const [copy] = await byName('gazetka 47 (kopia)');
  expect(await stored(copy?._id ?? '')).toMatchObject({ publicationEnd: '2026-11-30T07:00:00.000Z' });
  expect(hand.clicks()).toBeLessThanOrEqual(4);
});

test('THR-LIST-02, ux 16: a customer’s conversation about returns is found in two clicks', async ({ page }) => {
  const secret = await aPhone();
  const { threadId } = await askApp('/app/v1/assistant/threads', 'POST', undefined, secret);
  const word = `zwrot${randomUUID().slice(0, 8)}`;
  await askApp(`/app/v1/assistant/threads/${threadId}/messages`, 'POST', { text: `Jak zrobić ${word}?` }, secret);
  await openAs(page, 'admin');
  const hand = aHand();
  await hand.click(page.getByRole('link', { name: 'Rozmowy asystenta', exact: true }));
  const words = page.getByRole('textbox', { name: /Słowa/ });
  await words.focus();
  await words.fill(word);
  await page.keyboard.press('Enter');
  await hand.click(page.getByRole('link', { name: new RegExp(word) }));
  await expect(page).toHaveURL(`${urls.adminUrl}/thread/${threadId}`);
  expect(hand.clicks()).toBeLessThanOrEqual(2);
});

test('NOTIF-STATS-11: subscriptions are exported in two clicks', async ({ page }) => {
  await openAs(page, 'admin');
  const hand = aHand();
  await hand.click(page.getByRole('link', { name: 'Subskrypcje', exact: true }));
  const download = page.waitForEvent('download');
  await hand.click(page.getByRole('button', { name: /xlsx/ }));
  expect((await download).suggestedFilename()).toMatch(/\.xlsx$/);
  expect(hand.clicks()).toBeLessThanOrEqual(2);
});
