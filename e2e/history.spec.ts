import { historyRoutes } from '@endcap/contract/history';
import { type Popup, popupRoutes } from '@endcap/contract/popups';
import type { Page } from '@playwright/test';
import { byName, create as createContent, stored } from './content.ts';
import { respondBeforeProcessing } from './delayed-response.ts';
import { expectPartPresentable } from './presentable-part.ts';
import { aStore, callAs, expect, openAs, photograph, read, speak, test, urls } from './product.ts';

const api = '/api/v1/popup-editor';
const change = async (path: string, body: object): Promise<void> => {
  const answer = await callAs('admin', path, { method: 'PATCH', body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
};
/** A popup with three versions. */
const aPopup = async (name: string): Promise<Popup> => {
  const popup = await read('admin', popupRoutes.create, { body: { name, text: `Dzień **dobry**, ${name}, w naszym sklepie` } });
  await change(`${api}/${popup._id}`, { text: `Dzień **dobry**, ${name}, w waszym sklepie <img src=x onerror=alert(1)>`, repeat: 3 });
  await change(`${api}/${popup._id}`, { name: `${name} (nowe)`, version: '>=3.0.0' });
  return popup;
};
/** Others see the person's name from the first sign-in on. */
test.beforeAll(async () => {
  expect((await callAs('admin', '/session/register-login', { method: 'POST' })).status).toBe(204);
});
const panel = (page: Page) => page.getByRole('dialog');
const field = (page: Page, label: string) => panel(page).locator('li', { has: page.getByRole('heading', { name: label, exact: true }) });

test(
  'the changes of an item beside its form, each with its fields, compared with any other',
  { tag: ['@HIST-01', '@HIST-02', '@HIST-03'] },
  async ({ page }) => {
    await speak(page, 'en');
    const { _id } = await aPopup('Okno historii');
    await openAs(page, 'admin', `${urls.adminUrl}/popup/${_id}`);
    await page.getByRole('link', { name: 'History' }).click();
    await expect(page).toHaveURL(new RegExp(`/popup/${_id}\\?history=$`));
    await expect(panel(page).getByRole('heading', { name: 'History: Okno historii (nowe)' })).toBeVisible();
    const rows = panel(page).getByRole('listitem');
    await expect(rows).toHaveText([
      /Anna Wójcik.*just now.*changed Name: Okno historii → Okno historii \(nowe\) · App version: \(empty\) → >=3\.0\.0$/,
      /changed Text: changed · Repeat: 1 → 3$/,
      /created/,
    ]);
    await expect(rows.first().locator('time')).toHaveAttribute('title', /^\d{4}-\d\d-\d\d \d\d:\d\d$/);
    await expectPartPresentable(page, panel(page), 'history-list');

    await rows.nth(1).getByRole('button').click();
    await expect(page).toHaveURL(/\?history=\d+$/);
    await expect(field(page, 'Text').locator('del')).toHaveText('naszym');
    await expect(field(page, 'Text').locator('ins')).toHaveText(['waszym', /<img src=x onerror=alert\(1\)>/]);
    await expect(panel(page).locator('img')).toHaveCount(0);
    await expect(field(page, 'Repeat')).toHaveText(/Was\s*1\s*Is\s*3/);
    await expect(field(page, 'Name')).toHaveCount(0);
    await expectPartPresentable(page, panel(page), 'history-change');

    await panel(page).getByLabel('Compare with').selectOption('what it is now');
    await expect(page).toHaveURL(/\?history=\d+&with=now$/);
    await expect(field(page, 'Name')).toHaveText(/Was\s*Okno historii\s*Is\s*Okno historii \(nowe\)/);
    await expect(field(page, 'Text')).toHaveCount(0);
    const address = page.url();
    await page.goBack();
    await expect(field(page, 'Repeat')).toBeVisible();

    // A colleague opens the very comparison.
    await page.goto(address);
    await expect(field(page, 'App version')).toHaveText(/Was\s*\(empty\)\s*Is\s*>=3\.0\.0/);
    await panel(page).getByRole('button', { name: 'All changes' }).click();
    await panel(page).getByRole('button', { name: 'Close' }).click();
    await expect(page).toHaveURL(new RegExp(`/popup/${_id}$`));
    await expect(page.getByRole('link', { name: 'History' })).toBeFocused();
    await page.goto(`${urls.adminUrl}/popup/${_id}?history=nonsense&with=%3Cb%3E`);
    await expect(page.getByLabel('Name')).toHaveValue('Okno historii (nowe)');
    await expect(panel(page)).toHaveCount(0);
  },
);

test('a version fills the form, nothing is saved until Save, which makes a new version', { tag: ['@HIST-04'] }, async ({ page }) => {
  await speak(page, 'pl');
  const { _id } = await aPopup('Okno powrotu');
  await openAs(page, 'admin', `${urls.adminUrl}/popup/${_id}?history=`);
  await panel(page).getByRole('listitem').last().getByRole('button').click();
  await panel(page).getByRole('button', { name: 'Użyj tej wersji' }).click();
  await expect(page).toHaveURL(new RegExp(`/popup/${_id}$`));
  await expect(page.getByLabel('Nazwa')).toHaveValue('Okno powrotu');
  await expect(page.getByLabel('Powtórzenia')).toHaveValue('1');
  const notice = page.getByRole('status').filter({ hasText: 'Nic nie jest jeszcze zapisane' });
  await expect(notice).toContainText('Zapis zmieni: Nazwa, Tekst, Wersja aplikacji, Powtórzenia.');
  await expectPartPresentable(page, notice, 'history-used');
  expect((await read('admin', popupRoutes.details, { params: { popupId: _id } })).name).toBe('Okno powrotu (nowe)');

  await notice.getByRole('button', { name: 'Cofnij' }).click();
  await expect(page.getByLabel('Nazwa')).toHaveValue('Okno powrotu (nowe)');
  await expect(notice).toHaveCount(0);

  await page.getByRole('link', { name: 'Historia' }).click();
  await panel(page).getByRole('listitem').last().getByRole('button').click();
  await panel(page).getByRole('button', { name: 'Użyj tej wersji' }).click();
  await page.getByRole('button', { name: 'Zapisz', exact: true }).click();
  await expect(page).toHaveURL(/\/popup$/);
  const saved = await read('admin', popupRoutes.details, { params: { popupId: _id } });
  expect(saved).toMatchObject({ name: 'Okno powrotu', version: '', repeat: 1 });
  await page.goto(`${urls.adminUrl}/popup/${_id}?history=`);
  await expect(panel(page).getByRole('listitem')).toHaveCount(4);
});

test('after a version is saved in place, the unsaved notice and its Undo disappear', { tag: ['@HIST-04'] }, async ({ page }) => {
  await speak(page, 'pl');
  const { _id } = await aPopup('Okno powrotu na miejscu');
  await openAs(page, 'admin', `${urls.adminUrl}/popup/${_id}?history=`);
  await panel(page).getByRole('listitem').last().getByRole('button').click();
  await panel(page).getByRole('button', { name: 'Użyj tej wersji' }).click();
  const notice = page.getByRole('status').filter({ hasText: 'Nic nie jest jeszcze zapisane' });
  await expect(notice).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(page.getByText(/Zapisano o/)).toBeVisible();
  await expect(notice).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Nazwa', exact: true }).fill('Okno powrotu na miejscu 2');
  // The heading shows that the input is rendered, and with it any notice.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Okno powrotu na miejscu 2');
  await expect(notice).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Cofnij' })).toHaveCount(0);
  const saved = await read('admin', popupRoutes.details, { params: { popupId: _id } });
  expect(saved).toMatchObject({ name: 'Okno powrotu na miejscu', version: '', repeat: 1 });
  // A version over the newly stored one shows the notice again.
  await page.getByRole('link', { name: 'Historia' }).click();
  await panel(page).getByRole('listitem').nth(1).getByRole('button').click();
  await panel(page).getByRole('button', { name: 'Użyj tej wersji' }).click();
  await expect(notice).toBeVisible();
  await notice.getByRole('button', { name: 'Cofnij' }).click();
  await expect(page.getByRole('textbox', { name: 'Nazwa', exact: true })).toHaveValue('Okno powrotu na miejscu 2');
});

/** A leaflet of three versions, with pictures of the demo chain; the group that the first was for is deleted. */
const aLeaflet = async (name: string): Promise<{ id: string; group: string }> => {
  const pictureOf = async (demo: string): Promise<unknown> => (await stored((await byName(demo))[0]?._id ?? ''))['prevImage'];
  const [old, picture] = [await pictureOf('Gazetka 45'), await pictureOf('Gazetka 47')];
  const made = await callAs('admin', '/api/v1/store-group', { method: 'POST', body: { name: 'Sklepy z piekarnią' } });
  const { _id: group } = made.body as { _id: string };
  const { _id: id } = await createContent({
    name,
    title: 'Gazetka na weekend',
    prevImage: old,
    description: 'Ponad **100 promocji** od czwartku do niedzieli. Najlepsze ceny na owoce i nabiał.',
    publicationStart: '2026-01-01T00:00:00Z',
    includeStoreType: '',
    includeStoreGroups: [group],
  });
  const path = `/api/v1/content-editor/${id}`;
  await change(path, { title: 'Gazetka na tydzień', includeStoreType: 'super', includeStoreGroups: [] });
  await change(path, {
    title: 'Gazetka na cały tydzień',
    prevImage: picture,
    description: 'Ponad **200 promocji** od czwartku do środy. Najlepsze ceny na owoce, nabiał i pieczywo.',
    publicationEnd: '2086-12-31T23:00:00Z',
    includeStoreType: 'all',
  });
  await callAs('admin', `/api/v1/store-group/${group}`, { method: 'DELETE' });
  return { id, group };
};

test(
  'any two versions of a leaflet are compared, the older one first; files are pictures, a text is a word diff',
  { tag: ['@HIST-03'] },
  async ({ page }) => {
    await speak(page, 'pl');
    const { id } = await aLeaflet('Gazetka z wersjami');
    await openAs(page, 'admin', `${urls.adminUrl}/content/${id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gazetka z wersjami');
    await expect(page.getByRole('figure', { name: 'Podgląd w aplikacji' })).toContainText('200 promocji');
    await photograph(page, 'content-editor');
    await page.getByRole('link', { name: 'Historia' }).click();
    await panel(page).getByRole('listitem').last().getByRole('button').click();
    const other = panel(page).getByLabel('Porównaj z');
    // The previous and the current version, then the two others, newest first.
    await expect(other.getByRole('option')).toHaveCount(4);
    await other.selectOption({ index: 3 });
    await expect(page).toHaveURL(/history=\d+&with=\d+$/);
    await expect(field(page, 'Tytuł')).toHaveText(/Było\s*Gazetka na weekend\s*Jest\s*Gazetka na tydzień$/);
    await expect(field(page, 'Uwzględnij grupy sklepów')).toContainText(
      /Usunięte \(1\)\s*−\s*Sklepy z piekarnią|Usunięte \(1\)\s*Sklepy z piekarnią/,
    );
    await expect(field(page, 'Obraz podglądu')).toHaveCount(0);
    await other.selectOption({ index: 2 });
    await expect(field(page, 'Obraz podglądu').locator('img')).toHaveCount(2);
    await expect(field(page, 'Opis').locator('del')).toContainText(['100', 'niedzieli']);
    await expect(field(page, 'Opis').locator('ins')).toContainText(['200', 'środy']);
    const loaded = () =>
      field(page, 'Obraz podglądu')
        .locator('img')
        .evaluateAll((all: HTMLImageElement[]) => all.every((image) => image.naturalWidth > 0));
    await expect.poll(loaded).toBe(true);
    await photograph(page, 'history-compare');
  },
);

test(
  'a version in the form shows who would see it, and is validated against the current rules and groups',
  { tag: ['@HIST-04'] },
  async ({ page }) => {
    await speak(page, 'pl');
    const { id, group } = await aLeaflet('Gazetka z dawną grupą');
    await openAs(page, 'admin', `${urls.adminUrl}/content/${id}?history=`);
    await panel(page).getByRole('listitem').last().getByRole('button').click();
    await panel(page).getByRole('button', { name: 'Użyj tej wersji' }).click();
    const notice = page.getByRole('status').filter({ hasText: 'Nic nie jest jeszcze zapisane' });
    await expect(notice).toContainText(/Zapis zmieni: Tytuł, Obraz podglądu, Opis.*Koniec publikacji/);
    await expect(page.getByLabel('Koniec publikacji')).toHaveValue('');
    const who = page.getByRole('complementary').filter({ hasText: 'Kto to zobaczy' });
    await expect(who).toContainText(/0 sklepów z \d+/);
    await expect(who).toContainText(/Po zapisie znika w \d+/);
    const save = page.getByRole('button', { name: 'Zapisz', exact: true });
    await save.click();
    await expect(page.getByText('Serwer odrzucił zaznaczone pola.')).toBeVisible();
    expect(await stored(id)).toMatchObject({ title: 'Gazetka na cały tydzień', includeStoreGroups: [] });
    await page.getByRole('button', { name: 'Usuń: Usunięta grupa' }).click();
    await page.getByRole('radio', { name: 'Wszystkie', exact: true }).check();
    await save.click();
    // It would be shown to everyone at once and without an end, so a dialog asks for confirmation (E-64).
    await page.getByRole('dialog').getByRole('button', { name: 'Opublikuj' }).click();
    await expect(page).toHaveURL(/\/content$/);
    const saved = await stored(id);
    expect(saved).toMatchObject({ title: 'Gazetka na weekend', publicationEnd: null, includeStoreType: 'all', includeStoreGroups: [] });
    expect(saved['includeStoreGroups']).not.toContain(group);
  },
);

test('shows audiences by name, dates in Warsaw time, choices by label, pictures and files', { tag: ['@HIST-02'] }, async ({ page }) => {
  await speak(page, 'pl');
  const [one, other] = [await aStore({ name: 'Koszyk Historyczny' }), await aStore({ name: 'Koszyk Dawny' })];
  const { _id } = await createContent({
    name: 'Gazetka z historią',
    contentType: 'leaflet',
    includeStoreType: 'all',
    excludeStores: [one._id],
  });
  await change(`/api/v1/content-editor/${_id}`, {
    excludeStores: [other._id],
    includeStoreType: 'super',
    publicationEnd: '2086-07-01T10:00:00Z',
    pinned: true,
    file: null,
  });
  await callAs('admin', `/api/v1/store-editor/${other._id}`, { method: 'DELETE' });
  await openAs(page, 'admin', `${urls.adminUrl}/content/${_id}?history=`);
  await panel(page).getByRole('listitem').first().getByRole('button').click();
  await expect(field(page, 'Wyklucz sklepy')).toContainText(/Dodane \(1\)\s*Koszyk Dawny, Hel\s*Usunięte \(1\)\s*Koszyk Historyczny, Hel/);
  await expect(field(page, 'Wyświetlaj w sklepach')).toHaveText(/Było\s*Wszystkie\s*Jest\s*Super/);
  await expect(field(page, 'Koniec publikacji')).toHaveText(/Było\s*bez końca\s*Jest\s*2086-07-01 12:00/);
  await expect(field(page, 'Przypięte')).toHaveText(/Było\s*nie\s*Jest\s*tak/);
  await panel(page).getByRole('button', { name: 'Wszystkie zmiany' }).click();
  await panel(page).getByRole('listitem').last().getByRole('button').click();
  await expect(field(page, 'Obraz podglądu').locator('img')).toBeVisible();
  await photograph(page, 'history-content');
  // A file that is no picture.
  const [coupon] = await byName('Kupon powitalny');
  await page.goto(`${urls.adminUrl}/content/${coupon?._id}?history=`);
  await panel(page).getByRole('listitem').last().getByRole('button').click();
  await expect(field(page, 'Regulamin 1: plik').getByRole('link', { name: 'Otwórz plik' })).toHaveAttribute('href', /^\/files\//);
});

test('a deleted item keeps its history, and can be created again as a new, unsaved item', { tag: ['@HIST-06'] }, async ({ page }) => {
  await speak(page, 'en');
  const { _id } = await aPopup('Okno usunięte');
  await callAs('admin', `${api}/${_id}`, { method: 'DELETE' });
  await openAs(page, 'admin', `${urls.adminUrl}/popup/${_id}`);
  await expect(page.getByRole('heading', { name: 'Not found' })).toBeVisible();
  await page.getByRole('link', { name: 'History' }).click();
  await expect(panel(page).getByRole('listitem').first()).toContainText('deleted');
  await panel(page).getByRole('listitem').first().getByRole('button').click();
  await expect(panel(page)).toContainText('This item was deleted.');
  await expect(panel(page).getByRole('heading', { name: 'History: Okno usunięte (nowe)' })).toBeVisible();
  await expect(field(page, 'Repeat')).toHaveText(/^Repeat\s*3$/);
  await expectPartPresentable(page, panel(page), 'history-deleted');
  await panel(page).getByRole('button', { name: 'Create again' }).click();
  await expect(page).toHaveURL(`${urls.adminUrl}/popup/new`);
  await expect(page.getByLabel('Name')).toHaveValue('Okno usunięte (nowe)');
  await expect(page.getByLabel('App version')).toHaveValue('>=3.0.0');
  await expect(page.getByRole('status').filter({ hasText: 'new item with the values of the deleted one' })).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page).toHaveURL(/\/popup$/);
  const made = (await read('admin', popupRoutes.list, { query: { pageSize: 1000 } })).items.filter(
    ({ name }) => name === 'Okno usunięte (nowe)',
  );
  expect(made).toHaveLength(1);
  expect(made[0]?._id).not.toBe(_id);
});

test(
  'undoing a version restores the input typed before it loaded, to the last letter',
  { tag: ['@HIST-04', '@HIST-06', '@ux-9'] },
  async ({ page }) => {
    await speak(page, 'en');
    const { _id } = await aPopup('Okno usunięte');
    await callAs('admin', `${api}/${_id}`, { method: 'DELETE' });
    const [{ _id: change } = { _id: '' }] = (await read('admin', historyRoutes.list, { query: { kind: 'popup', item: _id } })).items;
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await respondBeforeProcessing(page, {
      url: `${urls.adminUrl}/api/v1/history/${change}`,
      open: () => openAs(page, 'admin', `${urls.adminUrl}/popup/new?from=${change}`),
      processed: page.getByRole('textbox', { name: 'Text', exact: true }),
      unprocessed: name,
    });
    await expect(name).toHaveValue('Okno usunięte (nowe)');
    await page.clock.resume();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(name).toHaveValue('Z');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Z');
  },
);

test(
  'recreating a deleted item does not overwrite the draft of another new item, which returns at its own URL',
  { tag: ['@HIST-06', '@PREV-07'] },
  async ({ page }) => {
    await speak(page, 'en');
    const { _id } = await aPopup('Okno usunięte obok');
    await callAs('admin', `${api}/${_id}`, { method: 'DELETE' });
    const [{ _id: change } = { _id: '' }] = (await read('admin', historyRoutes.list, { query: { kind: 'popup', item: _id } })).items;
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    const text = page.getByRole('textbox', { name: 'Text', exact: true });
    await openAs(page, 'admin', `${urls.adminUrl}/popup/new`);
    await name.fill('Okno zupełnie inne');
    await text.fill('Zupełnie inny tekst');
    await page.getByRole('button', { name: 'In the app' }).click();
    await expect(page).toHaveURL(/\/preview\?form=true$/);
    await page.goto(`${urls.adminUrl}/popup/new?from=${change}`);
    await expect(name).toHaveValue('Okno usunięte obok (nowe)');
    const notice = page.getByRole('status').filter({ hasText: 'new item with the values of the deleted one' });
    await expect(notice).toBeVisible();
    await page.evaluate(() => dispatchEvent(new Event('pagehide')));
    await page.goto(`${urls.adminUrl}/popup/new`);
    await expect(name).toHaveValue('Okno zupełnie inne');
    await expect(text).toHaveValue('Zupełnie inny tekst');
    await expect(notice).toHaveCount(0);
  },
);

test.afterAll(async () => {
  for (const { _id } of await byName('Gazetka z ')) await callAs('admin', `/api/v1/content-editor/${_id}`, { method: 'DELETE' });
  for (const { _id, name } of (await read('admin', popupRoutes.list, { query: { pageSize: 1000 } })).items)
    if (/^Okno (historii|powrotu|usunięte)/.test(name)) await callAs('admin', `${api}/${_id}`, { method: 'DELETE' });
});
