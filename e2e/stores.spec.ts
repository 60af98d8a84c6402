import { storeGroupRoutes } from '@endcap/contract/store-groups';
import type { Page } from '@playwright/test';
import { expectPresentableInBoth } from './both-languages.ts';
import { aStore, callAs, endSession, expect, expectLeftWithout, openAs, photograph, read, speak, test, urls } from './product.ts';

const screen = `${urls.adminUrl}/store`;
const api = '/api/v1/store-editor';
type Stored = { _id: string; [field: string]: unknown };
const storedAt = async (id: string): Promise<Stored> => (await callAs('admin', `${api}/${id}`)).body as Stored;
const found = async (name: string): Promise<Stored[]> =>
  ((await callAs('admin', `${api}/list?name=${encodeURIComponent(name)}`)).body as { items: Stored[] }).items;
const changeBehind = async (id: string, body: object): Promise<void> =>
  expect((await callAs('admin', `${api}/${id}`, { method: 'PATCH', body })).status).toBe(200);
const openEditor = async (page: Page, id: string): Promise<void> => {
  await openAs(page, 'admin', `${screen}/${id}`);
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).not.toHaveValue('');
};
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });

const fillNew = async (page: Page, name: string): Promise<void> => {
  const values = {
    Name: name,
    Street: 'ul. Portowa 5',
    'Zip code': '84-150',
    City: 'Hel',
    Latitude: '54,6082',
    Longitude: '18.8013',
    'Opening hours': 'pon.–sob. 6–22\nniedz. 9–20',
  };
  for (const [label, value] of Object.entries(values)) await page.getByRole('textbox', { name: label }).fill(value);
};

