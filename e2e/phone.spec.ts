import { randomBytes } from 'node:crypto';
import { nameWithCity } from '@endcap/contract/core';
import { type ChangeDevice, type Device, deviceRoutes, type RegisterDevice } from '@endcap/contract/devices';
import { onPhone } from './phones.ts';
import { pollOften } from './poll-often.ts';
import { aStore, callAs, editor, expect, openAs, photograph, speak, test, urls } from './product.ts';

/** A picture that no format makes smaller. */
const noise = (width: number, height: number): Buffer => {
  const head = Buffer.alloc(54);
  const pixels = randomBytes(width * height * 3);
  head.write('BM');
  for (const [at, value] of [
    [2, head.length + pixels.length],
    [10, head.length],
    [14, 40],
    [18, width],
    [22, height],
    [34, pixels.length],
  ] as const)
    head.writeUInt32LE(value, at);
  head.writeUInt16LE(1, 26);
  head.writeUInt16LE(24, 28);
  return Buffer.concat([head, pixels]);
};

test(
  "an employee sends, a customer's phone rings, opens, and the counts move",
  { tag: ['@GEN-06', '@NOTIF-LIST-18', '@done-when'] },
  async ({ page, context }) => {
    const phone = await context.newPage();
    await phone.goto(urls.phoneUrl);
    await expect(phone.locator('body')).toHaveAttribute('data-ready', 'true');
    const store = (await callAs('staff-1', '/session/get-my-store')).body as { name: string; city: string };
    await expect(phone.getByRole('link', { name: 'Zaplecze aplikacji' })).toHaveAttribute('href', urls.adminUrl);
    await expect(phone.getByText('Telefon testowy dostaje')).toBeVisible();
    await phone.getByRole('checkbox', { name: `· ${nameWithCity(store)}` }).check();
    await expect(phone.getByRole('status')).toContainText('1 subskrypcja');

    await speak(page, 'pl');
    await pollOften(page);
    await openAs(page, 'staff-1');
    await page.getByRole('link', { name: 'Nowe powiadomienie' }).click();
    await page.getByLabel('Tytuł').fill('Łakocie za pół ceny');
    await page.getByRole('textbox', { name: 'Treść' }).fill('Tylko dziś!\nZapraszamy.');
    const send = page.getByRole('button', { name: `Wyślij do klientów sklepu ${store.name} (` });
    await expect(send).toBeEnabled();
    await photograph(page, 'send-notification');
    await send.click();
    await expect(page).toHaveURL(/\/notification\/[a-z0-9]{24}$/);

    const push = phone.getByRole('button', { name: /Łakocie za pół ceny – Marszałkowska/ });
    await expect(push).toBeVisible();
    await expect(page.getByTestId('remaining')).toHaveAttribute('data-value', '0');
    await expect(page.getByText('100 %').first()).toBeVisible();
    await photograph(page, 'notification-details');
    const before = Number(await page.getByTestId('converted').getAttribute('data-value'));
    await push.click();
    await expect(phone.getByRole('dialog')).toContainText('Tylko dziś!');
    await expect.poll(async () => Number(await page.getByTestId('converted').getAttribute('data-value'))).toBeGreaterThan(before);
    await expect(phone.locator('#inbox')).toContainText('Łakocie za pół ceny');

    await page.goto(`${urls.adminUrl}/notification/new`);
    await expect(page.getByTestId('blocked')).toContainText('jedno powiadomienie dziennie');
  },
);

