import { type Popup, popupRoutes } from '@endcap/contract/popups';
import { callAs, expect, openAs, read, test, urls } from './product.ts';

const screen = `${urls.adminUrl}/popup`;
const api = '/api/v1/popup-editor';
const made: Popup[] = [];
const create = async (name: string): Promise<Popup> => {
  const popup = await read('admin', popupRoutes.create, { body: { name, text: 'Dzień dobry' } });
  made.push(popup);
  return popup;
};

test.afterAll(async () => {
  for (const { _id } of made) await callAs('admin', `${api}/${_id}`, { method: 'DELETE' });
});

test(
  'a whole row is a link, which opens in a tab of its own like any other; its buttons lie above',
  { tag: ['@D-53', '@ux-16'] },
  async ({ page, context }) => {
    const popup = await create('Wiersz jako łącze');
    await openAs(page, 'admin', screen);
    const row = page.getByRole('row').filter({ hasText: popup.name });
    const opened = context.waitForEvent('page');
    await row.click({ modifiers: ['ControlOrMeta'] });
    await expect(await opened).toHaveURL(`${screen}/${popup._id}`);
    await (await opened).close();
    await row.getByRole('button', { name: 'Delete: ' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await expect(page).toHaveURL(screen);
    await page.setViewportSize({ width: 360, height: 700 });
    await row.click({ position: { x: 200, y: 60 } });
    await expect(page).toHaveURL(`${screen}/${popup._id}`);
  },
);

test(
  'a long title takes two lines, a list without anything has one button that leads, the total stands left of the pages',
  { tag: ['@ux-18'] },
  async ({ page }) => {
    const popup = await create(`Dwa wiersze ${'bardzo długiej nazwy '.repeat(8).trim()}`);
    await page.setViewportSize({ width: 700, height: 700 });
    await openAs(page, 'admin', screen);
    const title = page.getByRole('link', { name: popup.name, exact: true });
    await expect(title).toBeVisible();
    const [lineHeight = 0, height = 0] = await title
      .locator('strong')
      .evaluate((element) => [Number.parseFloat(getComputedStyle(element).lineHeight), element.clientHeight]);
    expect(height).toBe(2 * lineHeight);
    await title.hover();
    await expect(title).toHaveAttribute('title', popup.name);
    const short = page.getByRole('link', { name: (await create('Krótka nazwa')).name, exact: true });
    await page.reload();
    await short.hover();
    await expect(short).toHaveAttribute('title', '');
    await page.route(`**${api}/list?**`, (route) => route.fulfill({ json: { items: [], total: 0, page: 1, pageSize: 20, pageCount: 1 } }));
    await page.reload();
    const ways = page.getByRole('link', { name: 'New popup' });
    await expect(ways).toHaveCount(2);
    const grounds = await ways.evaluateAll((links) => links.map((link) => link.getAttribute('data-variant')));
    expect(grounds).toEqual(['default', null]);
  },
);

test(
  'on a phone nothing stands beside Delete that is pressed by mistake for it: the card leads to the editor',
  { tag: ['@ux-24'] },
  async ({ page }) => {
    await openAs(page, 'admin', `${urls.adminUrl}/store`);
    const row = page.getByRole('row').nth(1);
    const [edit, remove] = [row.getByRole('link', { name: /^Edit: / }), row.getByRole('button', { name: /^Delete: / })];
    await expect(edit).toBeVisible();
    await page.setViewportSize({ width: 360, height: 700 });
    await expect(edit).toBeHidden();
    await expect(remove).toBeVisible();
    await row.click({ position: { x: 100, y: 30 } });
    await expect(page).toHaveURL(/\/store\/[a-z0-9]+$/);
  },
);

test('a letter that is typed while a search is being applied stays', { tag: ['@STORE-LIST-10', '@ux-16'] }, async ({ page }) => {
  await openAs(page, 'admin', `${urls.adminUrl}/store`);
  const search = page.locator('[data-search]').first();
  await expect(search).toBeVisible();
  await search.evaluate((field: HTMLInputElement) => {
    const replace = history.replaceState.bind(history);
    history.replaceState = (...entry) => {
      replace(...entry);
      if (!/name=Kosz?\b/.test(String(entry[2])) || field.value !== 'Kos') return;
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'Kosz');
      field.dispatchEvent(new Event('input', { bubbles: true }));
    };
  });
  await search.fill('Kos');
  await expect(page).toHaveURL(/name=Kosz\b/);
  await expect(search).toHaveValue('Kosz');
  // Back, a link or Clear still replaces the typed text.
  await page
    .getByRole('button', { name: /^Clear/ })
    .first()
    .click();
  await expect(search).toHaveValue('');
});