test.describe('list', () => {
  test(
    'columns, searches after 800 ms that combine, pages, all in the address',
    {
      tag: [
        '@SIDE',
        '@NAV-12',
        '@NAV-30',
        '@NAV-31',
        '@NAV-32',
        '@STORE-LIST-01',
        '@STORE-LIST-02',
        '@STORE-LIST-03',
        '@STORE-LIST-04',
        '@STORE-LIST-05',
        '@STORE-LIST-10',
        '@STORE-LIST-11',
        '@STORE-LIST-12',
        '@STORE-LIST-15',
        '@STORE-LIST-16',
        '@A-16',
      ],
    },
    async ({ page }) => {
      await openAs(page, 'admin');
      await page.getByRole('link', { name: 'Stores', exact: true }).click();
      await expect(page).toHaveURL(screen);
      await expect(page.getByRole('heading', { name: 'Stores' })).toBeVisible();
      await expect(page.getByRole('combobox')).toHaveCount(0);
      await expect(page.getByRole('columnheader')).toHaveText(['Name', 'Number', 'Address', 'Store type', 'Actions']);
      await expect(page.getByRole('row')).toHaveCount(21);
      await expect(page.getByRole('row').nth(1)).toContainText('Koszyk Białystok Lipowa118ul. Lipowa 29, 15-424 BiałystokGeneralist');
      await page.getByRole('link', { name: 'Page 2' }).click();
      await expect(page).toHaveURL(`${screen}?page=2`);

      const asked: string[] = [];
      page.on('request', (request) => request.url().includes('/list?') && asked.push(request.url()));
      // By the page's own clock: between two letters no machine is busy for so long that it is a rest.
      await page.clock.install();
      await page.clock.pauseAt(Date.now() + 60_000);
      for (const letter of 'krakow') {
        await page.getByRole('textbox', { name: 'Search by name' }).press(letter);
        await page.clock.runFor(300);
      }
      await page.clock.runFor(450);
      expect(asked).toHaveLength(0);
      const searched = page.waitForRequest((request) => request.url().includes('name='));
      await page.clock.runFor(100);
      expect(new URL((await searched).url()).searchParams.get('name')).toBe('krakow');
      await page.clock.resume();
      await expect(page).toHaveURL(`${screen}?name=krakow&f=name`);
      expect(asked).toHaveLength(1);
      await expect(page.getByRole('row')).toHaveCount(4);
      await page.getByRole('textbox', { name: 'Search by address' }).fill('DŁUGA');
      await expect(page.getByRole('row')).toHaveCount(2);
      await expect(page).toHaveURL(/name=krakow&address=D.*&f=address/);
      await page.reload();
      await expect(page.getByRole('row')).toHaveCount(2);
      await expect(page.getByRole('textbox', { name: 'Search by name' })).toHaveValue('krakow');
      await expect(page.getByRole('textbox', { name: 'Search by address' })).toBeFocused();
      await page.getByRole('textbox', { name: 'Search by address' }).fill('nigdzie');
      await expect(page.getByText('No store matches the search')).toBeVisible();
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await expect(page).toHaveURL(screen);
      await expect(page.getByRole('row')).toHaveCount(21);
      await page.goBack();
      await expect(page).toHaveURL(screen);
    },
  );

  test(
    'found by number, sorted by it, of one type; all in the address',
    { tag: ['@6c', '@O1', '@O2', '@O3', '@NAV-30', '@NAV-32'] },
    async ({ page }) => {
      await openAs(page, 'admin', `${screen}?page=2`);
      await page.getByRole('textbox', { name: 'Search by name or number' }).fill('104');
      await expect(page.getByRole('row')).toHaveCount(2);
      await expect(page.getByRole('row').nth(1)).toContainText('Koszyk Kraków Długa104');
      await page.getByRole('textbox', { name: 'Search by name or number' }).fill('');
      await expect(page).toHaveURL(`${screen}?f=name`);
      await page.getByRole('button', { name: 'Number', exact: true }).click();
      await expect(page.getByRole('columnheader', { name: 'Number' })).toHaveAttribute('aria-sort', 'ascending');
      await expect(page.getByRole('row').nth(1)).toContainText('101');
      const types = page.getByRole('group', { name: 'Store type' });
      await types.getByRole('button', { name: 'Super' }).click();
      await expect(page).toHaveURL(`${screen}?sortField=storeNo&storeType=super`);
      await page.reload();
      await expect(types.getByRole('button', { name: 'Super' })).toHaveAttribute('aria-pressed', 'true');
      // Numbers stand under each other (look.md), also those in addresses.
      await expect(page.locator('td[data-label="Address"]').first()).toHaveCSS('font-variant-numeric', 'tabular-nums');
      const cells = page.locator('td[data-label="Store type"]');
      await expect(cells.first()).toHaveText('Super');
      expect(new Set(await cells.allTextContents())).toEqual(new Set(['Super']));
      await types.getByRole('button', { name: 'Super' }).click();
      await expect(page).toHaveURL(`${screen}?sortField=storeNo`);
    },
  );

  test(
    'the question names the item and its users; Enter and Escape delete nothing, two clicks delete once',
    { tag: ['@STORE-LIST-06', '@STORE-LIST-07', '@STORE-LIST-08', '@STORE-LIST-09', '@STORE-LIST-14', '@ERR-06', '@S20', '@ux-19'] },
    async ({ page }) => {
      const others = await Promise.all(Array.from({ length: 20 }, (_, n) => aStore({ name: `Ostatni ${10 + n}` })));
      const store = await aStore({ name: 'Ostatni do usunięcia' });
      const group = await callAs('admin', '/api/v1/store-group', {
        method: 'POST',
        body: { name: 'Grupa z usuwanym', includeStores: [store._id] },
      });
      await openAs(page, 'admin', `${screen}?name=ostatni&page=2`);
      const deletes: string[] = [];
      page.on('request', (request) => request.method() === 'DELETE' && deletes.push(new URL(request.url()).pathname));
      const open = () => page.getByRole('button', { name: 'Delete: Ostatni do usunięcia' }).click();
      const dialog = page.getByRole('dialog');
      await open();
      await expect(dialog).toContainText('Delete “Ostatni do usunięcia”?');
      await expect(dialog).toContainText('This action is irreversible.');
      await expect(dialog).toContainText('1 store group: Grupa z usuwanym');
      await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(dialog).toBeHidden();
      await open();
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await open();
      for (let n = 0; n < 8; n += 1) {
        await page.keyboard.press('Tab');
        await expect(dialog.locator(':focus')).toHaveCount(1);
      }
      expect(deletes).toEqual([]);
      await dialog.getByRole('button', { name: 'Delete' }).dblclick();
      await expect(dialog).toBeHidden();
      // It was the only row of the last page.
      await expect(page).toHaveURL(`${screen}?name=ostatni`);
      await expect(page.getByText('Total: 20')).toBeVisible();
      expect(deletes).toEqual([`${api}/${store._id}`]);
      await callAs('admin', `/api/v1/store-group/${(group.body as Stored)._id}`, { method: 'DELETE' });
      await Promise.all(others.map(({ _id }) => callAs('admin', `${api}/${_id}`, { method: 'DELETE' })));
    },
  );

  test(
    'the second half of a double click on Delete opens nothing that stood behind the question',
    { tag: ['@ux-19', '@S20'] },
    async ({ page }) => {
      const store = await aStore({ name: 'Podwójnie usunięty' });
      await openAs(page, 'admin', `${screen}?name=podw`);
      await page.getByRole('button', { name: 'Delete: Podwójnie usunięty' }).click();
      const press = page.getByRole('dialog').getByRole('button', { name: 'Delete' });
      const { x, y, width, height } = (await press.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      const [left, top] = [x + width / 2, y + height / 2];
      // Any row may stand there once the question is gone: here one does for certain.
      await page.addStyleTag({ content: 'a.behind { position: fixed; inset: 0; }' });
      await page.evaluate(() => {
        document.body.append(Object.assign(document.createElement('a'), { className: 'behind', href: '#behind' }));
      });
      const half = async (clickCount: number) => {
        await page.mouse.move(left, top);
        await page.mouse.down({ clickCount });
        await page.mouse.up({ clickCount });
      };
      await half(1);
      const below = () => page.evaluate(([at, down]) => document.elementFromPoint(at ?? 0, down ?? 0)?.className, [left, top]);
      await expect.poll(below).toBe('behind');
      await half(2);
      expect((await callAs('admin', `${api}/${store._id}`)).status).toBe(404);
      await expect(page).toHaveURL(`${screen}?name=podw`);
      await half(1);
      await expect(page).toHaveURL(`${screen}?name=podw#behind`);
    },
  );
});

test.describe('editor', () => {
  test(
    'a new store, its problems in words, saved with Ctrl+S',
    {
      tag: [
        '@NAV-13',
        '@STORE-LIST-13',
        '@STORE-EDIT-01',
        '@STORE-EDIT-02',
        '@STORE-EDIT-03',
        '@STORE-EDIT-04',
        '@STORE-EDIT-05',
        '@STORE-EDIT-06',
        '@STORE-EDIT-07',
        '@STORE-EDIT-08',
        '@STORE-EDIT-09',
        '@STORE-EDIT-10',
        '@STORE-EDIT-11',
        '@STORE-EDIT-12',
        '@STORE-EDIT-13',
        '@STORE-EDIT-14',
        '@STORE-EDIT-15',
        '@STORE-EDIT-17',
        '@STORE-EDIT-19',
        '@STORE-EDIT-20',
        '@STORE-EDIT-25',
        '@ux-10',
      ],
    },
    async ({ page }) => {
      await openAs(page, 'admin', screen);
      await page.getByRole('link', { name: 'New store' }).click();
      await expect(page).toHaveURL(`${screen}/new`);
      await expect(page.getByRole('radio', { name: 'Contact' })).toBeChecked();
      await expect(save(page)).toBeDisabled();
      // The rules of fields are tested on the form (store-editor.form.test.tsx).
      await expect(page.getByRole('button', { name: '7 fields left to fill in' })).toBeVisible();
      await fillNew(page, 'Koszyk Hel Portowa');
      await page.getByRole('textbox', { name: 'Store number' }).fill('0417');
      await page.getByRole('textbox', { name: 'E-commerce slug' }).fill('koszyk-hel');
      await page.getByRole('textbox', { name: 'Phone' }).fill('+48 58 000');
      await page.getByRole('textbox', { name: 'Notification sign' }).fill('– Hel');
      await page.getByRole('radio', { name: 'Super' }).check();
      await page.getByRole('checkbox', { name: 'Gas station' }).check();
      const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith(api));
      await page.keyboard.press('Control+s');
      expect((await sent).postDataJSON()).toMatchObject({
        storeNo: 417,
        latitude: 54.6082,
        storeType: 'super',
        gasStation: true,
        drive: false,
      });
      // It stays, at the address that it has now.
      await expect(page).not.toHaveURL(`${screen}/new`);
      const [store] = await found('Koszyk Hel Portowa');
      await expect(page).toHaveURL(`${screen}/${store?._id}`);
      expect(await storedAt(store?._id ?? '')).toMatchObject({
        openingHours: 'pon.–sob. 6–22\nniedz. 9–20',
        notificationSign: '– Hel',
        ecommerceSlug: 'koszyk-hel',
        phone: '+48 58 000',
        createdBy: 'Anna Wójcik',
      });
      // At once in list, stats and selector.
      await page.getByRole('link', { name: 'Back' }).click();
      await page.getByRole('textbox', { name: 'Search by name' }).fill('hel portowa');
      await expect(page.getByRole('row').nth(1)).toContainText('Koszyk Hel Portowa');
      await page.getByRole('link', { name: 'Notifications' }).click();
      await page.getByRole('combobox', { name: 'Selected store' }).fill('hel portowa');
      await expect(page.getByRole('option')).toHaveCount(1);
      await callAs('admin', `${api}/${store?._id}`, { method: 'DELETE' });
    },
  );

  test(
    'an edit sends what changed, with the tag; derived facts are only shown; Back saves nothing',
    { tag: ['@NAV-14', '@STORE-EDIT-16', '@STORE-EDIT-18', '@STORE-EDIT-22', '@STORE-EDIT-24', '@A-106'] },
    async ({ page }) => {
      const { _id } = await aStore({ name: 'Żż Edycja', storeNo: 9001, phone: '1' });
      await openAs(page, 'admin', `${screen}?name=edycja`);
      await page.getByRole('link', { name: 'Edit: Żż Edycja' }).click();
      await expect(page).toHaveURL(`${screen}/${_id}`);
      await expect(page.getByLabel('Derived')).toContainText('ul. Testowa 1, 84-150 Hel');
      await expect(page.getByText('Last change: Anna Wójcik, just now')).toBeVisible();
      await page.getByRole('textbox', { name: 'Store number' }).fill('');
      const sent = page.waitForRequest((request) => request.method() === 'PATCH');
      await save(page).click();
      const request = await sent;
      expect(request.postDataJSON()).toEqual({ storeNo: null });
      expect(request.headers()['if-match']).toBe('"1"');
      await expect(page).toHaveURL(`${screen}?name=edycja`);
      expect(await storedAt(_id)).toMatchObject({ storeNo: null, phone: '1' });
      await openEditor(page, _id);
      await page.getByRole('link', { name: 'Back' }).click();
      await expect(page).toHaveURL(`${screen}?name=edycja`);
      await callAs('admin', `${api}/${_id}`, { method: 'DELETE' });
    },
  );

  test('a small map follows the coordinates where a tile server is configured', async ({ page }) => {
    const tiles: string[] = [];
    await page.route('**/tiles/**', (route) => {
      tiles.push(new URL(route.request().url()).pathname);
      return route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"/>' });
    });
    await page.route(`${screen}/new`, async (route) => {
      const answer = await route.fetch();
      const map = JSON.stringify({ tileUrl: `${urls.adminUrl}/tiles/{z}/{x}/{y}.svg`, attribution: '© OpenStreetMap contributors' });
      return route.fulfill({ response: answer, body: (await answer.text()).replace('"map":null', `"map":${map}`) });
    });
    await openAs(page, 'admin', `${screen}/new`);
    await page.getByRole('textbox', { name: 'Latitude' }).fill('52,2297');
    await page.getByRole('textbox', { name: 'Longitude' }).fill('21,0122');
    await expect(page.getByRole('figure', { name: 'Location on the map' })).toContainText('© OpenStreetMap contributors');
    await expect.poll(() => tiles).toContain('/tiles/15/18296/10789.svg');
  });
});

