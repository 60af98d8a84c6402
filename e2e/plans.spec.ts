import { randomUUID } from 'node:crypto';
import { deviceRoutes } from '@endcap/contract/devices';
import { notificationRoutes } from '@endcap/contract/notifications';
import { tradingCalendar } from '@endcap/contract/trading-days';
import type { Page } from '@playwright/test';
import { dayAhead, instantAhead, UNTIL_TOMORROW, weekdayAhead } from './days.ts';
import { expectPartPresentable } from './presentable-part.ts';
import { aPhone, onPhone } from './phones.ts';
import { pollOften } from './poll-often.ts';
import { aHand } from './hand.ts';
import { aStore, callAs, editor, expect, openAs, read, speak, test, urls } from './product.ts';

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
  // The form applies typed text after a delay. Until then the bar changes its height and moves the elements above it under the pointer.
  await expect(page.getByRole('button', { name: /^Wyślij do klientów sklepu/ })).toBeEnabled();
  await expect(page.getByTestId('audience')).toContainText('1 urządzenie');
};

test(
  'planned for tomorrow 7:30, found first, moved, changed as a whole and cancelled',
  { tag: ['@PLAN-01', '@PLAN-02', '@E-63'] },
  async ({ page }) => {
    await openForOwnStore(page, 'planów');
    await fill(page, 'Rano jabłka');
    await later(page).check();
    // Something that is nearly always meant is there; the end of validity follows the start.
    const nextTradingDay = [1, 2, 3, 4].map(dayAhead).find((day) => tradingCalendar([])(day).trades);
    await expect(start(page)).toHaveValue(`${nextTradingDay} 09:00`);
    await start(page).fill(`${dayAhead(30)} 7:30`);
    await expect(page.getByLabel('Ważne do')).toHaveValue(dayAhead(43));
    await start(page).fill('jutro 7:30');
    await expect(page.getByText(new RegExp(`Wysyłka zacznie się .*07:30, ${UNTIL_TOMORROW}`))).toBeVisible();
    await expectPartPresentable(page, page.locator('form'), 'plan-form');
    await expect(planButton(page)).toBeEnabled();
    await planButton(page).click();
    await expect(notice(page)).toContainText('Zaplanowano');
    await expect(page.getByTestId('standing')).toHaveText('Zaplanowano');
    const id = idIn(page);
    expect(await stored(id)).toMatchObject({ createdAt: instantAhead(1, '7:30'), sending: { state: 'planned' } });
    await expect(page.getByText('Oczekiwanie na wyniki')).toHaveCount(0);
    await expect(page.getByTestId('would-reach')).toBeVisible();
    await expect(page.locator('dt', { hasText: /^Ważne do$/ }).locator('+ dd')).toHaveText(/^\d{4}-\d\d-\d\d$/);
    await expectPartPresentable(page, page.getByRole('main'), 'plan-details');

    await page.getByRole('link', { name: 'Powiadomienia', exact: true }).click();
    await page.getByRole('button', { name: 'Zaplanowane' }).click();
    await expect(page).toHaveURL(/state=planned/);
    const row = page.getByRole('row').filter({ hasText: 'Rano jabłka' });
    await expect(row.getByTestId('planned')).toHaveText(new RegExp(`^Zaplanowano, ${UNTIL_TOMORROW}`));
    await expect(row).toContainText(`Start ${weekdayAhead(1)}, 07:30`);
    await row.getByRole('link', { name: 'Rano jabłka', exact: true }).click();

    const hand = aHand();
    await hand.click(page.getByRole('button', { name: 'Przesuń' }));
    const dialog = page.getByRole('dialog', { name: 'Przesunąć na inny termin?' });
    await expect(dialog.getByRole('button', { name: 'Przesuń' })).toBeDisabled();
    await start(page).fill(`${dayAhead(2)} 9:15`);
    await expect(dialog.getByRole('button', { name: 'Przesuń' })).toBeEnabled();
    await hand.click(dialog.getByRole('button', { name: 'Przesuń' }));
    expect(hand.clicks()).toBeLessThanOrEqual(2);
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
  await pollOften(page);
  await page.goto(`${urls.adminUrl}/notification/${id}`);
  await page.getByRole('button', { name: 'Wyślij teraz' }).click();
  await page.getByRole('dialog', { name: 'Wysłać teraz?' }).getByRole('button', { name: 'Wyślij teraz' }).click();
  await expect(page.getByTestId('successful')).toHaveAttribute('data-value', '1');
  await page.goto(`${urls.adminUrl}/notification/new?plan=${id}`);
  await expect(page.getByText('To powiadomienie już się zaczęło')).toBeVisible();
});
