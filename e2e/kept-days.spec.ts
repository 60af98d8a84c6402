import { deviceRoutes } from '@endcap/contract/devices';
import type { KeptDay } from '@endcap/contract/kept-days';
import { notificationRoutes } from '@endcap/contract/notifications';
import type { Page } from '@playwright/test';
import { dayAhead, instantAhead } from './days.ts';
import { loseAnswer } from './lost-answer.ts';
import { aPhone, onPhone } from './phones.ts';
import { aStore, callAs, editor, expect, expectPresentable, openAs, read, speak, test, urls } from './product.ts';

const screen = `${urls.adminUrl}/calendar`;
const api = '/api/v1/kept-days';
const inWords = (language: 'pl' | 'en-GB', day: string): string =>
  new Intl.DateTimeFormat(language, { timeZone: 'UTC', day: 'numeric', month: 'long' }).format(new Date(day));
const made: string[] = [];
const refuse = (refuseKeptDays: boolean) =>
  callAs('admin', '/api/v1/settings-editor', { method: 'POST', body: { sending: { refuseKeptDays } } });

/** A store, in a group of its own, with somebody who works there: what is kept for it concerns no other test. */
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
  await refuse(false);
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
    await expectPresentable(page, 'keep-day');
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
    for (const span of ['twoWeeks', 'quarter', 'month']) {
      await page.goto(`${screen}?span=${span}&from=${day}`);
      await expect(row).toBeVisible();
      await expect(page.locator('[data-kept]').first()).toBeAttached();
    }
    await expectPresentable(page, 'calendar-kept');
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
  'where the answer is lost nobody says that nothing changed, and the list above the calendar shows what did',
  { tag: ['@CARE-06', '@ux-20', '@ux-22'] },
  async ({ page }) => {
    const { group } = await aShop('Bez odpowiedzi');
    const day = dayAhead(47);
    const { _id } = await keep(47, { storeGroups: [group._id], reason: 'Żabi początek' });
    await speak(page, 'pl');
    await openAs(page, 'admin', `${screen}?span=twoWeeks&from=${day}`);
    const loseTheAnswer = () => loseAnswer(page, `**${api}/${_id}`);
    const open = () => page.getByRole('button', { name: `Zmień rezerwację: ${inWords('pl', day)}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Dzień zarezerwowany dla centrali' });
    const lost = dialog.getByRole('alert');
    // Behind the dialog it is no region.
    const row = page.locator('section[aria-label="Dni zarezerwowane dla centrali"] li').filter({ hasText: 'Żabi koniec' });
    await open();
    await dialog.getByLabel(/^Powód/).fill('Żabi koniec');
    await loseTheAnswer();
    await dialog.getByRole('button', { name: 'Zapisz', exact: true }).click();
    await expect(lost).toContainText('nie wiadomo, czy zapisano');
    await expect(lost).not.toContainText('Nic się nie zmieniło');
    await expect(row).toBeVisible();
    await dialog.getByRole('button', { name: 'Anuluj' }).click();
    await open();
    await expect(dialog.getByLabel(/^Powód/)).toHaveValue('Żabi koniec');
    await loseTheAnswer();
    await dialog.getByRole('button', { name: 'Zwolnij ten dzień' }).click();
    await expect(lost).toContainText('nie wiadomo, czy zapisano');
    await expect(row).toHaveCount(0);
  },
);

test(
  'a second try after a lost answer is no quarrel with oneself; what somebody else made of the day is still said',
  { tag: ['@CARE-06', '@ux-22'] },
  async ({ page }) => {
    const { group } = await aShop('Druga próba');
    const day = dayAhead(49);
    const { _id } = await keep(49, { storeGroups: [group._id], reason: 'Żabi pierwszy' });
    await speak(page, 'pl');
    await openAs(page, 'admin', `${screen}?span=twoWeeks&from=${day}`);
    const open = () => page.getByRole('button', { name: `Zmień rezerwację: ${inWords('pl', day)}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Dzień zarezerwowany dla centrali' });
    const reason = dialog.getByLabel(/^Powód/);
    const button = (name: string) => dialog.getByRole('button', { name, exact: true });
    const reasonNow = async () => (await callAs('admin', `${api}/${_id}`)).body as { reason: string };
    // The same again.
    await open();
    await reason.fill(' Żabi  drugi ');
    await loseAnswer(page, `**${api}/${_id}`);
    await button('Zapisz').click();
    await expect(dialog.getByRole('alert')).toContainText('nie wiadomo, czy zapisano');
    await button('Zapisz').click();
    await expect(dialog).toHaveCount(0);
    // Something else by then.
    await open();
    await reason.fill('Żabi trzeci');
    await loseAnswer(page, `**${api}/${_id}`);
    await button('Zapisz').click();
    await expect(dialog.getByRole('alert')).toContainText('nie wiadomo, czy zapisano');
    await reason.fill('Żabi czwarty');
    await button('Zapisz').click();
    await expect(dialog).toHaveCount(0);
    expect(await reasonNow()).toMatchObject({ reason: 'Żabi czwarty' });
    // Somebody else's is theirs.
    await open();
    await reason.fill('Żabi piąty');
    await loseAnswer(page, `**${api}/${_id}`);
    await button('Zapisz').click();
    await expect(dialog.getByRole('alert')).toContainText('nie wiadomo, czy zapisano');
    await callAs('admin', `${api}/${_id}`, { method: 'PATCH', body: { reason: 'Cudzy' } });
    await button('Zapisz').click();
    await expect(dialog.getByRole('alert')).toContainText('Ktoś zmienił ten dzień w międzyczasie.');
    expect(await reasonNow()).toMatchObject({ reason: 'Cudzy' });
    await button('Anuluj').click();
    // Given back twice.
    await open();
    await expect(reason).toHaveValue('Cudzy');
    await loseAnswer(page, `**${api}/${_id}`);
    await button('Zwolnij ten dzień').click();
    await expect(dialog.getByRole('alert')).toContainText('nie wiadomo, czy zapisano');
    await button('Zwolnij ten dzień').click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText('dzień jest znów wolny dla sklepów.')).toBeVisible();

    // A day that was kept anew.
    await page.getByRole('button', { name: 'Zarezerwuj dzień dla centrali' }).click();
    const fresh = page.getByRole('dialog', { name: 'Zarezerwuj dzień dla centrali' });
    await fresh.getByRole('textbox', { name: 'Dzień' }).fill(day);
    await fresh.getByRole('radio', { name: 'Dla grup sklepów' }).check();
    await fresh.getByRole('combobox', { name: 'Grupy sklepów' }).fill(group.name);
    await page.getByRole('option').filter({ hasText: group.name }).click();
    await fresh.getByLabel(/^Powód/).fill('Żabi nowy');
    await loseAnswer(page, `**${api}`);
    await fresh.getByRole('button', { name: 'Zarezerwuj', exact: true }).click();
    await expect(fresh.getByRole('alert')).toContainText('nie wiadomo, czy zapisano');
    await fresh.getByRole('button', { name: 'Zarezerwuj', exact: true }).click();
    await expect(fresh).toHaveCount(0);
    const row = page.getByRole('region', { name: 'Dni zarezerwowane dla centrali' }).getByRole('listitem').filter({ hasText: 'Żabi nowy' });
    await expect(row).toHaveCount(1);
    await row.getByRole('button').click();
    await button('Zwolnij ten dzień').click();
    await expect(row).toHaveCount(0);
  },
);

