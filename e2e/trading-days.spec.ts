import { dayAfter, tradingCalendar, type TradingException } from '@endcap/contract/trading-days';
import { instantOfWallClock } from '@endcap/contract/warsaw-time';
import type { Page } from '@playwright/test';
import { create } from './content.ts';
import { dayAhead } from './days.ts';
import { aStore, callAs, expect, expectPresentable, openAs, photograph, speak, test, urls } from './product.ts';

/** The next Sunday on which shops are closed, with open days on both sides of it. */
let closedSunday: string;
let [saturday, monday] = ['', ''];
test.beforeAll(async () => {
  const { trading } = (await callAs('admin', '/api/v1/settings-editor')).body as { trading: { exceptions: TradingException[] } };
  const calendar = tradingCalendar(trading.exceptions);
  const kinds = (day: string): string => [-1, 0, 1].map((off) => calendar(dayAfter(day, off)).kind).join(' ');
  closedSunday = dayAhead(8);
  while (kinds(closedSunday) !== 'weekday closedSunday weekday') closedSunday = dayAfter(closedSunday, 1);
  [saturday, monday] = [dayAfter(closedSunday, -1), dayAfter(closedSunday, 1)];
});
const named = (day: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'long' }).format(new Date(day));
const week = (hours: string) =>
  Object.fromEntries(
    ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((weekday) => [`${weekday}Hours`, hours]),
  );

const storedAt = async (id: string) => (await callAs('admin', `/api/v1/store-editor/${id}`)).body as Record<string, unknown>;
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });

