import { deviceRoutes } from '@endcap/contract/devices';
import { notificationRoutes } from '@endcap/contract/notifications';
import type { Page } from '@playwright/test';
import { loseAnswer } from './lost-answer.ts';
import { aPhone, onPhone } from './phones.ts';
import { read, aStore, callAs, editor, expect, expectPresentable, openAs, speak, test, urls } from './product.ts';
import { seeded } from './seeded.ts';

const stored = (notificationId: string) => read('admin', notificationRoutes.details, { params: { notificationId } });
const open = async (page: Page, id: string, person = 'admin'): Promise<void> => {
  await openAs(page, person, `${urls.adminUrl}/notification/${id}`);
};
const value = (page: Page, name: string) => page.getByTestId(name);
/** Changes what the details call answers, on top of the real answer. */
const answerWith = (page: Page, id: string, change: (body: Record<string, unknown>, n: number) => Record<string, unknown>) => {
  let n = 0;
  return page.route(`**${editor}/${id}`, async (route) => {
    const body: Record<string, unknown> = await (await route.fetch()).json();
    await route.fulfill({ json: { ...body, ...change(body, (n += 1)) } });
  });
};

// A poll may be under way when a test ends.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

test(
  'what was sent, to whom, and the counts of the database',
  {
    tag: [
      '@NOTIF-DET-01',
      '@NOTIF-DET-02',
      '@NOTIF-DET-04',
      '@NOTIF-DET-07',
      '@NOTIF-DET-19',
      '@NOTIF-DET-20',
      '@NOTIF-DET-21',
      '@NOTIF-DET-22',
      '@NOTIF-DET-23',
      '@NOTIF-DET-24',
      '@NOTIF-DET-25',
      '@NOTIF-DET-35',
      '@NOTIF-DET-37',
      '@NAV-06',
    ],
  },
  async ({ page }) => {
    const id = await seeded('Weekend z rabatem');
    await open(page, id);
    await expect(page.getByRole('heading', { name: 'Weekend z rabatem 20 %' })).toBeVisible();
    const counted = ['successful', 'remaining', 'failed', 'converted'] as const;
    const shown = () => Promise.all(counted.map((name) => value(page, name).getAttribute('data-value')));
    // The demo chain may still be sending.
    await expect(async () => {
      const { details } = await stored(id);
      expect(await shown()).toEqual(counted.map((name) => String(details?.[name])));
    }).toPass();
    await expect(page.getByRole('img', { name: /^Dostarczone [\d\s]+, pozostałe [\d\s]+, nieudane [\d\s]+$/ })).toBeVisible();
    await expect(page.getByText('Postęp', { exact: true })).toBeVisible();
    await expect(value(page, 'conversion')).toHaveText(/^\d+(,\d)?\s%$/);
    // What it did not have tells nothing (NOTIF-DET-37).
    await expect(page.locator('dt')).toHaveText(['Treść', 'Typ sklepów']);
    await expect(page.getByText('Przyczyny niepowodzeń')).toBeVisible();
    await page.getByRole('link', { name: 'Powiadomienia', exact: true }).click();
    await expect(page).toHaveURL(/\/notification$/);
  },
);

const stopped = { state: 'stopped', since: null, pauseReason: null };
const credential = ['The push service refused our credentials. 401 THIRD_PARTY_AUTH_ERROR'];

