import { type Popup, popupRoutes } from '@endcap/contract/popups';
import { read, callAs, expect, openAs, test, urls } from './product.ts';

const screen = `${urls.adminUrl}/popup`;
const api = '/api/v1/popup-editor';
const create = (facts: Partial<Popup>): Promise<Popup> =>
  read('admin', popupRoutes.create, { body: { text: 'Dzień **dobry**', ...facts } });
const all = async () => (await read('admin', popupRoutes.list, { query: { pageSize: 1000 } })).items;
const save = (page: import('@playwright/test').Page) => page.getByRole('button', { name: 'Save', exact: true });

test.afterAll(async () => {
  for (const { _id } of (await all()).filter(({ name }) => name.startsWith('Okno ')))
    await callAs('admin', `${api}/${_id}`, { method: 'DELETE' });
});

test(
  'the list shows which popups customers see now, on which versions and in which order, as the app API returns them',
  { tag: ['@POPUP-EDIT-15', '@A-107'] },
  async ({ page }) => {
    // Compares only these three, because other tests may create popups meanwhile.
    const silent = await create({ name: 'Okno bez słów', text: null });
    const common = await create({ name: 'Okno dla wszystkich' });
    const recent = await create({ name: 'Okno dla nowych', version: '>= 4.0.0' });
    const answered = async (appVersion: string): Promise<string[]> => {
      const { items }: { items: { _id: string }[] } = await (await fetch(`${urls.appUrl}/app/v1/popups?appVersion=${appVersion}`)).json();
      return items.map(({ _id }) => _id).filter((id) => [silent, common, recent].some(({ _id }) => _id === id));
    };
    const row = (name: string) => page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
    const place = async (name: string): Promise<number> => Number(/no\. (\d+) in order/.exec(await row(name).innerText())?.[1]);
    await expect.poll(() => answered('4.0.0')).toEqual([common._id, recent._id]);
    expect(await answered('3.9.0')).toEqual([common._id]);
    await openAs(page, 'admin', screen);
    await expect(row('Okno bez słów')).toContainText(/Not shown\s*no text/);
    await expect(row('Okno dla wszystkich')).toContainText(/Shown now\s*no\. \d+ in order/);
    await expect(row('Okno dla nowych')).toContainText(/Shown now\s*only on app >= 4\.0\.0 · no\. \d+ in order/);
    expect(await place('Okno dla wszystkich')).toBeLessThan(await place('Okno dla nowych'));
    // With a text it is shown, in order before the popups that were created after it.
    await callAs('admin', `${api}/${silent._id}`, { method: 'PATCH', body: { text: 'Już jestem' } });
    await expect.poll(() => answered('4.0.0')).toEqual([silent._id, common._id, recent._id]);
    await page.reload();
    await expect(row('Okno bez słów')).toContainText(/Shown now\s*no\. \d+ in order/);
    expect(await place('Okno bez słów')).toBeLessThan(await place('Okno dla wszystkich'));
  },
);

