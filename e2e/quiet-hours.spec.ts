import { randomUUID } from 'node:crypto';
import { deviceRoutes } from '@endcap/contract/devices';
import { notificationRoutes } from '@endcap/contract/notifications';
import { warsawWallClock } from '@endcap/contract/warsaw-time';
import type { Page } from '@playwright/test';
import { dayAhead, instantAhead } from './days.ts';
import { aPhone, onPhone } from './phones.ts';
import { expectPartPresentable } from './presentable-part.ts';
import { aStore, callAs, expect, openAs, read, speak, test, urls } from './product.ts';

const HOUR = 3_600_000;
const settingsPath = '/api/v1/settings-editor';
const clockIn = (hours: number): string => warsawWallClock(new Date(Date.now() + hours * HOUR).toISOString()).slice(11);
const start = (page: Page) => page.getByRole('textbox', { name: /^Początek wysyłki/ });
const notice = (page: Page) => page.getByTestId('quiet-hours');
// Half a day away, in minutes for which no other test plans anything; the hour is there in the nights of clock changes too.
const hour = clockIn(12).slice(0, 2).replace('02', '03');
const at = (minute: number): string => `${hour}:${minute}`;
/** As people type it. */
const typed = (minute: number): string => at(minute).replace(/^0/, '');
const quiet = { quietFrom: typed(13), quietUntil: typed(14) };
const setQuiet = async (hours: object): Promise<void> => {
  const { status } = await callAs('admin', settingsPath, { method: 'POST', body: { sending: hours } });
  expect(status).toBe(200);
};
test.afterEach(() => setQuiet({ quietFrom: '', quietUntil: '' }));

const openForOwnStore = async (page: Page, name: string): Promise<string> => {
  const store = await aStore({ name: `Koszyk Białystok ${name}`, city: 'Zabłudów' });
  const secret = await aPhone({ push: { kind: 'token', value: `quiet-${randomUUID()}` } });
  await onPhone(deviceRoutes.change, { secret, body: { notificationStoreIds: [store._id] } });
  await speak(page, 'pl');
  await openAs(page, 'admin', `${urls.adminUrl}/notification/new`);
  const select = page.getByRole('combobox', { name: 'Wybrany sklep' });
  await select.fill(store.name);
  await page.getByRole('option').filter({ hasText: store.name }).click();
  await page.getByRole('textbox', { name: 'Tytuł' }).fill('Rano bułki');
  await page.getByRole('textbox', { name: 'Treść' }).fill('Od szóstej');
  await expect(page.getByTestId('audience')).toContainText('1 urządzenie');
  return store._id;
};
const stored = (notificationId: string) => read('admin', notificationRoutes.details, { params: { notificationId } });

test(
  'one press moves a start out of the quiet hours, in the form and when a plan is rescheduled',
  { tag: ['@CARE-03'] },
  async ({ page }) => {
    await setQuiet(quiet);
    await openForOwnStore(page, 'o świcie');
    await expect(notice(page)).toHaveCount(0);
    await page.getByRole('radio', { name: 'Później' }).check();
    await start(page).fill(`${dayAhead(3)} ${typed(13)}`);
    await expect(notice(page)).toContainText(`O tej porze są godziny ciszy (${at(13)}–${at(14)})`);
    await expect(page.getByTestId('blocked')).toContainText('Start wypada w godzinach ciszy.');
    await expectPartPresentable(page, notice(page), 'quiet-hours-typed');
    await notice(page)
      .getByRole('button', { name: /^Ustaw / })
      .click();
    await expect(start(page)).toHaveValue(`${dayAhead(3)} ${at(14)}`);
    const plan = page.getByRole('button', { name: /^Zaplanuj dla klientów/ });
    await expect(plan).toBeEnabled();
    await plan.click();
    await expect(page.getByTestId('plan-notice')).toContainText('Zaplanowano');
    const id = page.url().split('/').at(-1) ?? '';
    expect(await stored(id)).toMatchObject({ createdAt: instantAhead(3, at(14)) });

    await page.getByRole('button', { name: 'Przesuń' }).click();
    const dialog = page.getByRole('dialog', { name: 'Przesunąć na inny termin?' });
    await start(page).fill(`${dayAhead(2)} ${typed(13)}`);
    await expect(dialog.getByRole('button', { name: 'Przesuń', exact: true })).toBeDisabled();
    await expectPartPresentable(page, dialog, 'quiet-hours-move');
    await notice(page)
      .getByRole('button', { name: /^Ustaw / })
      .click();
    await dialog.getByRole('button', { name: 'Przesuń', exact: true }).click();
    await expect(dialog).toHaveCount(0);
    await expect.poll(async () => (await stored(id)).createdAt).toBe(instantAhead(2, at(14)));

    // A plan made before these quiet hours shows at once why it waits.
    await setQuiet({ quietFrom: typed(14), quietUntil: typed(15) });
    await page.reload();
    await expect(page.getByTestId('plan-notice')).toContainText('Zaplanowano w godzinach ciszy');
    await expect(page.getByTestId('standing')).toHaveText('Czeka na decyzję');
    await expectPartPresentable(page, page.getByTestId('plan-notice'), 'quiet-hours-plan');
  },
);
