import { storeGroupRoutes } from '@endcap/contract/store-groups';
import { allStores, read, aStore, callAs, expect, expectPresentable, openAs, speak, test, urls } from './product.ts';

const screen = `${urls.adminUrl}/store-group`;
const api = '/api/v1/store-group';
type Group = { _id: string; name: string; includeStores: string[] };
const create = (name: string, includeStores: string[] = []): Promise<Group> =>
  read('admin', storeGroupRoutes.create, { body: { name, includeStores } });
const remove = (id: string) => callAs('admin', `${api}/${id}`, { method: 'DELETE' });
const byName = async (name: string) =>
  (await read('admin', storeGroupRoutes.list, { query: { pageSize: 1000 } })).items.find((group) => group.name === name);
const save = (page: import('@playwright/test').Page) => page.getByRole('button', { name: 'Save', exact: true });

test(
  'makes a group by keyboard alone: search, pasted numbers, duplicates; a long choice fits every width',
  {
    tag: [
      '@NAV-16',
      '@NAV-17',
      '@GRP-LIST-07',
      '@GRP-EDIT-01',
      '@GRP-EDIT-02',
      '@GRP-EDIT-03',
      '@GRP-EDIT-04',
      '@GRP-EDIT-05',
      '@GRP-EDIT-06',
      '@GRP-EDIT-07',
      '@GRP-EDIT-08',
      '@GRP-EDIT-09',
      '@TOP-16',
      '@ux-15',
    ],
  },
  async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: urls.adminUrl });
    await openAs(page, 'admin', screen);
    const pickList = page.waitForRequest((request) => request.url().includes('/store-editor/list'));
    await page.getByRole('link', { name: 'New group' }).click();
    const asked = new URL((await pickList).url()).searchParams;
    expect([asked.get('page'), Number(asked.get('pageSize'))]).toEqual(['0', 100_000]);
    await expect(save(page)).toBeDisabled();
    const name = page.getByRole('textbox', { name: 'Name' });
    await name.fill('   ');
    await expect(page.getByText('This field is required')).toBeVisible();
    await expect(save(page)).toBeDisabled();
    await name.fill('Żż Klawiaturą');
    await expect(save(page)).toBeEnabled();

    const picker = page.getByRole('combobox', { name: 'Stores of the group' });
    const paste = async (text: string): Promise<void> => {
      await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
      await picker.focus();
      await page.keyboard.press('Control+v');
    };
    await test.step('a long choice fits every width', async () => {
      await paste(['0417', ...Array.from({ length: 20 }, (_, at) => String(120 - at))].join('\n'));
      await expect(page.getByRole('button', { name: /^Remove: / })).toHaveCount(12);
      await expectPresentable(page, 'picker-long');
      await page.getByRole('button', { name: 'Clear', exact: true }).click();
      await expect(page.getByText('added.')).toHaveCount(0);
    });
    await name.focus();
    await page.keyboard.press('Tab');
    await expect(picker).toBeFocused();
    await page.keyboard.type('zamosc');
    await expect(page.getByRole('option')).toHaveCount(1);
    await expect(picker).toHaveAttribute('aria-activedescendant', (await page.getByRole('option').getAttribute('id')) ?? '-');
    await page.keyboard.press('Enter');
    await page.keyboard.type('suwalki');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Chosen: 2')).toBeVisible();
    // Choosing a chosen one keeps it (D-41, NOTIF-FORM-40); Backspace takes the last.
    await page.keyboard.type('suwalki');
    await expect(page.getByRole('option', { selected: true })).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(picker).toHaveValue('');
    await expect(page.getByText('Chosen: 2')).toBeVisible();
    await page.keyboard.press('Backspace');
    await expect(page.getByText('Chosen: 1')).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Chosen: 2')).toBeVisible();
    await page.keyboard.press('Backspace');
    await expect(page.getByText('Chosen: 1')).toBeVisible();

    await paste('101\n0102\n138\n101\n0417; 0931');
    const report = page.getByRole('status').filter({ hasText: 'added' });
    await expect(report).toHaveText('2 stores added. 1 already chosen. No such stores: 0417, 0931');
    await expect(page.getByText('Chosen: 3')).toBeVisible();
    await paste('Opole');
    await expect(picker).toHaveValue('Opole');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('listbox')).toBeHidden();
    await picker.fill('');
    await page.getByRole('button', { name: /^Remove: 138 · Zamość, Żdanowska/ }).press('Enter');
    await expect(page.getByText('Chosen: 2')).toBeVisible();
    const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith(api));
    await save(page).press('Enter');
    const numbers = new Map((await allStores()).map((store) => [store._id, store.storeNo]));
    const body: Group = (await sent).postDataJSON();
    expect(body.includeStores.map((id) => numbers.get(id)).toSorted()).toEqual([101, 102]);
    await expect(page).toHaveURL(screen);
    await remove((await byName('Żż Klawiaturą'))?._id ?? '');
  },
);

test('pickers say how many stores a group has once one of them was deleted', { tag: ['@STORE-EDIT-25', '@A-72'] }, async ({ page }) => {
  const gone = await aStore({ name: 'Koszyk ubywający' });
  const { _id } = await create('Żż Ubywająca', [gone._id, (await aStore({ name: 'Koszyk zostający' }))._id]);
  await speak(page, 'pl');
  await openAs(page, 'admin', `${urls.adminUrl}/notification/new`);
  const groups = page.getByRole('combobox', { name: 'Uwzględnij grupy sklepów' });
  await groups.fill('Żż Ubywająca');
  await expect(page.getByRole('option')).toContainText('Sklepy: 2');
  await groups.fill('');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Sklepy', exact: true }).click();
  await page.locator('[data-search]').first().fill('Koszyk ubywający');
  await page.getByRole('button', { name: 'Usuń: Koszyk ubywający' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Usuń' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('link', { name: 'Powiadomienia', exact: true }).click();
  await page.getByRole('link', { name: 'Nowe powiadomienie' }).first().click();
  await groups.fill('Żż Ubywająca');
  await expect(page.getByRole('option')).toContainText('Sklepy: 1');
  await remove(_id);
});