test(
  'the form previews an image as phones show it, and a phone shows a large upload scaled down',
  { tag: ['@E-09', '@FILE-13'] },
  async ({ page, context }) => {
    const store = await aStore({ name: 'Żabi Targ Obrazki' });
    const phone = await context.newPage();
    await phone.goto(urls.phoneUrl);
    await expect(phone.locator('body')).toHaveAttribute('data-ready', 'true');
    const secret = await phone.evaluate(() => (JSON.parse(localStorage.getItem('endcap.device') ?? '{}') as { secret: string }).secret);
    await onPhone(deviceRoutes.change, { secret, body: { notificationStoreIds: [store._id] } });

    await openAs(page, 'admin', `${urls.adminUrl}/notification/new`);
    const preview = page.getByRole('figure').getByRole('img', { name: 'Obraz powiadomienia' });
    const choose = async (name: string, mimeType: string, buffer: Buffer): Promise<string> => {
      const answered = page.waitForResponse('**/api/v1/file-upload');
      await page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
      return ((await (await answered).json()) as { file: string }).file;
    };
    await choose('x.gif', 'image/gif', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'));
    await expect(page.getByText('Telefony nie odtwarzają animacji')).toBeVisible();
    await expect(preview).toHaveJSProperty('naturalWidth', 1);
    await page.getByRole('button', { name: 'Usuń: Obraz (opcjonalnie)' }).click();
    const image = await choose('x.bmp', 'image/bmp', noise(1_400, 800));
    await expect(preview).toHaveJSProperty('naturalWidth', 1_280);

    const validUntil = new Date(Date.now() + 86_400_000).toISOString();
    const body = { title: 'Duży obrazek', content: 'Tylko dziś', image, validUntil };
    expect((await callAs('admin', editor, { method: 'POST', store: store._id, body })).status).toBe(201);
    const push = phone.getByRole('button', { name: /Duży obrazek/ });
    await expect(push.locator('img')).toHaveJSProperty('naturalWidth', 1_280);
    expect((await callAs('admin', `/api/v1/store-editor/${store._id}`, { method: 'DELETE' })).status).toBe(204);
  },
);

test("done when: an administrator to a group minus a store; the gateway's ledger agrees with the screen", async ({ page }) => {
  await pollOften(page);
  await openAs(page, 'admin', `${urls.adminUrl}/notification/new`);
  await page.getByLabel('Tytuł').fill('Śląsk bez Opola');
  await page.getByRole('textbox', { name: 'Treść' }).fill('Tylko w wybranych sklepach');
  await page.getByRole('radio', { name: 'Tylko wybrane sklepy' }).check();
  await page.getByRole('combobox', { name: 'Uwzględnij grupy sklepów' }).fill('slask');
  await page.getByRole('option').click();
  await page.getByRole('combobox', { name: 'Wyklucz sklepy' }).fill('opole');
  await page.getByRole('option').click();
  await expect(page.getByTestId('scope-banner')).toHaveText('Powiadomienie trafi do wybranych odbiorców');
  // The day's one send without a store belongs to the test of "everyone"; a test shows the same targeting.
  await page.getByRole('button', { name: 'Wyślij test' }).click();
  await expect(page).toHaveURL(/\/notification\/[a-z0-9]{24}$/);
  await expect(page.locator('dd').getByText('Śląsk', { exact: true })).toBeVisible();
  await expect(page.locator('dd').getByText('Koszyk Opole Krakowska')).toBeVisible();
  await expect(page.getByTestId('remaining')).toHaveAttribute('data-value', '0');
  const id = page.url().split('/').at(-1) ?? '';
  const { details } = (await callAs('admin', `${editor}/${id}`)).body as { details: { successful: number } };
  const ledger: { devices: number; visibleAtMost: number } = await (await fetch(`${urls.gatewayControlUrl}/ledger/n${id}`)).json();
  expect(ledger).toMatchObject({ devices: details.successful, visibleAtMost: 1 });
});

test(
  'the phone shows the feed for its store, segments and version: pinned first, tabs, opened items, markdown and deep links',
  { tag: ['@APP-05', '@APP-13'] },
  async ({ page }) => {
    await page.setViewportSize({ width: 900, height: 900 });
    await page.goto(urls.phoneUrl);
    await expect(page.locator('body')).toHaveAttribute('data-ready', 'true');
    await page.getByRole('button', { name: 'Otwórz aplikację' }).click();
    // Each popup is shown and reported once.
    const popup = page.getByRole('dialog', { name: 'Popup' });
    await expect(popup).toContainText('Witaj w Koszyku!');
    while (await popup.isVisible()) await popup.getByRole('button', { name: 'Zamknij' }).click();
    const app = page.getByRole('region', { name: 'Aplikacja' });
    const cards = app.locator('.card');
    await expect(cards.first()).toContainText('Gazetka tygodnia');
    await expect(cards.first()).toContainText('Przypięte');
    await photograph(page, 'phone-feed');
    await expect(cards.filter({ hasText: 'Tankuj taniej' })).toHaveCount(0);
    // A store with a petrol station, and one of the eastern group, which the coupon leaves out.
    await page
      .getByLabel('Mój sklep')
      .selectOption((await page.locator('#main option', { hasText: 'Koszyk Kraków Złotego Wieku' }).getAttribute('value')) ?? '');
    await app.getByRole('button', { name: 'Akcje' }).click();
    await expect(cards.filter({ hasText: 'Tankuj taniej' })).toBeVisible();
    await app.getByRole('button', { name: 'Kupony' }).click();
    await expect(cards.filter({ hasText: 'Kupon za zakupy od 100 zł' })).toBeVisible();
    await expect(cards.filter({ hasText: 'Kawa' })).toHaveCount(0);
    await page.getByLabel('Segmenty').fill('Miłośnicy kawy');
    await page.getByLabel('Segmenty').press('Tab');
    await expect(cards.filter({ hasText: 'Kawa −30 %' })).toBeVisible();
    await app.getByRole('button', { name: 'Start' }).click();
    await cards.filter({ hasText: 'Owoce i warzywa' }).click();
    const opened = page.getByRole('dialog', { name: 'Otwarte' });
    await opened.getByRole('button', { name: 'gazetkę tygodnia' }).click();
    await expect(opened.locator('strong')).toHaveText('200 promocji');
    await opened.getByRole('button', { name: 'Zamknij' }).click();
    await page.getByLabel('Wersja aplikacji').fill('3.1.0');
    await page.getByLabel('Wersja aplikacji').press('Tab');
    await expect(cards).toHaveText([/Zaktualizuj aplikację/]);
    // APP-06: a popup that was shown as often as it may be is not shown again.
    await page.getByRole('button', { name: 'Ekran blokady' }).click();
    await page.getByRole('button', { name: 'Otwórz aplikację' }).click();
    await expect(popup).toContainText('gazetka');
    await expect(popup).not.toContainText('Witaj');
    while (await popup.isVisible()) await popup.getByRole('button', { name: 'Zamknij' }).click();
    // APP-07, APP-08, APP-12: the campaign, stores by distance, and the assistant.
    await app.getByRole('button', { name: 'Lojalność' }).click();
    // Other tests change thresholds and questions at the same time; the banner stays.
    await expect(app.locator('.campaign img')).toBeVisible();
    await expect(app.locator('.campaign a').first()).toHaveAttribute('href', /^\/files\//);
    await photograph(page, 'phone-campaign');
    await app.getByRole('button', { name: 'Sklepy' }).click();
    await expect(app.locator('.store').first()).toContainText('Koszyk Kraków Złotego Wieku');
    await expect(app.locator('.store').first()).toContainText('0 km');
    await app.getByRole('button', { name: 'Asystent' }).click();
    await app.getByRole('textbox', { name: 'Pytanie do asystenta' }).fill('Ile mam czasu na zwrot?');
    await app.getByRole('button', { name: 'Wyślij' }).click();
    await expect(app.locator('.talk [data-role=assistant]')).toContainText('14 dni');
    await photograph(page, 'phone-assistant');
    await page.route('**/assistant/threads/*/messages', (route) => route.fulfill({ status: 429, headers: { 'retry-after': '30' } }));
    await app.getByRole('textbox', { name: 'Pytanie do asystenta' }).fill('A do kiedy?');
    await app.getByRole('button', { name: 'Wyślij' }).click();
    await expect(app.locator('.talk [data-role=assistant]').last()).toContainText('Za dużo pytań');
  },
);

test('a new phone is connected with the first store in one click', async ({ page }) => {
  await page.goto(urls.phoneUrl);
  await expect(page.locator('body')).toHaveAttribute('data-ready', 'true');
  await page.getByRole('button', { name: /^Połącz ze sklepem \d+ · / }).click();
  await expect(page.getByRole('status')).toContainText('1 subskrypcja');
  await expect(page.getByRole('checkbox', { checked: true }).and(page.locator('#stores input'))).toHaveCount(1);
  await expect(page.getByLabel('Mój sklep')).not.toHaveValue('');
  await expect(page.getByRole('button', { name: /^Połącz ze sklepem/ })).toBeHidden();
});

/** The part of the phone kit that the next test calls. */
type Kit = {
  start: (facts: Omit<RegisterDevice, 'installId'>) => Promise<Device>;
  change: (patch: ChangeDevice) => Promise<Device>;
  me: () => Promise<{ value: Device }>;
};

test('a phone that gets a new push token and an app update keeps its stores, segments and user', { tag: ['@E-01'] }, async ({ page }) => {
  await page.goto(urls.phoneUrl);
  await expect(page.locator('body')).toHaveAttribute('data-ready', 'true');
  const boxes = page.locator('#stores input');
  // One after the other: each box sends the whole list.
  for (const [at, count] of [
    [0, '1 subskrypcja'],
    [1, '2 subskrypcje'],
  ] as const) {
    await boxes.nth(at).check();
    await expect(page.getByRole('status')).toContainText(count);
  }
  const chosen = await page
    .locator('#stores input:checked')
    .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
  const main = page.getByLabel('Mój sklep');
  await main.selectOption(chosen[0] ?? '');
  await page.getByLabel('Segmenty').fill('Miłośnicy kawy');
  await page.getByLabel('Segmenty').press('Tab');
  await page.getByLabel('Wersja aplikacji').fill('3.4.1');
  await page.getByLabel('Wersja aplikacji').press('Tab');
  await expect(page.getByRole('status')).toContainText('3.4.1 · 2 subskrypcje');

  // The calls of an app to the phone kit after an update, and after the push service issues a new token.
  await page.evaluate(async () => {
    const elements = '/elements.js';
    const { kit } = (await import(elements)) as { kit: Kit };
    await kit.change({ userId: 'anna' });
    await kit.start({ platform: 'android', appVersion: '3.5.0', push: { kind: 'token', value: `refreshed-${crypto.randomUUID()}` } });
    await kit.change({ push: { kind: 'token', value: `refreshed-${crypto.randomUUID()}` } });
  });
  const stored = () =>
    page.evaluate(async () => {
      const elements = '/elements.js';
      const { kit } = (await import(elements)) as { kit: Kit };
      return (await kit.me()).value;
    });
  await expect.poll(stored).toMatchObject({
    appVersion: '3.5.0',
    mainStoreId: chosen[0],
    notificationStoreIds: chosen.toSorted(),
    segments: ['Miłośnicy kawy'],
    userId: 'anna',
  });
  await page.reload();
  await expect(page.locator('body')).toHaveAttribute('data-ready', 'true');
  await expect(page.getByRole('status')).toContainText('3.5.0 · 2 subskrypcje');
  await expect(main).toHaveValue(chosen[0] ?? '');
  await expect(page.getByLabel('Segmenty')).toHaveValue('Miłośnicy kawy');
  await expect(page.locator('#stores input:checked')).toHaveCount(2);
});