for (const [person, step] of [
  ['admin', 'Sprawdź klucz usługi push'],
  ['staff-1', 'Zgłoś to administratorowi'],
] as const)
  test(
    `a failed send is never "sent" nor 100 %, its cause stands once, with what ${person} can do`,
    { tag: ['@D-04'] },
    async ({ page }) => {
      const id = await seeded('Świeży chleb');
      await answerWith(page, id, () => ({
        errors: credential,
        sending: stopped,
        details: { successful: 0, remaining: 0, failed: 500, converted: 0 },
        failures: [{ reason: 'credential', count: 500 }],
      }));
      await open(page, id, person);
      await expect(page.getByTestId('standing')).toHaveText('Nie wysłano');
      await expect(page.getByRole('main')).not.toContainText('Wysłano');
      await expect(page.getByRole('main')).not.toContainText(/100\s%/);
      await expect(page.getByRole('img', { name: /^Nie wysłano\. Dostarczone 0, pozostałe 0, nieudane 500$/ })).toBeVisible();
      await expect(page.getByText('Usługa push odrzuciła dane dostępowe.')).toHaveCount(1);
      await expect(page.getByRole('alert')).toContainText(step);
      await expect(page.getByRole('link', { name: 'Popraw i wyślij ponownie' })).toHaveAttribute('href', `/notification/new?from=${id}`);
      if (person === 'admin') await expect(page.getByRole('main')).not.toContainText('Zgłoś to administratorowi');
      await expectPresentable(page, `notification-failed-${person}`);
    },
  );

test(
  'equal errors are one line with their number, ten at once, the rest on demand, nothing cut off',
  { tag: ['@D-4A', '@NOTIF-DET-18', '@ux-7'] },
  async ({ page }) => {
    const id = await seeded('Kupon 15 zł');
    const long = 'x'.repeat(300);
    await answerWith(page, id, () => ({
      title: `Kupon ${'bardzo'.repeat(30)}`,
      errors: [
        ...Array.from({ length: 499 }, (_, n) => `The push service refused the content of the notification. błąd ${n} ${long}`),
        ...Array.from({ length: 500 }, () => 'inny błąd'),
      ],
    }));
    await open(page, id);
    const alert = page.getByRole('alert');
    await expect(alert.getByRole('listitem')).toHaveCount(10);
    await expect(alert.getByRole('listitem').first()).toHaveText('500 × inny błąd');
    await page.setViewportSize({ width: 360, height: 800 });
    for (const part of [page.getByRole('heading', { level: 1 }), alert.getByRole('listitem').last()])
      expect(await part.evaluate((element) => element.getBoundingClientRect().right)).toBeLessThanOrEqual(360);
    await alert.getByRole('button', { name: 'Pokaż pozostałe 490' }).press('Enter');
    const rest = page.getByRole('region', { name: 'Pozostałe błędy' });
    // D-45, WCAG 2.4.3: the button is gone, what it showed has the focus.
    await expect(rest).toBeFocused();
    // The height of rows that were never in view is a guess: the end moves away while one gets there.
    await expect(async () => {
      await page.keyboard.press('End');
      await expect(rest.getByRole('listitem').filter({ hasText: 'błąd 498' })).toBeVisible({ timeout: 500 });
    }).toPass();
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(9_000);
    expect(await rest.getByRole('listitem').count()).toBeLessThan(60);
    // Away from what shows a tooltip.
    await page.mouse.move(1_200, 30);
    await expectPresentable(page, 'notification-errors');
  },
);

/** What the page asked for until now has been asked. */
const settled = (page: Page) => page.evaluate(async () => void (await fetch('/healthz')));

test(
  'waiting becomes delivered by polling every 3 s, failures are passed over, leaving ends it',
  {
    tag: [
      '@NOTIF-DET-03',
      '@NOTIF-DET-16',
      '@NOTIF-DET-26',
      '@NOTIF-DET-27',
      '@NOTIF-DET-28',
      '@NOTIF-DET-29',
      '@NOTIF-DET-31',
      '@ERR-13',
      '@STATE-05',
      '@STATE-06',
      '@STATE-07',
      '@STATE-08',
      '@CONST-04',
    ],
  },
  async ({ page }) => {
    const id = await seeded('Nowa gazetka');
    await page.clock.install();
    let answer = (): void => {};
    const slow = new Promise<void>((resolve) => (answer = resolve));
    const times: number[] = [];
    let underWay = 0;
    let most = 0;
    await page.route(`**${editor}/${id}`, async (route) => {
      times.push(Date.now());
      most = Math.max(most, (underWay += 1));
      const n = times.length;
      const body: Record<string, unknown> = await (await route.fetch()).json();
      if (n === 2) await slow;
      if (n === 3) await route.fulfill({ status: 500, json: {} });
      else await route.fulfill({ json: { ...body, title: '', ...(n < 4 && { details: null, notificationIds: [] }) } });
      underWay -= 1;
    });
    await open(page, id);
    await expect(page.getByRole('heading', { name: 'Brak tytułu' })).toBeVisible();
    await expect(page.getByText('Oczekiwanie na wyniki')).toBeVisible();
    await expect.poll(() => times.length).toBe(2);
    // Whoever did not wait for the answer would ask again.
    await page.clock.fastForward(3_500);
    await settled(page);
    answer();
    await expect(value(page, 'successful')).toBeVisible();
    await expect(page.getByText('Oczekiwanie na wyniki')).toHaveCount(0);
    await expect(page.getByRole('alert')).toHaveCount(0);
    const before = times.length;
    await expect.poll(() => times.length).toBeGreaterThan(before);
    expect(most).toBe(1);
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(2_700);
    await page.getByRole('link', { name: 'Powiadomienia', exact: true }).click();
    await expect(page.getByRole('row').getByRole('link').first()).toBeVisible();
    const left = times.length;
    await page.clock.fastForward(3_600);
    await settled(page);
    expect(times.length).toBe(left);
  },
);

