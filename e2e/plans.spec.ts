import { randomUUID } from 'node:crypto';
import { deviceRoutes } from '@endcap/contract/devices';
import { notificationRoutes } from '@endcap/contract/notifications';
import type { Page } from '@playwright/test';
import { dayAhead, instantAhead, UNTIL_TOMORROW } from './days.ts';
import { loseAnswer } from './lost-answer.ts';
import { aPhone, onPhone } from './phones.ts';
import { aStore, callAs, editor, expect, expectPresentable, openAs, read, speak, test, urls } from './product.ts';

const stored = (notificationId: string) => read('admin', notificationRoutes.details, { params: { notificationId } });
const later = (page: Page) => page.getByRole('radio', { name: 'Później' });
const start = (page: Page) => page.getByRole('textbox', { name: /^Początek wysyłki/ });
const planButton = (page: Page) => page.getByRole('button', { name: /^Zaplanuj/ });
const notice = (page: Page) => page.getByTestId('plan-notice');
const idIn = (page: Page): string => page.url().split('/').at(-1) ?? '';

/** A store of its own with a phone, so that no other test takes its days; the administrator selects it. */
const openForOwnStore = async (page: Page, name: string, path = '/notification/new'): Promise<string> => {
  const store = await aStore({ name: `Żabi Targ ${name}`, city: 'Żabia Wola' });
  const secret = await aPhone({ push: { kind: 'token', value: `plan-${randomUUID()}` } });
  await onPhone(deviceRoutes.change, { secret, body: { notificationStoreIds: [store._id] } });
  await openAs(page, 'admin', `${urls.adminUrl}${path}`);
  const select = page.getByRole('combobox', { name: /Selected store|Wybrany sklep/ });
  await select.fill(store.name);
  await page.getByRole('option').filter({ hasText: store.name }).click();
  return store._id;
};
const planned = async (facts: Record<string, unknown>, store?: string): Promise<string> => {
  const body = { title: 'Zaplanowane', content: 'Jutro o świcie', validUntil: instantAhead(90, '0:00'), ...facts };
  const answer = await callAs('admin', editor, { method: 'POST', body, ...(store && { store }) });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return (answer.body as { _id: string })._id;
};
const fill = async (page: Page, title: string): Promise<void> => {
  await page.getByRole('textbox', { name: 'Tytuł' }).fill(title);
  await page.getByRole('textbox', { name: 'Treść' }).fill('Od jutra rana');
  // What is typed is told a moment later; until then the bar changes its height, and what stands above it moves away from under the pointer.
  await expect(page.getByRole('button', { name: /^Wyślij do klientów sklepu/ })).toBeEnabled();
  await expect(page.getByTestId('audience')).toContainText('1 urządzenie');
};

