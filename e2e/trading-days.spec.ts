import type { Page } from '@playwright/test';
import { aHand } from './hand.ts';
import { aStore, callAs, expect, expectPresentable, openAs, speak, test, urls } from './product.ts';

const week = (hours: string) =>
  Object.fromEntries(
    ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((weekday) => [`${weekday}Hours`, hours]),
  );

const storedAt = async (id: string) => (await callAs('admin', `/api/v1/store-editor/${id}`)).body as Record<string, unknown>;
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });

test(
  'copies hours of a day, writes the text from the hours, restores the old one, and shows problems at their field',
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
    await expect(hours.getByText('These are not hours; type for example 6:00–22:00')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Write it from the hours, in Polish' })).toBeDisabled();
    await field(page, 'Sunday').fill('8–20');
    await page.getByRole('button', { name: 'Write it from the hours, in Polish' }).click();
    const text = page.getByRole('textbox', { name: 'Opening hours' });
    await expect(text).toHaveValue('pn.–sob. 6:00–22:00, niedz. handlowe 8:00–20:00');
    await page.getByRole('button', { name: 'Restore the previous text' }).click();
    await expect(text).toHaveValue('jak zwykle');
    await page.getByRole('button', { name: 'in English' }).click();
    await expect(text).toHaveValue('Mon–Sat 6:00–22:00, trading Sundays 8:00–20:00');

    await page.getByRole('radio', { name: /^Open as usual/ }).check();
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
    // The history names fields and values as the form does.
    await page.goto(`${urls.adminUrl}/store/${store._id}?history`);
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('listitem').filter({ hasText: 'fields' }).first().getByRole('button').click();
    await expect(drawer.getByRole('heading', { name: 'Monday' })).toBeVisible();
    await expect(drawer.getByText('Open as usual')).toBeVisible();
  },
);

test('closes a store for two weeks in a few clicks, and removes the closure again', { tag: ['@E-67'] }, async ({ page }) => {
  const store = await aStore({ name: 'Sklep w remoncie', ...week('6-22') });
  await speak(page, 'pl');
  await openAs(page, 'admin', `${urls.adminUrl}/store?name=${encodeURIComponent(store.name)}`);
  const { click, clicks } = aHand();
  await click(page.getByRole('link', { name: store.name, exact: true }));
  await click(page.getByRole('button', { name: 'Zamknij sklep czasowo…' }));
  const closures = page.getByRole('group', { name: 'Zamknięcia czasowe' });
  await expect(closures.getByRole('textbox', { name: 'Nieczynne od' })).toBeFocused();
  await closures.getByRole('textbox', { name: 'Nieczynne od' }).fill('2083-12-07');
  await closures.getByRole('textbox', { name: 'Do (ostatni dzień)' }).fill('2083-12-06');
  await expect(closures.getByText('Koniec jest przed początkiem')).toBeVisible();
  await closures.getByRole('textbox', { name: 'Do (ostatni dzień)' }).fill('2083-12-20');
  await closures.getByRole('textbox', { name: 'Powód' }).fill('remont');
  await expectPresentable(page, 'store-closure');
  await click(page.getByRole('button', { name: 'Zapisz', exact: true }));
  await expect(page).toHaveURL(/\/store(\?|$)/);
  expect(clicks()).toBeLessThanOrEqual(5);
  const closure = { day: '2083-12-07', hours: null, until: '2083-12-20', reason: 'remont' };
  expect(await storedAt(store._id)).toMatchObject({ hoursExceptions: [closure] });
  // The form shows the stored closure, and can remove it.
  await page.getByRole('link', { name: store.name, exact: true }).click();
  await expect(closures.getByRole('textbox', { name: 'Do (ostatni dzień)' })).toHaveValue('2083-12-20');
  await closures.getByRole('button', { name: 'Usuń zamknięcie od 2083-12-07' }).click();
  await page.getByRole('button', { name: 'Zapisz', exact: true }).click();
  await expect(page).toHaveURL(/\/store(\?|$)/);
  expect(await storedAt(store._id)).toMatchObject({ hoursExceptions: [] });
});

test('the hours work by keyboard alone and are presentable in both schemes at three widths', { tag: ['@TRADE-02'] }, async ({ page }) => {
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