test(
  'hours are filled by one day and copied, the text is written from them and can be taken back, problems stand by the field',
  { tag: ['@TRADE-02'] },
  async ({ page }) => {
    const store = await aStore({ name: 'Sklep z godzinami', openingHours: 'jak zwykle' });
    await openAs(page, 'admin', `${urls.adminUrl}/store/${store._id}`);
    const hours = page.getByRole('group', { name: 'Hours', exact: true });
    await field(page, 'Monday').fill('6-22');
    await page.getByRole('button', { name: 'Tue–Sat' }).click();
    await expect(field(page, 'Saturday')).toHaveValue('6-22');
    await expect(field(page, 'Sunday')).toHaveValue('');
    await field(page, 'Sunday').fill('od rana');
    await expect(hours.getByText('These are no hours; type for example 6:00–22:00')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Write it from the hours, in Polish' })).toBeDisabled();
    await field(page, 'Sunday').fill('8–20');
    await page.getByRole('button', { name: 'Write it from the hours, in Polish' }).click();
    const text = page.getByRole('textbox', { name: 'Opening hours' });
    await expect(text).toHaveValue('pn.–sob. 6:00–22:00, niedz. handlowe 8:00–20:00');
    await page.getByRole('button', { name: 'Bring back the former text' }).click();
    await expect(text).toHaveValue('jak zwykle');
    await page.getByRole('button', { name: 'in English' }).click();
    await expect(text).toHaveValue('Mon–Sat 6:00–22:00, trading Sundays 8:00–20:00');

    await page.getByRole('radio', { name: /^Open by its hours/ }).check();
    const exceptions = page.getByRole('group', { name: 'Exceptions' });
    await exceptions.getByRole('button', { name: 'Add an exception' }).click();
    await expect(exceptions.getByRole('textbox', { name: 'Day' })).toBeFocused();
    await expect(exceptions.getByText('This is not a date')).toHaveCount(0);
    await exceptions.getByRole('textbox', { name: 'Day' }).fill('2083-12-24');
    await exceptions.getByRole('textbox', { name: 'Hours' }).fill('8-14');
    await exceptions.getByRole('button', { name: 'Add an exception' }).click();
    await exceptions.getByRole('textbox', { name: 'Day' }).nth(1).fill('2083-12-24');
    await expect(exceptions.getByText('This day is on the list already')).toBeVisible();
    await exceptions.getByRole('button', { name: 'Remove the exception of 2083-12-24' }).nth(1).click();
    await save(page).click();
    await expect(page).toHaveURL(/\/store(\?|$)/);
    expect(await storedAt(store._id)).toMatchObject({
      mondayHours: '06:00-22:00',
      saturdayHours: '06:00-22:00',
      sundayHours: '08:00-20:00',
      sundayRule: 'always',
      hoursExceptions: [{ day: '2083-12-24', hours: '08:00-14:00' }],
      openingHours: 'Mon–Sat 6:00–22:00, trading Sundays 8:00–20:00',
    });
    // The history says each of them in the words of the form.
    await page.goto(`${urls.adminUrl}/store/${store._id}?history`);
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('button').filter({ hasText: 'fields' }).first().click();
    await expect(drawer.getByRole('heading', { name: 'Monday' })).toBeVisible();
    await expect(drawer.getByText('Open by its hours')).toBeVisible();
  },
);

test('the hours by keyboard alone, in both schemes, languages and at three widths', { tag: ['@TRADE-02'] }, async ({ page }) => {
  const store = await aStore({ name: 'Sklep do oglądania', ...week('6-22'), hoursExceptions: [{ day: '2083-12-24', hours: '8-14' }] });
  await speak(page, 'pl');
  await openAs(page, 'admin', `${urls.adminUrl}/store/${store._id}`);
  await field(page, 'Poniedziałek').fill('7–21');
  for (let n = 0; n < 6; n += 1) await page.keyboard.press('Tab');
  await expect(field(page, 'Niedziela')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(field(page, 'Piątek')).toHaveValue('7–21');
  await expect(field(page, 'Sobota')).toHaveValue('6:00–22:00');
  await expectPresentable(page, 'store-hours');
});

test('administrators set a day on which it is otherwise than the law has it, with a note', { tag: ['@TRADE-01'] }, async ({ page }) => {
  const before = (await callAs('admin', '/api/v1/settings-editor')).body as { trading: unknown };
  await openAs(page, 'admin', `${urls.adminUrl}/settings`);
  const days = page.getByRole('group', { name: 'Exceptions of trading days' });
  await expect(page.getByText('The next trading Sundays:')).toBeVisible();
  await days.getByRole('button', { name: 'Add a day' }).click();
  await days.getByRole('textbox', { name: 'Day' }).last().fill(closedSunday);
  await days.getByRole('textbox', { name: 'Note' }).last().fill('Jarmark');
  await photograph(page, 'settings-trading-days', { fullPage: true });
  await save(page).click();
  await expect(page.getByText(/Saved at/)).toBeVisible();
  const stored = (await callAs('admin', '/api/v1/settings-editor')).body as { trading: { exceptions: object[] } };
  expect(stored.trading.exceptions).toContainEqual({ day: closedSunday, kind: 'trading', note: 'Jarmark' });
  await callAs('admin', '/api/v1/settings-editor', { method: 'POST', body: { trading: before.trading } });
});

test(
  'the editor warns when stores of the audience are closed on a day, moves to the nearest open one by a click, and never refuses',
  { tag: ['@TRADE-04'] },
  async ({ page }) => {
    const stores = [
      await aStore({ name: 'Zamknięty w niedziele', ...week('6-22') }),
      await aStore({ name: 'Stacja', ...week('0-24'), sundayRule: 'always' }),
    ];
    const { _id } = await create({
      contentType: 'navigation',
      name: 'W niedzielę',
      includeStoreType: '',
      includeStores: stores.map((store) => store._id),
      publicationStart: instantOfWallClock(`${closedSunday}T06:00`),
      publicationEnd: instantOfWallClock(`${dayAfter(monday, 1)}T12:00`),
      validityStart: null,
      validityEnd: null,
    });
    await openAs(page, 'admin', `${urls.adminUrl}/content/${_id}`);
    const warning = page.getByTestId('closed-days');
    await expect(warning).toContainText(`Publication start: on Sunday, ${named(closedSunday)}, 1 of 2 stores is closed.`);
    await expect(save(page)).toBeEnabled();
    await warning.getByRole('button', { name: `Move to Monday, ${named(monday)}` }).click();
    await expect(page.getByRole('textbox', { name: 'Publication start' })).toHaveValue(`${monday} 06:00`);
    await expect(warning).not.toContainText('Publication start');

    // What ends would rather do so a day earlier, to the same minute.
    await page.getByRole('textbox', { name: 'Publication end' }).fill(`${closedSunday} 23:59`);
    await page.getByRole('textbox', { name: 'Publication start' }).fill(`${saturday} 06:00`);
    await expect(warning).toContainText('Publication end: on Sunday');
    await photograph(page, 'content-closed-days', { fullPage: true });
    await warning.getByRole('button', { name: `Move to Saturday, ${named(saturday)}` }).click();
    await expect(page.getByRole('textbox', { name: 'Publication end' })).toHaveValue(`${saturday} 23:59`);
    await expect(warning).toBeEmpty();
  },
);

test('what is over since midnight is warned about no more on a page that hangs open', { tag: ['@TRADE-04'] }, async ({ page }) => {
  const midnight = Date.parse(instantOfWallClock(`${dayAfter(closedSunday, 1)}T00:00`) ?? '');
  const store = await aStore({ name: 'Koszyk Niedzielny', ...week('6-22') });
  const { _id } = await create({
    contentType: 'navigation',
    name: 'W zamkniętą niedzielę',
    includeStoreType: '',
    includeStores: [store._id],
    publicationStart: instantOfWallClock(`${closedSunday}T06:00`),
    publicationEnd: instantOfWallClock(`${dayAfter(monday, 1)}T12:00`),
    validityStart: null,
    validityEnd: null,
  });
  // The page's own clock, in the last half hour of that day; a session that is as far ahead.
  await page.clock.install({ time: midnight - 30 * 60_000 });
  await openAs(page, 'admin', `${urls.adminUrl}/content/${_id}`, midnight + 86_400_000);
  const warning = page.getByTestId('closed-days');
  await page.clock.runFor(2_000);
  await expect(warning).toContainText('Publication start: on Sunday');
  await page.clock.fastForward(60 * 60_000);
  await expect(warning).toBeEmpty();
});

test('the send form says how many of the stores are closed now or soon', { tag: ['@TRADE-05'] }, async ({ page }) => {
  // Whatever day it is.
  const always = (hours: string) => [0, 1].map((days) => ({ day: dayAhead(days), hours }));
  await aStore({ name: 'Remont', ...week('6-22'), hoursExceptions: always('') });
  await aStore({ name: 'Stacja zawsze', ...week('0-24'), hoursExceptions: always('0-24') });
  await speak(page, 'pl');
  await openAs(page, 'admin', `${urls.adminUrl}/notification/new`);
  await page.getByRole('radio', { name: 'Tylko wybrane sklepy' }).check();
  const now = page.getByTestId('open-now');
  const include = page.getByRole('combobox', { name: 'Uwzględnij sklepy' });
  await include.fill('stacja zawsze');
  await page.getByRole('option').click();
  await expect(now).toBeEmpty();
  await include.fill('remont');
  await page.getByRole('option').click();
  await expect(now).toHaveText('Teraz 1 z 2 sklepów jest zamknięty.');
  await photograph(page, 'send-closed-now');
});