test(
  'the end of validity is edited, never overwritten by a poll, saved and there after a reload',
  { tag: ['@NOTIF-DET-12', '@NOTIF-DET-13', '@NOTIF-DET-14', '@NOTIF-DET-30', '@ERR-01', '@STATE-09', '@GEN-10', '@A-30'] },
  async ({ page }) => {
    const id = await seeded('Zmiana godzin otwarcia');
    await page.clock.install();
    await open(page, id);
    const field = page.getByLabel('Ważne do');
    await expect(field).toHaveValue(/^\d{4}-\d{2}-\d{2}$/);
    // The other spellings are tested on the form (notification-details.form.test.tsx).
    await test.step('what is no date is refused at the field', async () => {
      await field.fill('31.02.2088');
      await field.press('Tab');
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      await expect(page.getByRole('button', { name: 'Zapisz datę' })).toBeDisabled();
    });
    await field.fill('2088-03-28');
    await field.press('Tab');
    const polled = page.waitForResponse(`**${editor}/${id}`);
    await page.clock.fastForward(3_300);
    await polled;
    await expect(field).toHaveValue('2088-03-28');
    const patch = page.waitForRequest((request) => request.method() === 'PATCH');
    await page.getByRole('button', { name: 'Zapisz datę' }).click();
    expect((await patch).postDataJSON()).toEqual({ validUntil: '2088-03-28' });
    const toast = page.locator('.mantine-Notification-root');
    await expect(toast).toContainText('Powiadomienie zaktualizowane');
    await expect(toast).toContainText('Zapisano nową datę ważności');
    await page.reload();
    await expect(field).toHaveValue('2088-03-28');
    expect((await stored(id)).validUntil).toBe('2088-03-27T23:00:00.000Z');
  },
);

test(
  'of a saved date whose answer is lost nobody says that it was not saved, and the field shows what became of it',
  { tag: ['@NOTIF-DET-15', '@ux-22'] },
  async ({ page }) => {
    const id = await seeded('Dynie za');
    await open(page, id);
    await loseAnswer(page, `**${editor}/${id}`);
    const field = page.getByLabel('Ważne do');
    await field.fill('2088-05-06');
    await field.press('Tab');
    await page.getByRole('button', { name: 'Zapisz datę' }).click();
    const toast = page.locator('.mantine-Notification-root');
    await expect(toast).toContainText('Serwer tego nie potwierdził');
    await expect(toast).not.toContainText('nie zostało zaktualizowane');
    expect((await stored(id)).validUntil).toBe('2088-05-05T22:00:00.000Z');
    await expect(field).toHaveValue('2088-05-06');
    const save = page.getByRole('button', { name: 'Zapisz datę' });
    await expect(save).toBeDisabled();
    // Another date is then typed over one's own.
    await field.fill('2088-05-08');
    await field.press('Tab');
    await save.click();
    await expect.poll(async () => (await stored(id)).validUntil).toBe('2088-05-07T22:00:00.000Z');
    await expect(page.getByText('W międzyczasie ktoś zapisał')).toBeHidden();
  },
);

