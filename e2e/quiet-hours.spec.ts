import { randomUUID } from 'node:crypto';
import { deviceRoutes } from '@endcap/contract/devices';
import { notificationRoutes } from '@endcap/contract/notifications';
import type { Settings } from '@endcap/contract/settings';
import { warsawWallClock } from '@endcap/contract/warsaw-time';
import type { Page } from '@playwright/test';
import { dayAhead, instantAhead } from './days.ts';
import { aPhone, onPhone } from './phones.ts';
import { aStore, callAs, editor, expect, expectPresentable, openAs, read, speak, test, urls } from './product.ts';

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
  'quiet hours stand in the settings beside the limit, off at first; half of them is a problem',
  { tag: ['@CARE-03'] },
  async ({ page }) => {
    const read = async () => ((await callAs('admin', settingsPath)).body as Settings).sending;
    expect(await read()).toMatchObject({ quietFrom: null, quietUntil: null });
    await speak(page, 'pl');
    await openAs(page, 'admin', `${urls.adminUrl}/settings`);
    const from = page.getByRole('textbox', { name: 'Godziny ciszy od' });
    const until = page.getByRole('textbox', { name: 'Godziny ciszy do' });
    const save = page.getByRole('button', { name: 'Zapisz', exact: true });
    await from.fill(quiet.quietFrom);
    await until.fill('rano');
    await expect(page.getByText('To nie jest godzina; wpisz np. 22:00')).toBeVisible();
    await until.fill('');
    await expect(page.getByText('To pole jest wymagane')).toBeVisible();
    await expect(save).toBeDisabled();
    await until.fill(quiet.quietFrom);
    await expect(page.getByText('Początek i koniec nie mogą być tą samą godziną')).toBeVisible();
    await until.fill(quiet.quietUntil);
    await expect(save).toBeEnabled();
    await expectPresentable(page, 'settings-quiet-hours');
    await save.click();
    await expect(page.getByText(/Zapisano o/)).toBeVisible();
    expect(await read()).toMatchObject({ quietFrom: at(13), quietUntil: at(14) });
  },
);

test(
  'the form says beforehand that now is quiet, and plans for the first minute after it with one press',
  { tag: ['@CARE-03'] },
  async ({ page }) => {
    // The minute may pass while it is looked at.
    const [from, until] = [clockIn(-1), clockIn(2)];
    await page.route(`**${editor}/check-can-send*`, async (route) => {
      const answer = (await (await route.fetch()).json()) as object;
      await route.fulfill({ json: { ...answer, quietHours: { from, until } } });
    });
    await openForOwnStore(page, 'nocą');
    await expect(notice(page)).toContainText(`Trwają godziny ciszy (${from}–${until})`);
    await expect(page.getByTestId('blocked')).toContainText('W godzinach ciszy nie wysyłamy.');
    await expect(page.getByRole('button', { name: /^Wyślij do klientów/ })).toBeDisabled();
    // A test wakes only who tests.
    await expect(page.getByRole('button', { name: 'Wyślij test' })).toBeEnabled();
    await expectPresentable(page, 'quiet-hours-now');

    await notice(page)
      .getByRole('button', { name: /^Zaplanuj na / })
      .press('Enter');
    await expect(notice(page)).toHaveCount(0);
    await expect(start(page)).toBeFocused();
    await expect(start(page)).toHaveValue(new RegExp(`${until}$`));
    const plan = page.getByRole('button', { name: /^Zaplanuj dla klientów/ });
    await expect(plan).toBeEnabled();
    await plan.click();
    await expect(page.getByTestId('standing')).toHaveText('Zaplanowano');
  },
);

test(
  'a start that is typed into quiet hours is moved with one press, in the form and while a plan is moved',
  { tag: ['@CARE-03'] },
  async ({ page }) => {
    await setQuiet(quiet);
    await openForOwnStore(page, 'o świcie');
    await expect(notice(page)).toHaveCount(0);
    await page.getByRole('radio', { name: 'Później' }).check();
    await start(page).fill(`${dayAhead(3)} ${typed(13)}`);
    await expect(notice(page)).toContainText(`O tej porze są godziny ciszy (${at(13)}–${at(14)})`);
    await expect(page.getByTestId('blocked')).toContainText('Start wypada w godzinach ciszy.');
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
    await expectPresentable(page, 'quiet-hours-move');
    await notice(page)
      .getByRole('button', { name: /^Ustaw / })
      .click();
    await dialog.getByRole('button', { name: 'Przesuń', exact: true }).click();
    await expect(dialog).toHaveCount(0);
    await expect.poll(async () => (await stored(id)).createdAt).toBe(instantAhead(2, at(14)));

    // A plan from before: it says at once why it waits.
    await setQuiet({ quietFrom: typed(14), quietUntil: typed(15) });
    await page.reload();
    await expect(page.getByTestId('plan-notice')).toContainText('Zaplanowano w godzinach ciszy');
    await expect(page.getByTestId('standing')).toHaveText('Czeka na decyzję');
    await expectPresentable(page, 'quiet-hours-plan');
  },
);

test('where the page knows it too late, the refusal offers the same', { tag: ['@CARE-03'] }, async ({ page }) => {
  const until = new Date(Math.ceil((Date.now() + 2 * HOUR) / 60_000) * 60_000).toISOString();
  await openForOwnStore(page, 'zegar');
  await page.route(`**${editor}`, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 409,
          json: { error: { code: 'quiet_hours', message: 'x', fields: { startsAt: ['quietHours'] }, quietUntil: until } },
        })
      : route.fallback(),
  );
  const send = page.getByRole('button', { name: /^Wyślij do klientów/ });
  await expect(send).toBeEnabled();
  await send.click();
  await expect(page.getByText('Nie wysłano: trwają godziny ciszy.')).toBeVisible();
  await notice(page)
    .getByRole('button', { name: /^Zaplanuj na / })
    .click();
  await expect(start(page)).toHaveValue(new RegExp(`${warsawWallClock(until).slice(11)}$`));
});