test(
  'returning by Back, breadcrumb or Save restores the list and focuses the row; dialogs and deletes keep the focus there',
  { tag: ['@D-45', '@ux-16', '@WCAG-2.4.3'] },
  async ({ page }) => {
    await Promise.all(Array.from({ length: 45 }, (_, n) => create({ name: `Okno powrotu ${String(n).padStart(2, '0')}` })));
    await page.setViewportSize({ width: 1400, height: 500 });
    await openAs(page, 'admin', `${screen}?page=2&sortField=-name`);
    const row = page.getByRole('row').nth(12);
    const link = row.getByRole('link').first();
    const name = (await link.textContent()) ?? '';
    const scrolled = (): Promise<number> => page.evaluate(() => Math.round(scrollY));
    for (const leave of [
      () => page.getByRole('main').getByRole('link').first().click(),
      () => page.getByRole('link', { name: 'Back' }).click(),
      () => save(page).click(),
      () => page.goBack(),
    ]) {
      // Scrolls the row to a place where scrolling it into view alone would not put it.
      await row.evaluate((element) => scrollTo(0, scrollY + element.getBoundingClientRect().top - 180));
      const before = await scrolled();
      expect(before).toBeGreaterThan(100);
      await link.click();
      await expect(page.getByRole('textbox', { name: 'Repeat' })).toBeVisible();
      await leave();
      await expect(page).toHaveURL((url) => url.searchParams.get('page') === '2' && url.searchParams.get('sortField') === '-name');
      const back = page.getByRole('link', { name, exact: true });
      await expect(back).toBeInViewport();
      await expect(back).toBeFocused();
      await expect(page.locator('tr[data-marked]')).toHaveCount(1);
      await expect(page.locator('tr[data-marked]').getByRole('link', { name, exact: true })).toBeVisible();
      // Elements above may still shift by a few pixels, far less than a row.
      await expect.poll(async () => Math.abs((await scrolled()) - before)).toBeLessThan(10);
    }
    // The draft of an earlier visit can be discarded, and a new item is marked and focused in the sorted list.
    await page.getByRole('link', { name: 'New popup' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Okno powrotu 44a');
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('x');
    await page.goto(`${screen}?sortField=-name`);
    await page.getByRole('link', { name: 'New popup' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
    await page.getByRole('textbox', { name: 'Name' }).fill('Okno powrotu 40a');
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('x');
    await save(page).click();
    await expect(page).toHaveURL(`${screen}?sortField=-name`);
    await expect(page.locator('tr[data-marked]')).toContainText('Okno powrotu 40a');
    await expect(page.getByRole('link', { name: 'Okno powrotu 40a', exact: true })).toBeFocused();
    await test.step('a question and a delete leave the focus on the list', async () => {
      const remove = (name: string) => page.getByRole('button', { name: `Delete: Okno powrotu ${name}`, exact: true });
      await remove('42').focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(remove('42')).toBeFocused();
      await page.keyboard.press('Enter');
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await expect(remove('42')).toHaveCount(0);
      await expect(remove('41')).toBeFocused();
    });
  },
);

test(
  'a popup by keyboard, with preview; a failed save keeps everything',
  {
    tag: [
      '@NAV-22',
      '@NAV-23',
      '@POPUP-EDIT-01',
      '@POPUP-EDIT-02',
      '@POPUP-EDIT-03',
      '@POPUP-EDIT-04',
      '@POPUP-EDIT-05',
      '@POPUP-EDIT-06',
      '@POPUP-EDIT-07',
      '@POPUP-EDIT-08',
      '@POPUP-EDIT-09',
      '@POPUP-EDIT-10',
      '@POPUP-EDIT-12',
      '@POPUP-EDIT-13',
      '@POPUP-EDIT-14',
      '@POPUP-EDIT-16',
      '@STATE-10',
      '@ERR-08',
      '@A-104',
    ],
  },
  async ({ page }) => {
    await openAs(page, 'admin', screen);
    await page.getByRole('link', { name: 'New popup' }).click();
    await expect(page).toHaveURL(`${screen}/new`);
    const repeat = page.getByRole('textbox', { name: 'Repeat' });
    await expect(repeat).toHaveValue('1');
    await expect(save(page)).toBeDisabled();
    await page.getByRole('textbox', { name: 'Name' }).fill('Okno powitalne');
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Witaj w **Koszyku**!');
    await expect(page.getByRole('figure', { name: 'Popup on the phone' }).locator('strong')).toHaveText('Koszyku');
    // The inline preview is hidden while the phone is beside the form.
    const preview = page.getByLabel('Live preview: Text');
    await expect(preview.locator('strong')).toHaveText('Koszyku');
    await expect(preview).toBeHidden();
    await page.setViewportSize({ width: 900, height: 900 });
    await expect(preview).toBeVisible();
    await page.setViewportSize({ width: 1400, height: 900 });
    for (const [value, word] of [
      ['0', 'A whole number from 1 to 1000'],
      ['1,5', 'A whole number from 1 to 1000'],
    ] as const) {
      await repeat.fill(value);
      await expect(page.getByText(word)).toBeVisible();
      await expect(save(page)).toBeDisabled();
    }
    await repeat.fill('3');
    await page.getByRole('textbox', { name: 'App version' }).fill('>= 3.2.0');
    await page.route(
      `**${api}`,
      (route) => route.fulfill({ status: 500, json: { error: { code: 'internal', message: 'x', requestId: 'abc' } } }),
      {
        times: 1,
      },
    );
    await save(page).click();
    await expect(page.getByRole('alert')).toContainText('It may or may not have been saved');
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Okno powitalne');
    await page.keyboard.press('Control+s');
    await expect(page.getByText(/Saved at/)).toBeVisible();
    const stored = (await all()).find(({ name }) => name === 'Okno powitalne');
    await expect(page).toHaveURL(`${screen}/${stored?._id}`);
    expect(stored).toMatchObject({ repeat: 3, version: '>= 3.2.0' });
    const patch = page.waitForRequest((request) => request.method() === 'PATCH');
    await repeat.fill('4');
    await save(page).click();
    expect((await patch).postDataJSON()).toEqual({ repeat: 4 });
    await page.getByRole('link', { name: 'Edit: Okno powitalne' }).click();
    await page.getByRole('link', { name: 'Back' }).click();
    await expect(page).toHaveURL(screen);
  },
);