test(
  'whoever writes for that day is told why, and the day sheet of the store says it; nothing is refused',
  { tag: ['@CARE-06'] },
  async ({ page }) => {
    const { group, person, store } = await aShop('Uprzedzony');
    const today = await keep(0, { storeGroups: [group._id] });
    await keep(42, { storeGroups: [group._id], reason: 'Urodziny sieci' });
    await speak(page, 'en');
    await openAs(page, person, `${urls.adminUrl}/notification/new`);
    await expect(notice(page)).toContainText(`Head office keeps this day free: ${inWords('en-GB', dayAhead(0))}`);
    // A day is kept once.
    await callAs('admin', `${api}/${today._id}`, { method: 'DELETE' });
    await page.getByRole('radio', { name: 'Later' }).check();
    await expect(start(page)).not.toHaveValue('');
    await expect(notice(page)).toHaveCount(0);
    await start(page).fill(`${dayAhead(42)} 7:30`);
    await expect(notice(page)).toContainText(`Head office keeps this day free: ${inWords('en-GB', dayAhead(42))}`);
    await expect(notice(page)).toContainText('Urodziny sieci');
    await expect(notice(page)).toContainText('A notification of a store may start then');
    await expect(page.getByTestId('blocked')).not.toContainText('Head office');
    await expectPresentable(page, 'kept-day-told');
    await start(page).fill(`${dayAhead(43)} 7:30`);
    await expect(notice(page)).toHaveCount(0);

    await openAs(page, 'admin', `${urls.adminUrl}/day-sheet?store=${store._id}&date=${dayAhead(42)}`);
    await expect(page.getByTestId('kept-day')).toHaveText('Head office keeps this day free. Urodziny sieci');
    await expectPresentable(page, 'day-sheet-kept');
  },
);