test(
  'a date that somebody else changed meanwhile is shown, and replacing it takes a second Save',
  { tag: ['@A-106'] },
  async ({ page }) => {
    const id = await seeded('Druga kawa');
    await open(page, id);
    const field = page.getByLabel('Ważne do');
    await field.fill('2088-07-07');
    await field.press('Tab');
    await callAs('admin', `${editor}/${id}`, { method: 'PATCH', body: { validUntil: '2088-06-06' } });
    await page.getByRole('button', { name: 'Zapisz datę' }).click();
    await expect(page.getByText('W międzyczasie ktoś zapisał 2088-06-06. Zapisz ponownie, aby to zastąpić.')).toBeVisible();
    await expect(field).toHaveValue('2088-07-07');
    await page.getByRole('button', { name: 'Zapisz datę' }).click();
    await expect.poll(async () => (await stored(id)).validUntil).toBe('2088-07-06T22:00:00.000Z');
  },
);

test(
  'what can be done stands in one row, also at 360 px, what ends the send last',
  { tag: ['@ux-24', '@delivery.md-10'] },
  async ({ page }) => {
    const id = await seeded('Weekend z rabatem');
    const details = { successful: 10, remaining: 20, failed: 0, converted: 0 };
    const since = new Date().toISOString();
    let sending: Record<string, unknown> = {};
    await answerWith(page, id, () => ({ details, sending }));
    // What else can be made of it is behind a button without words, joined to the one with the words.
    for (const [state, width, actions] of [
      ['sending', 1400, ['Wstrzymaj', 'Wyślij ponownie', '', 'Anuluj wysyłkę']],
      ['sending', 360, ['Wstrzymaj', 'Wyślij ponownie', '', 'Anuluj wysyłkę']],
      ['paused', 1400, ['Wznów', 'Wyślij ponownie', '', 'Anuluj wysyłkę']],
      ['finished', 1400, ['Wyślij ponownie', '']],
    ] as const) {
      sending = { state, since, pauseReason: state === 'paused' ? 'operator' : null };
      await page.setViewportSize({ width, height: 900 });
      await open(page, id);
      const row = page.getByRole('main').getByRole('group', { name: 'Czynności' });
      const all = row.locator('a, button');
      await expect(all).toHaveText([...actions]);
      const tops = await all.evaluateAll((elements) => elements.map((element) => Math.round(element.getBoundingClientRect().top)));
      expect(new Set(tops).size).toBe(1);
    }
  },
);

test('deleted stores and groups keep their last name and say that they are deleted', { tag: ['@D-38', '@A-72'] }, async ({ page }) => {
  const id = await seeded('Próba: Mikołajki');
  await answerWith(page, id, () => ({
    includeStores: ['gonestore', 'keptstore'],
    excludeStoreGroups: ['gonegroup'],
    names: { gonestore: 'Zamknięty, Łódź', keptstore: 'Otwarty, Łódź', gonegroup: 'Nocne' },
    deleted: ['gonestore', 'gonegroup'],
  }));
  await open(page, id);
  await expect(page.getByTitle('gonestore')).toHaveText('Zamknięty, Łódź (usunięty)');
  await expect(page.getByTitle('keptstore')).toHaveText('Otwarty, Łódź');
  await expect(page.getByTitle('gonegroup')).toHaveText('Nocne (usunięta)');
  await expectPresentable(page, 'notification-deleted-names');
});

test("staff edit their store's date and cannot see another store's", { tag: ['@NOTIF-DET-39', '@ROLE-18'] }, async ({ page }) => {
  const [own, other] = [await seeded('Świeży chleb'), await seeded('Druga kawa')];
  await open(page, own, 'staff-1');
  await page.getByLabel('Ważne do').fill('2088-02-02');
  await page.getByLabel('Ważne do').press('Tab');
  await page.getByRole('button', { name: 'Zapisz datę' }).click();
  await expect(page.locator('.mantine-Notification-root')).toContainText('Zapisano nową datę ważności');
  await page.goto(`${urls.adminUrl}/notification/${other}`);
  await expect(page.getByText('Nie ma takiego powiadomienia')).toBeVisible();
});

