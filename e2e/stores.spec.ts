import type { Page } from '@playwright/test';
import { aStore, callAs, endSession, expect, expectSignedOutWithout, openAs, test, urls } from './product.ts';

const screen = `${urls.adminUrl}/store`;
const api = '/api/v1/store-editor';
type Stored = { _id: string; [field: string]: unknown };
const storedAt = async (id: string): Promise<Stored> => (await callAs('admin', `${api}/${id}`)).body as Stored;
const found = async (name: string): Promise<Stored[]> =>
  ((await callAs('admin', `${api}/list?name=${encodeURIComponent(name)}`)).body as { items: Stored[] }).items;
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
    'the question before a delete keeps the focus, and the second half of a double click on Delete opens nothing that stood behind it',
    { tag: ['@ux-19', '@S20'] },
    async ({ page }) => {
      const store = await aStore({ name: 'Podwójnie usunięty' });
      await openAs(page, 'admin', `${screen}?name=podw`);
      await page.getByRole('button', { name: 'Delete: Podwójnie usunięty' }).click();
      await test.step('Tab stays in the question', async () => {
        const dialog = page.getByRole('dialog');
        await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
        for (let n = 0; n < 8; n += 1) {
          await page.keyboard.press('Tab');
          await expect(dialog.locator(':focus')).toHaveCount(1);
        }
      });
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
      await openAs(page, 'admin', `${screen}?name=warszawa`);
      // Digits stand under each other (look.md), also in addresses.
      await expect(page.locator('td[data-label="Address"]').first()).toHaveCSS('font-variant-numeric', 'tabular-nums');
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
      await expect(page).toHaveURL(`${screen}?name=warszawa`);
      await page.getByRole('textbox', { name: 'Search by name' }).fill('hel portowa');
      await expect(page.getByRole('row').nth(1)).toContainText('Koszyk Hel Portowa');
      await page.getByRole('link', { name: 'Notifications' }).click();
      await page.getByRole('combobox', { name: 'Selected store' }).fill('hel portowa');
      await expect(page.getByRole('option')).toHaveCount(1);
      await callAs('admin', `${api}/${store?._id}`, { method: 'DELETE' });
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
    'a draft survives a crash and an ended session, and signing out deletes it',
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
      // The second tab saves its draft while closing, so close it before the session ends.
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
      await expectSignedOutWithout(page, /draft/);
    },
  );
});