test(
  'the switch in the settings refuses instead; a plan is not moved onto the day, and head office is not held',
  { tag: ['@CARE-06'] },
  async ({ page }) => {
    const { group, person, store } = await aShop('Wstrzymany');
    await keep(44, { storeGroups: [group._id], reason: 'Premiera aplikacji' });
    await speak(page, 'pl');
    await openAs(page, 'admin', `${urls.adminUrl}/settings`);
    const flag = page.getByRole('checkbox', { name: /^Sklepy nie mogą wysyłać w dni zarezerwowane/ });
    await expect(flag).not.toBeChecked();
    await flag.check();
    const save = page.getByRole('button', { name: 'Zapisz', exact: true });
    await expect(save).toBeEnabled();
    await save.click();
    await expect(page.getByText(/Zapisano o/)).toBeVisible();

    await openAs(page, person, `${urls.adminUrl}/notification/new`);
    await page.getByRole('textbox', { name: 'Tytuł' }).fill('Żabie jabłka');
    await page.getByRole('textbox', { name: 'Treść' }).fill('Od rana');
    await page.getByRole('radio', { name: 'Później' }).check();
    await start(page).fill(`${dayAhead(44)} 7:30`);
    await expect(notice(page)).toContainText('Powiadomienie sklepu nie może się wtedy zacząć: wybierz inny dzień.');
    await expect(page.getByTestId('blocked')).toContainText('Ten dzień centrala zarezerwowała dla siebie; wybierz inny.');
    await expect(page.getByRole('button', { name: /^Zaplanuj/ })).toBeDisabled();
    await expect(page.getByRole('button', { name: 'Wyślij test' })).toBeEnabled();
    await expectPresentable(page, 'kept-day-refused');

    const id = await plan(person, 45);
    await page.goto(`${urls.adminUrl}/notification/${id}`);
    await page.getByRole('button', { name: 'Przesuń' }).click();
    const move = page.getByRole('dialog', { name: 'Przesunąć na inny termin?' });
    await start(page).fill(`${dayAhead(44)} 8:00`);
    await expect(move.getByRole('button', { name: 'Przesuń' })).toBeEnabled();
    await move.getByRole('button', { name: 'Przesuń' }).click();
    await expect(move.getByRole('alert')).toHaveText('Ten dzień centrala zarezerwowała dla siebie; wybierz inny');
    const told = await read('admin', notificationRoutes.details, { params: { notificationId: id } });
    expect(told.createdAt).toBe(instantAhead(45, '9:00'));
    await callAs(person, `${editor}/${id}/cancel`, { method: 'POST' });
    const body = { title: 'Centrala', content: 'Dziś', validUntil: instantAhead(50, '0:00'), startsAt: instantAhead(44, '9:00') };
    const own = await callAs('admin', editor, { method: 'POST', body, store: store._id });
    expect(own.status).toBe(201);
    await callAs('admin', `${editor}/${(own.body as { _id: string })._id}/cancel`, { method: 'POST' });
  },
);

test(
  'today, kept while a push for now is written: the form says so, and nothing of it stays once the day is free',
  { tag: ['@CARE-06'] },
  async ({ page }) => {
    const { group, person, store } = await aShop('Dzisiejszy');
    const secret = await aPhone({ push: { kind: 'token', value: `kept-${store._id}` } });
    await onPhone(deviceRoutes.change, { secret, body: { notificationStoreIds: [store._id] } });
    await refuse(true);
    await speak(page, 'pl');
    await openAs(page, person, `${urls.adminUrl}/notification/new`);
    await page.getByRole('textbox', { name: 'Tytuł' }).fill('Żabie gruszki');
    await page.getByRole('textbox', { name: 'Treść' }).fill('Do wieczora');
    const send = page.getByRole('button', { name: /^Wyślij do klientów/ });
    await expect(send).toBeEnabled();
    const { _id } = await keep(0, { storeGroups: [group._id], reason: 'Awaria' });
    await send.click();
    await expect(notice(page)).toContainText('Awaria');
    await expect(page.getByTestId('blocked')).toContainText('Ten dzień centrala zarezerwowała dla siebie; wybierz inny.');
    expect((await callAs('admin', `${api}/${_id}`, { method: 'DELETE' })).status).toBe(204);
    // Another time is asked about, and now once more.
    await page.getByRole('radio', { name: 'Później' }).check();
    await page.getByRole('radio', { name: 'Teraz' }).check();
    await expect(notice(page)).toHaveCount(0);
    await expect(send).toBeEnabled();
  },
);