test.describe('nothing typed is lost', () => {
  test('links, Back, closing and signing out ask; silent when nothing changed', { tag: ['@ux-8'] }, async ({ page }) => {
    await openAs(page, 'admin', screen);
    await page.getByRole('link', { name: 'New store' }).click();
    // Before its screen is there the form is no page to come back to.
    await expect(page).toHaveURL(`${screen}/new`);
    await page.getByRole('link', { name: 'Store Groups' }).click();
    await expect(page).toHaveURL(/store-group$/);
    await page.goBack();
    await expect(page).toHaveURL(`${screen}/new`);
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Żż Niezapisany');
    const dialog = page.getByRole('dialog', { name: 'Unsaved changes' });
    for (const leave of [
      () => page.getByRole('link', { name: 'Store Groups' }).click(),
      () => page.getByRole('link', { name: 'Back' }).click(),
      () => page.goBack(),
      () => page.getByRole('button', { name: 'Log out' }).click(),
    ]) {
      await leave();
      await expect(dialog).toBeVisible();
      await expect(dialog.getByRole('button', { name: 'Stay' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(dialog).toBeHidden();
      await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Żż Niezapisany');
    }
    const asked = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    expect((await asked).type()).toBe('beforeunload');
    await (await asked).dismiss();
    await page.getByRole('link', { name: 'Store Groups' }).click();
    await dialog.getByRole('button', { name: 'Leave without saving' }).click();
    await expect(page).toHaveURL(/store-group$/);
    await page.goto(`${screen}/new`);
    await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('');
    await expect(page.getByText('There are unsaved changes')).toHaveCount(0);
  });

  test(
    'what was typed survives a crash and an ended session; saving, discarding and signing out remove it',
    { tag: ['@ux-9', '@C27'] },
    async ({ page, context }) => {
      await openAs(page, 'admin', `${screen}/new`);
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Żż Szkic');
      await expect(page.getByText(/Draft kept at \d\d:\d\d/)).toBeVisible();
      // A second tab is what remains after a crash of the first.
      const second = await context.newPage();
      await second.goto(`${screen}/new`);
      await second.getByRole('button', { name: 'Restore' }).click();
      await expect(second.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Żż Szkic');
      // What it keeps on its way out is kept before the session ends.
      second.once('dialog', (question) => void question.accept());
      await second.goto('about:blank');
      await second.close();
      await endSession(page);
      await expect(page).toHaveURL(/\/login/);
      await page.context().clearCookies();
      await page.getByRole('button', { name: 'Log In' }).click();
      await page.locator('button[value="admin"]').click();
      await expect(page).toHaveURL(`${screen}/new`);
      // An ended session is no reason to ask (D-53).
      await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Żż Szkic');
      await page.getByRole('button', { name: 'Log out' }).click();
      await page.getByRole('button', { name: 'Leave without saving' }).click();
      await expect(page.getByRole('button', { name: 'Log In' })).toBeVisible();
      await expectLeftWithout(page, /draft/);
    },
  );

  test(
    'what is on offer stays so beside what somebody types without an answer, after a crash and after saving',
    { tag: ['@ux-9'] },
    async ({ page }) => {
      const name = page.getByRole('textbox', { name: 'Name', exact: true });
      const restore = page.getByRole('button', { name: 'Restore' });
      const form = `${urls.adminUrl}/store-group/new`;
      const typeAndCrash = async (text: string): Promise<void> => {
        await name.fill(text);
        await expect(page.getByText(/Draft kept at \d\d:\d\d/)).toBeVisible();
        page.once('dialog', (question) => void question.accept());
        await page.reload();
        await expect(restore).toBeVisible();
      };
      await openAs(page, 'admin', form);
      await typeAndCrash('Żż Wieczorna');
      await typeAndCrash('Żż Poranna');
      // The newest first; the other is still there.
      await restore.click();
      await expect(name).toHaveValue('Żż Poranna');
      await expect(restore).toBeVisible();
      await save(page).click();
      await expect(page).toHaveURL(`${urls.adminUrl}/store-group`);

      await page.goto(form);
      await name.fill('Żż Zaczęta');
      await restore.click();
      await expect(name).toHaveValue('Żż Wieczorna');
      // Also what it took the place of.
      await restore.click();
      await expect(name).toHaveValue('Żż Zaczęta');
      await restore.click();
      await expect(name).toHaveValue('Żż Wieczorna');
      await page.getByRole('button', { name: 'Discard', exact: true }).click();
      await expect(restore).toHaveCount(0);
      await save(page).click();
      await expect(page).toHaveURL(`${urls.adminUrl}/store-group`);
      await page.goto(form);
      await expect(name).toBeVisible();
      await expect(restore).toHaveCount(0);
      const { items } = await read('admin', storeGroupRoutes.list, { query: { pageSize: 1000 } });
      const made = items.filter((group) => ['Żż Poranna', 'Żż Wieczorna'].includes(group.name));
      await Promise.all(made.map(({ _id }) => callAs('admin', `/api/v1/store-group/${_id}`, { method: 'DELETE' })));
      expect(made).toHaveLength(2);
    },
  );

  test(
    'separate edits merge by themselves; the same field asks, field by field, and nothing is saved before',
    { tag: ['@F74', '@A-106', '@ux-11'] },
    async ({ page }) => {
      const { _id } = await aStore({ name: 'Żż Spór', phone: '1', city: 'Hel' });
      await openEditor(page, _id);
      await test.step('separate edits merge', async () => {
        await page.getByRole('textbox', { name: 'Phone' }).fill('2');
        await changeBehind(_id, { zipCode: '84-151', drive: true });
        await page.keyboard.press('Control+s');
        await expect(page.getByText('Saved together with the changes that Anna Wójcik made meanwhile.')).toBeVisible();
        expect(await storedAt(_id)).toMatchObject({ phone: '2', zipCode: '84-151', drive: true });
        await expect(page.getByText(/Saved at/)).toBeVisible();
      });
      await page.getByRole('textbox', { name: 'Phone' }).fill('moje');
      await page.getByRole('textbox', { name: 'City' }).fill('Moje');
      await page.getByRole('textbox', { name: 'Street' }).fill('ul. Moja 1');
      await changeBehind(_id, { phone: 'ich', city: 'Ich' });
      await save(page).click();
      const dialog = page.getByRole('dialog', { name: 'Somebody else changed this too' });
      await expect(dialog).toContainText('Anna Wójcik saved changes');
      await expect(dialog.getByRole('radiogroup')).toHaveCount(2);
      await expect(dialog.getByRole('button', { name: 'Save what is chosen' })).toBeDisabled();
      await page.keyboard.press('Escape');
      expect(await storedAt(_id)).toMatchObject({ phone: 'ich', city: 'Ich', street: 'ul. Testowa 1' });
      // Closing decides nothing: the next save asks again.
      await save(page).click();
      await dialog.getByRole('radiogroup', { name: 'Phone' }).getByRole('radio', { name: 'Saved version' }).check();
      await dialog.getByRole('radiogroup', { name: 'City' }).getByRole('radio', { name: 'My version' }).check();
      await photograph(page, 'conflict-1400-light');
      await dialog.getByRole('button', { name: 'Save what is chosen' }).click();
      await expect(page).toHaveURL(screen);
      expect(await storedAt(_id)).toMatchObject({ phone: 'ich', city: 'Moje', street: 'ul. Moja 1' });
      await callAs('admin', `${api}/${_id}`, { method: 'DELETE' });
    },
  );
});

test('list, editor and question are presentable', { tag: ['@NFR-04', '@NFR-05', '@ux-23', '@ux-24'] }, async ({ page }) => {
  await speak(page, 'pl');
  await openAs(page, 'admin', screen);
  await expect(page.getByRole('row')).toHaveCount(21);
  await expectPresentableInBoth(page, 'stores');
  await page
    .getByRole('button', { name: /^Usuń: / })
    .first()
    .click();
  await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible();
  await expectPresentableInBoth(page, 'store-delete');
  await page.goto(`${screen}?name=piotrkowska`);
  await page.getByRole('link', { name: /^Edytuj: / }).click();
  await expect(page.getByLabel('Wyliczane')).toBeVisible();
  await page.getByRole('textbox', { name: 'Nazwa', exact: true }).fill('');
  await page.getByRole('textbox', { name: 'Szerokość geograficzna' }).fill('95');
  await page.getByRole('button', { name: /^Błędy: / }).click();
  await expectPresentableInBoth(page, 'store-edit');
});