const stuckPhones: string[] = [];
const stuckStores: string[] = [];
// Others send to everyone and list all stores.
test.afterEach(async () => {
  for (const secret of stuckPhones.splice(0)) await onPhone(deviceRoutes.change, { secret, body: { push: null } });
  for (const id of stuckStores.splice(0))
    expect((await callAs('admin', `/api/v1/store-editor/${id}`, { method: 'DELETE' })).status).toBe(204);
});

/** A notification whose phones never get through: the gateway answers 503 for their addresses. */
const stuck = async (name: string): Promise<string> => {
  const store = await aStore({ name });
  stuckStores.push(store._id);
  for (const n of [1, 2, 3]) {
    const push = { kind: 'token', value: `busy-${store._id}-${n}` };
    const secret = await aPhone({ platform: 'android', push });
    stuckPhones.push(secret);
    await onPhone(deviceRoutes.change, { secret, body: { notificationStoreIds: [store._id] } });
  }
  const validUntil = new Date(Date.now() + 86_400_000).toISOString();
  const { body } = await callAs('admin', editor, {
    method: 'POST',
    store: store._id,
    body: { title: name, content: 'Pieczywo prosto z pieca', validUntil },
  });
  return (body as { _id: string })._id;
};

test('delivery.md 10: sending is paused, resumed and cancelled from the screen, each after a question, by keyboard too', async ({
  page,
}) => {
  const id = await stuck('Żar, sterowanie');
  await open(page, id);
  await expect(value(page, 'remaining')).toHaveAttribute('data-value', '3');
  await page.getByRole('button', { name: 'Wstrzymaj', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Pozostałe urządzenia (3)');
  // The harmless answer has the focus.
  await expect(dialog.getByRole('button', { name: 'Anuluj' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Wysyłka wstrzymana' })).toBeVisible();
  await expectPresentable(page, 'notification-paused');
  await page.getByRole('button', { name: 'Wznów', exact: true }).click();
  await dialog.getByRole('button', { name: 'Wznów wysyłkę' }).click();
  await expect(page.getByRole('button', { name: 'Wstrzymaj', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Anuluj wysyłkę' }).click();
  await dialog.getByRole('button', { name: 'Nie anuluj' }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Anuluj wysyłkę' }).click();
  await dialog.getByRole('button', { name: 'Anuluj wysyłkę' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Wysyłka anulowana' })).toBeVisible();
  await expect(value(page, 'failed')).toHaveAttribute('data-value', '3');
  await expect(page.getByText('Te urządzenia nie dostaną tego powiadomienia.')).toBeVisible();
  await expectPresentable(page, 'notification-cancelled');
  await expect(page.getByRole('button', { name: 'Wstrzymaj' })).toHaveCount(0);
});

test('delivery.md 6, 10: a silent push service and the safety brake say so; a step that comes too late says why', async ({ page }) => {
  const id = await stuck('Żar, cisza');
  const since = new Date().toISOString();
  await answerWith(page, id, (_, n) => ({
    sending: n < 3 ? { state: 'waiting', since, pauseReason: null } : { state: 'paused', since, pauseReason: 'deadTokens' },
    failures: [
      { reason: 'internal', count: 2 },
      { reason: 'expired', count: 40 },
    ],
  }));
  await open(page, id);
  await expect(page.getByRole('status').filter({ hasText: 'Usługa push nie odpowiada od' })).toContainText('Nikt nie został pominięty');
  await expect(page.getByText('Następnym razem ustaw późniejszą datę ważności.')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'ponad 30 % ostatnich adresów' })).toBeVisible();
  await expectPresentable(page, 'notification-brake');
  await page.getByRole('button', { name: 'Wznów', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Wznów wysyłkę' }).click();
  await expect(page.getByRole('dialog')).toContainText('Za późno');
  await callAs('admin', `${editor}/${id}/cancel`, { method: 'POST' });
});

test('a stopped send is sent to the rest after a question that names how many, in both languages', { tag: ['@D-01'] }, async ({ page }) => {
  const id = await seeded('Kupon 15 zł');
  const stopped = {
    details: { successful: 15_246, remaining: 0, failed: 84_754, converted: 1_204 },
    errors: ['The push service refused our credentials. 403 PERMISSION_DENIED'],
    validUntil: new Date(Date.now() + 86_400_000).toISOString(),
    sending: { state: 'stopped', since: null, pauseReason: null },
    failures: [
      { reason: 'stopped', count: 83_000 },
      { reason: 'refused', count: 954 },
      { reason: 'credential', count: 800 },
    ],
  };
  let asked = 0;
  await answerWith(page, id, () => (asked === 2 ? {} : stopped));
  await page.route(`**${editor}/${id}/continue`, async (route) => {
    asked += 1;
    if (asked === 1) await route.fulfill({ status: 409, json: { error: { code: 'not_stopped', message: 'x' } } });
    else
      await route.fulfill({
        json: {
          ...(await stored(id)),
          ...stopped,
          errors: [],
          sending: { state: 'sending', since: null, pauseReason: null },
        },
      });
  });
  await open(page, id);
  const standing = page.getByRole('status').filter({ hasText: 'Wysyłka zatrzymana' });
  await expect(standing).toContainText(/83\s800/);
  await expectPresentable(page, 'notification-stopped');
  await page.getByRole('button', { name: 'Wyślij do pozostałych' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(/nie dotarło \(83\s800\), i do żadnych innych/);
  await expect(dialog.getByRole('button', { name: 'Anuluj' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Wyślij do pozostałych' }).click();
  await expect(dialog).toContainText('Za późno');
  await dialog.getByRole('button', { name: 'Anuluj' }).click();
  await page.getByRole('button', { name: 'Wyślij do pozostałych' }).click();
  await dialog.getByRole('button', { name: 'Wyślij do pozostałych' }).click();
  await expect(dialog).toHaveCount(0);
  asked = 0;
  await page.evaluate(() => localStorage.setItem('endcap.language', JSON.stringify('en')));
  await page.reload();
  await page.getByRole('button', { name: 'Send to the rest' }).click();
  await expect(dialog).toContainText('(83,800) and to no others');
});

for (const [language, text] of [
  ['pl', 'Baza danych została odtworzona z kopii'],
  ['en', 'The database was restored from a copy'],
] as const)
  test(`a restored copy of the database says so and what to do (${language})`, { tag: ['@F53'] }, async ({ page }) => {
    const id = await seeded('Weekend z rabatem');
    await answerWith(page, id, () => ({
      details: { successful: 4_310, remaining: 7_642, failed: 48, converted: 211 },
      sending: { state: 'paused', since: new Date().toISOString(), pauseReason: 'restored' },
      failures: [
        { reason: 'deadToken', count: 40 },
        { reason: 'expired', count: 8 },
      ],
    }));
    await speak(page, language);
    await openAs(page, 'admin', `${urls.adminUrl}/notification/${id}`);
    await expect(page.getByRole('status').filter({ hasText: text })).toBeVisible();
    await expectPresentable(page, `notification-restored-${language}`);
  });

test(
  'the share that opened says of how many, errors can be copied, a date is saved once it is another',
  { tag: ['@ux-7', '@NOTIF-DET-14', '@NOTIF-DET-24'] },
  async ({ page }) => {
    const id = await seeded('Kupon 15 zł');
    await answerWith(page, id, () => ({
      details: { successful: 1485, remaining: 0, failed: 3, converted: 294 },
      errors: ['pierwszy błąd', 'drugi błąd'],
    }));
    await open(page, id);
    await expect(page.getByText(/^otwarto 294 z 1\s485$/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Kopiuj błędy' })).toBeEnabled();
    await expect(page.getByText(/^Ostatni dzień wyświetlania: .+\. Zmień datę, aby ją zapisać\.$/)).toBeVisible();
    await expectPresentable(page, 'notification-opened-of');
  },
);
