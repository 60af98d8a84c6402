import type { KeptDay } from '@endcap/contract/kept-days';
import type { Page } from '@playwright/test';
import { dayAhead, instantAhead } from './days.ts';
import { expectPartPresentable } from './presentable-part.ts';
import { aStore, callAs, editor, expect, openAs, speak, test, urls } from './product.ts';

const screen = `${urls.adminUrl}/calendar`;
const api = '/api/v1/kept-days';
const inWords = (language: 'pl' | 'en-GB', day: string): string =>
  new Intl.DateTimeFormat(language, {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'long',
    // Another year is said.
    ...(day.slice(0, 4) !== new Date().toISOString().slice(0, 4) && { year: 'numeric' }),
  }).format(new Date(day));
const made: string[] = [];

/** Creates a store in a group of its own, with an employee, so that its reserved days affect no other test. */
const aShop = async (name: string) => {
  const store = await aStore({ name: `Żabi Targ ${name}`, city: 'Żabno' });
  const answer = await callAs('admin', '/api/v1/store-group', {
    method: 'POST',
    body: { name: `Żabia grupa ${name}`, includeStores: [store._id] },
  });
  const person = `kept-${store._id}`;
  await fetch(`${urls.issuer}/sandbox/people/${person}`, { method: 'POST', body: JSON.stringify({ storeId: store._id, name: person }) });
  return { store, person, group: answer.body as { _id: string; name: string } };
};
const keep = async (days: number, facts: Record<string, unknown>): Promise<KeptDay> => {
  const answer = await callAs('admin', api, { method: 'POST', body: { day: dayAhead(days), ...facts } });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  made.push((answer.body as KeptDay)._id);
  return answer.body as KeptDay;
};
const plan = async (person: string, days: number): Promise<string> => {
  const body = { title: 'Żabi plan', content: 'Rano', validUntil: instantAhead(days + 5, '0:00'), startsAt: instantAhead(days, '9:00') };
  const answer = await callAs(person, editor, { method: 'POST', body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return (answer.body as { _id: string })._id;
};
const start = (page: Page) => page.getByRole('textbox', { name: /^(Początek wysyłki|Start of sending)/ });
const notice = (page: Page) => page.getByTestId('kept-day');

test.afterAll(async () => {
  for (const id of made) await callAs('admin', `${api}/${id}`, { method: 'DELETE' });
});

test(
  'in the calendar a day is kept free for some stores, with how many plans stay, changed and given back',
  { tag: ['@CARE-06'] },
  async ({ page }) => {
    const { group, person } = await aShop('Kalendarz');
    const planned = await plan(person, 41);
    const day = dayAhead(41);
    await speak(page, 'pl');
    await openAs(page, 'admin', screen);
    await page.getByRole('button', { name: 'Zarezerwuj dzień dla centrali' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Zarezerwuj dzień dla centrali' });
    const save = dialog.getByRole('button', { name: 'Zarezerwuj', exact: true });
    await dialog.getByRole('textbox', { name: 'Dzień' }).fill(day);
    await dialog.getByRole('radio', { name: 'Dla grup sklepów' }).check();
    await save.click();
    await expect(dialog).toContainText('Wybierz co najmniej jedną grupę');
    await dialog.getByRole('combobox', { name: 'Grupy sklepów' }).fill(group.name);
    await page.getByRole('option').filter({ hasText: group.name }).click();
    await dialog.getByLabel(/^Powód/).fill('Finał żabiej loterii');
    await expectPartPresentable(page, dialog, 'keep-day');
    await save.click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('status').filter({ hasText: 'zarezerwowano dla centrali' })).toContainText('1 plan sklepu zostaje.');
    // The calendar goes where the day is.
    const list = page.getByRole('region', { name: 'Dni zarezerwowane dla centrali' });
    const row = list.getByRole('listitem').filter({ hasText: 'Finał żabiej loterii' });
    await expect(row).toContainText(`grupy: ${group.name}`);
    await expect(row.getByRole('link', { name: '1 plan sklepu zostaje' })).toHaveAttribute('href', /state=planned/);
    await expect(
      page.getByText(new RegExp(`^Dni zarezerwowane dla centrali: .*${inWords('pl', day)} \\(Finał żabiej loterii\\)`)),
    ).toBeAttached();
    // The other spans are tested in kept-day.form.test.tsx.
    await expect(page.locator('[data-layer="kept"]').first()).toBeAttached();
    await expectPartPresentable(page, page.getByRole('main'), 'calendar-kept');
    // The same day once more is refused in words.
    await page.getByRole('button', { name: 'Zarezerwuj dzień dla centrali' }).click();
    await dialog.getByRole('textbox', { name: 'Dzień' }).fill(day);
    await save.click();
    await expect(dialog).toContainText('Ten dzień jest już zarezerwowany');
    await dialog.getByRole('button', { name: 'Anuluj' }).click();

    await row.getByRole('button', { name: `Zmień rezerwację: ${inWords('pl', day)}` }).click();
    const change = page.getByRole('dialog', { name: 'Dzień zarezerwowany dla centrali' });
    await change.getByLabel(/^Powód/).fill('Wielki finał');
    await change.getByRole('button', { name: 'Zapisz' }).click();
    await expect(list.getByRole('listitem').filter({ hasText: 'Wielki finał' })).toBeVisible();
    await list.getByRole('listitem').filter({ hasText: 'Wielki finał' }).getByRole('button').click();
    await change.getByRole('button', { name: 'Zwolnij ten dzień' }).click();
    await expect(page.getByText('Wielki finał')).toHaveCount(0);
    await callAs(person, `${editor}/${planned}/cancel`, { method: 'POST' });
    await page.goto(`${urls.adminUrl}/activity?kind=keptDay`);
    await expect(
      page
        .getByRole('row')
        .filter({ hasText: `${day} · Wielki finał` })
        .first(),
    ).toBeVisible();
  },
);

test(
  'the send form and the day sheet show that a day is reserved for head office, without blocking the send',
  { tag: ['@CARE-06'] },
  async ({ page }) => {
    const { group, person, store } = await aShop('Uprzedzony');
    const today = await keep(0, { storeGroups: [group._id] });
    await keep(42, { storeGroups: [group._id], reason: 'Urodziny sieci' });
    await speak(page, 'en');
    await openAs(page, person, `${urls.adminUrl}/notification/new`);
    await expect(notice(page)).toContainText(`This day is reserved for head office: ${inWords('en-GB', dayAhead(0))}`);
    // A day can be reserved only once.
    await callAs('admin', `${api}/${today._id}`, { method: 'DELETE' });
    await page.getByRole('radio', { name: 'Later' }).check();
    await expect(start(page)).not.toHaveValue('');
    await expect(notice(page)).toHaveCount(0);
    await start(page).fill(`${dayAhead(42)} 7:30`);
    await expect(notice(page)).toContainText(`This day is reserved for head office: ${inWords('en-GB', dayAhead(42))}`);
    await expect(notice(page)).toContainText('Urodziny sieci');
    await expect(notice(page)).toContainText('A store’s notification may start then');
    await expect(page.getByTestId('blocked')).not.toContainText('Head office');
    await expectPartPresentable(page, notice(page), 'kept-day-told');
    await start(page).fill(`${dayAhead(43)} 7:30`);
    await expect(notice(page)).toHaveCount(0);

    await openAs(page, 'admin', `${urls.adminUrl}/day-sheet?store=${store._id}&date=${dayAhead(42)}`);
    await expect(page.getByTestId('kept-day')).toHaveText('This day is reserved for head office. Urodziny sieci');
    await expectPartPresentable(page, page.getByTestId('kept-day'), 'day-sheet-kept');
  },
);