test(
  'planned for tomorrow 7:30, found first, moved, changed as a whole and cancelled',
  { tag: ['@PLAN-01', '@PLAN-02'] },
  async ({ page }) => {
    await openForOwnStore(page, 'planów');
    await fill(page, 'Rano jabłka');
    await later(page).check();
    // Something that is nearly always meant is there; the end of validity follows the start.
    await expect(start(page)).toHaveValue(`${dayAhead(1)} 08:00`);
    await start(page).fill(`${dayAhead(30)} 7:30`);
    await expect(page.getByLabel('Ważne do')).toHaveValue(dayAhead(44));
    await start(page).fill(`${dayAhead(1)} 7:30`);
    await expect(page.getByText(new RegExp(`Wysyłka zacznie się .*07:30, ${UNTIL_TOMORROW}`))).toBeVisible();
    await expect(planButton(page)).toBeEnabled();
    await planButton(page).click();
    await expect(notice(page)).toContainText('Zaplanowano');
    await expect(page.getByTestId('standing')).toHaveText('Zaplanowano');
    const id = idIn(page);
    expect(await stored(id)).toMatchObject({ createdAt: instantAhead(1, '7:30'), sending: { state: 'planned' } });
    await expect(page.getByText('Oczekiwanie na wyniki')).toHaveCount(0);

    await page.getByRole('link', { name: 'Powiadomienia', exact: true }).click();
    await page.getByRole('button', { name: 'Zaplanowane' }).click();
    await expect(page).toHaveURL(/state=planned/);
    const row = page.getByRole('row').filter({ hasText: 'Rano jabłka' });
    await expect(row.getByTestId('planned')).toHaveText(new RegExp(`^Zaplanowano, ${UNTIL_TOMORROW}`));
    await expect(row).toContainText(`Start ${dayAhead(1)} 07:30`);
    await row.getByRole('link', { name: 'Rano jabłka', exact: true }).click();

    await page.getByRole('button', { name: 'Przesuń' }).click();
    const dialog = page.getByRole('dialog', { name: 'Przesunąć na inny termin?' });
    await expect(dialog.getByRole('button', { name: 'Przesuń' })).toBeDisabled();
    await start(page).fill(`${dayAhead(2)} 9:15`);
    await expect(dialog.getByRole('button', { name: 'Przesuń' })).toBeEnabled();
    await dialog.getByRole('button', { name: 'Przesuń' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(notice(page)).toContainText('09:15');
    expect(await stored(id)).toMatchObject({ createdAt: instantAhead(2, '9:15'), title: 'Rano jabłka' });

    await page.getByRole('link', { name: 'Zmień' }).click();
    await expect(page.getByRole('heading', { name: 'Plan powiadomienia' })).toBeVisible();
    await expect(start(page)).toHaveValue(`${dayAhead(2)} 09:15`);
    await expect(page.getByRole('button', { name: 'Wyślij test' })).toHaveCount(0);
    await page.getByRole('textbox', { name: 'Tytuł' }).fill('Rano gruszki');
    const save = page.getByRole('button', { name: 'Zapisz plan' });
    await expect(save).toBeEnabled();
    await save.click();
    await expect(page.getByRole('heading', { name: 'Rano gruszki' })).toBeVisible();

    await page.getByRole('button', { name: 'Anuluj plan' }).click();
    const question = page.getByRole('dialog', { name: 'Anulować plan?' });
    // The harmless choice has the focus.
    await expect(question.getByRole('button', { name: 'Nie anuluj' })).toBeFocused();
    await question.getByRole('button', { name: 'Anuluj plan' }).click();
    await expect(page.getByTestId('standing')).toHaveText('Wysyłka anulowana');
    expect(await stored(id)).toMatchObject({ sending: { state: 'cancelled' } });
  },
);

test(
  'a move or a cancellation whose answer is lost is not called a failure, and the page shows what became of it',
  { tag: ['@PLAN-02', '@ux-22'] },
  async ({ page }) => {
    const store = await openForOwnStore(page, 'zgubionych odpowiedzi');
    const id = await planned({ startsAt: instantAhead(3, '8:00') }, store);
    await page.goto(`${urls.adminUrl}/notification/${id}`);
    await page.getByRole('button', { name: 'Przesuń' }).click();
    const dialog = page.getByRole('dialog');
    await start(page).fill(`${dayAhead(4)} 9:15`);
    await loseAnswer(page, `**${editor}/${id}/move`);
    await dialog.getByRole('button', { name: 'Przesuń' }).click();
    await expect(dialog.getByRole('alert')).toContainText('nie wiadomo, czy się udało');
    await expect(dialog).not.toContainText('Nie udało się');
    await expect(page.getByTestId('plan-notice')).toContainText('09:15');
    await dialog.getByRole('button', { name: 'Anuluj', exact: true }).click();

    await page.getByRole('button', { name: 'Anuluj plan' }).click();
    await loseAnswer(page, `**${editor}/${id}/cancel?*`);
    await dialog.getByRole('button', { name: 'Anuluj plan' }).click();
    await expect(dialog.getByRole('alert')).toContainText('nie wiadomo, czy się udało');
    await expect(page.getByTestId('standing')).toHaveText('Wysyłka anulowana');
  },
);

test(
  'what cannot be planned is said in words, and an hour of a change of clocks is told apart',
  { tag: ['@PLAN-01'] },
  async ({ page }) => {
    await openForOwnStore(page, 'zegarów');
    await fill(page, 'Nocą');
    await later(page).check();
    for (const [typed, problem] of [
      [`${dayAhead(-1)} 8:00`, 'Ta chwila już minęła'],
      [`${dayAhead(70)} 8:00`, 'Najwyżej 60 dni naprzód'],
      ['jutro rano', 'To nie jest dzień i godzina; wpisz np. 2026-12-15 7:30'],
      ['', 'Podaj dzień i godzinę'],
    ] as const) {
      await start(page).fill(typed);
      await expect(page.getByText(problem)).toBeVisible();
      await expect(planButton(page)).toBeDisabled();
    }
    await start(page).fill('2083-10-31 2:30');
    const first = page.getByRole('button', { name: 'Pierwszy raz (czas letni)' });
    const second = page.getByRole('button', { name: 'Drugi raz (czas zimowy)' });
    await expect(first).toHaveAttribute('aria-pressed', 'true');
    await second.click();
    await expect(second).toHaveAttribute('aria-pressed', 'true');
    await expect(start(page)).toHaveValue('2083-10-31 02:30');
    await start(page).fill('2083-03-28 2:30');
    await expect(page.getByText('Tej nocy zegary idą do przodu: godziny od 2:00 do 2:59 nie ma.')).toBeVisible();
    // What was chosen goes, what was typed stays.
    await start(page).fill(`${dayAhead(3)} 6:00`);
    await page.getByRole('radio', { name: 'Teraz', exact: true }).check();
    await expect(page.getByRole('button', { name: /^Wyślij do klientów sklepu/ })).toBeVisible();
    await later(page).check();
    await expect(start(page)).toHaveValue(`${dayAhead(3)} 06:00`);
  },
);

test('a day that has its notification says so, and its own plan may keep it', { tag: ['@PLAN-01'] }, async ({ page }) => {
  const store = await openForOwnStore(page, 'dni');
  const id = await planned({ startsAt: instantAhead(5, '10:00') }, store);
  await fill(page, 'Drugie tego dnia');
  await later(page).check();
  await start(page).fill(`${dayAhead(5)} 17:00`);
  await expect(page.getByTestId('blocked')).toContainText('Na ten dzień jest już powiadomienie');
  await expect(planButton(page)).toBeDisabled();
  await start(page).fill(`${dayAhead(6)} 17:00`);
  await expect(planButton(page)).toBeEnabled();
  await page.goto(`${urls.adminUrl}/notification/new?plan=${id}`);
  await start(page).fill(`${dayAhead(5)} 18:00`);
  await expect(page.getByRole('button', { name: 'Zapisz plan' })).toBeEnabled();
  // Somebody else was faster: nothing is overwritten.
  const rival = { title: 'Inna', content: 'C', validUntil: instantAhead(90, '0:00'), startsAt: instantAhead(5, '11:00') };
  expect((await callAs('admin', `${editor}/${id}/plan`, { method: 'PUT', body: rival })).status).toBe(200);
  await page.getByRole('button', { name: 'Zapisz plan' }).click();
  await expect(page.getByText('Ktoś zmienił ten plan w międzyczasie.')).toBeVisible();
  expect(await stored(id)).toMatchObject({ title: 'Inna' });
});

test('a plan that names a deleted store is moved; losing its exclusion is asked about', { tag: ['@E-06'] }, async ({ page }) => {
  const [gone, kept] = [await aStore({ name: 'Żabi Targ Zlikwidowany' }), await aStore({ name: 'Żabi Targ Czynny' })];
  const secret = await aPhone({ push: { kind: 'token', value: `plan-${randomUUID()}` } });
  await onPhone(deviceRoutes.change, { secret, body: { mainStoreId: kept._id } });
  const rule = { includeStoreType: '', includeStores: [kept._id], excludeStores: [gone._id] };
  const id = await planned({ startsAt: instantAhead(47, '9:00'), ...rule });
  await callAs('admin', `/api/v1/store-editor/${gone._id}`, { method: 'DELETE' });
  await speak(page, 'pl');
  await openAs(page, 'admin', `${urls.adminUrl}/notification/${id}`);
  await page.getByRole('button', { name: 'Przesuń' }).click();
  const dialog = page.getByRole('dialog');
  await start(page).fill(`${dayAhead(48)} 9:15`);
  await dialog.getByRole('button', { name: 'Przesuń' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await stored(id)).toMatchObject({ createdAt: instantAhead(48, '9:15'), ...rule });

  await page.getByRole('link', { name: 'Zmień' }).click();
  await page.locator('[data-deleted]').getByRole('button').click();
  const save = page.getByRole('button', { name: 'Zapisz plan' });
  await expect(save).toBeEnabled();
  await save.click();
  await expect(dialog.getByTestId('lost-exclusions')).toContainText('Nie wykluczasz już: sklep „Żabi Targ Zlikwidowany');
  await dialog.getByRole('button', { name: 'Anuluj', exact: true }).click();
  expect(await stored(id)).toMatchObject(rule);
  await callAs('admin', `${editor}/${id}/cancel`, { method: 'POST' });
  await callAs('admin', `/api/v1/store-editor/${kept._id}`, { method: 'DELETE' });
});

test('sent now it goes at once; what began is no plan any more', { tag: ['@PLAN-03'] }, async ({ page }) => {
  const store = await openForOwnStore(page, 'startu', '/notification');
  const id = await planned({ startsAt: instantAhead(4, '10:00'), title: 'Jednak teraz' }, store);
  await page.goto(`${urls.adminUrl}/notification/${id}`);
  await page.getByRole('button', { name: 'Wyślij teraz' }).click();
  await page.getByRole('dialog', { name: 'Wysłać teraz?' }).getByRole('button', { name: 'Wyślij teraz' }).click();
  await expect(page.getByTestId('successful')).toHaveAttribute('data-value', '1');
  await page.goto(`${urls.adminUrl}/notification/new?plan=${id}`);
  await expect(page.getByText('To powiadomienie już się zaczęło')).toBeVisible();
});

test('form and details of a plan in both languages, schemes and at three widths', { tag: ['@PLAN-01', '@PLAN-02'] }, async ({ page }) => {
  const store = await openForOwnStore(page, 'widoków');
  const id = await planned({ startsAt: instantAhead(8, '7:30'), title: 'Poranna dostawa' }, store);
  await fill(page, 'Widok');
  await later(page).check();
  await start(page).fill(`${dayAhead(9)} 7:30`);
  await expect(planButton(page)).toBeEnabled();
  await expectPresentable(page, 'plan-form');
  await page.goto(`${urls.adminUrl}/notification/${id}`);
  await expect(page.getByTestId('would-reach')).toBeVisible();
  await expect(page.locator('dt', { hasText: /^Ważne do$/ }).locator('+ dd')).toHaveText(/^\d{4}-\d\d-\d\d$/);
  await expectPresentable(page, 'plan-details');
  await speak(page, 'en');
  await page.reload();
  await expect(notice(page)).toContainText('Planned');
  await page.goto(`${urls.adminUrl}/notification?state=planned`);
  await expect(page.getByTestId('planned').first()).toContainText('Planned, in');
  await expectPresentable(page, 'plan-list');
});
