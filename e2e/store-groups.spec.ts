import { emptyAudienceRule } from '@endcap/contract/audience';
import { notificationRoutes } from '@endcap/contract/notifications';
import { storeGroupRoutes } from '@endcap/contract/store-groups';
import { expectPresentableInBoth } from './both-languages.ts';
import { create as createContent } from './content.ts';
import { allStores, read, aStore, callAs, expect, expectPresentable, openAs, speak, test, urls } from './product.ts';

const screen = `${urls.adminUrl}/store-group`;
const api = '/api/v1/store-group';
type Group = { _id: string; name: string; includeStores: string[] };
const create = (name: string, includeStores: string[] = []): Promise<Group> =>
  read('admin', storeGroupRoutes.create, { body: { name, includeStores } });
const stored = (id: string): Promise<Group> => read('admin', storeGroupRoutes.details, { params: { storeGroupId: id } });
const remove = (id: string) => callAs('admin', `${api}/${id}`, { method: 'DELETE' });
const byName = async (name: string) =>
  (await read('admin', storeGroupRoutes.list, { query: { pageSize: 1000 } })).items.find((group) => group.name === name);
const save = (page: import('@playwright/test').Page) => page.getByRole('button', { name: 'Save', exact: true });

test(
  'groups by name with their stores, page links, edit and delete',
  {
    tag: [
      '@NAV-15',
      '@GRP-LIST-01',
      '@GRP-LIST-02',
      '@GRP-LIST-03',
      '@GRP-LIST-04',
      '@GRP-LIST-05',
      '@GRP-LIST-06',
      '@GRP-LIST-07',
      '@GRP-LIST-08',
      '@ERR-06',
    ],
  },
  async ({ page }) => {
    const made = await Promise.all(Array.from({ length: 17 }, (_, n) => create(`Żż Grupa ${String(n).padStart(2, '0')}`)));
    await openAs(page, 'admin');
    await page.getByRole('link', { name: 'Store Groups', exact: true }).click();
    await expect(page).toHaveURL(screen);
    await expect(page.getByRole('columnheader')).toHaveText(['Name', 'Stores', 'Actions']);
    await expect(page.getByRole('row').nth(1)).toContainText('Małopolska4');
    await page.getByRole('link', { name: 'Page 2' }).click();
    await expect(page).toHaveURL(`${screen}?page=2`);
    const last = page.getByRole('button', { name: 'Delete: Żż Grupa 16' });
    await last.click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('Nothing uses it.');
    await expect(dialog).toContainText('This action is irreversible.');
    const sent = page.waitForRequest((request) => request.method() === 'DELETE');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    expect(new URL((await sent).url()).pathname).toBe(`${api}/${made[16]?._id}`);
    await expect(last).toHaveCount(0);
    await page.getByRole('link', { name: 'Edit: Żż Grupa 15' }).click();
    await expect(page).toHaveURL(`${screen}/${made[15]?._id}`);
    await Promise.all(made.map(({ _id }) => remove(_id)));
  },
);

test(
  'the question before a delete leads to what names the group, and says what becomes of it',
  { tag: ['@D-30', '@D-31', '@ux-19'] },
  async ({ page }) => {
    const [store] = await allStores();
    const group = await create('Żż Nazwana', [store?._id ?? '']);
    const { _id } = await createContent({ contentType: 'banner', name: 'Żż Bez grupy', title: null, excludeStoreGroups: [group._id] });
    await openAs(page, 'admin', screen);
    const ask = page.getByRole('button', { name: 'Delete: Żż Nazwana' });
    await ask.click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('1 content item: Żż Bez grupy');
    await expect(dialog).toContainText('Where it is excluded, the stores it has now stay excluded.');
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await dialog.getByRole('link', { name: 'Żż Bez grupy' }).click();
    await expect(page).toHaveURL(`${urls.adminUrl}/content/${_id}`);
    await remove(group._id);
    await callAs('admin', `/api/v1/content-editor/${_id}`, { method: 'DELETE' });
  },
);

test(
  'a group by keyboard alone; search, pasted numbers, duplicates',
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

    const paste = async (text: string): Promise<void> => {
      await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
      await picker.focus();
      await page.keyboard.press('Control+v');
    };
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

test(
  'the report of a paste leaves with the next change, by whichever way; numbers that name nothing can be copied',
  { tag: ['@D14a', '@D14b', '@D15b', '@D15c', '@ux-15'] },
  async ({ page }) => {
    await openAs(page, 'admin', `${screen}/new`);
    const picker = page.getByRole('combobox', { name: 'Stores' });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const paste = async (text: string): Promise<void> => {
      await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
      await picker.focus();
      await page.keyboard.press('Control+v');
      await expect(page.getByText('added.')).toBeVisible();
    };
    await paste('140 101 0417 0931');
    await page.getByRole('button', { name: 'Copy unknown' }).click();
    await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('0417\n0931');
    await page.getByRole('button', { name: /^Remove: 140 · / }).click();
    await expect(page.getByText('added.')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Copy unknown' })).toHaveCount(0);
    await paste('140 0417 101');
    await picker.press('Backspace');
    await expect(page.getByText('added.')).toHaveCount(0);
    await paste('140 0417 101');
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await expect(page.getByText('added.')).toHaveCount(0);

    // More than a dozen: in the order of their numbers, and found by name.
    await paste(['0417', ...Array.from({ length: 20 }, (_, at) => String(120 - at))].join('\n'));
    const chosen = page.getByRole('button', { name: /^Remove: / });
    await expect(chosen).toHaveCount(12);
    await expect(chosen.first()).toHaveAccessibleName(/^Remove: 101 · /);
    const search = page.getByRole('textbox', { name: 'Search the chosen: Stores' });
    await search.fill('118');
    await expect(chosen).toHaveCount(1);
    await expect(chosen).toHaveAccessibleName(/^Remove: 118 · Białystok, Lipowa/);
    await expect(page.getByText('1 of 20 chosen found')).toBeVisible();
    await search.fill('');
    await page.getByRole('button', { name: 'Show all (20)' }).click();
    await expect(chosen).toHaveCount(20);
    await expectPresentable(page, 'picker-long');
  },
);

test(
  'beside a group stand what uses it and how many phones it reaches, as the list is chosen now',
  { tag: ['@G1', '@G2', '@ux-2', '@ux-19'] },
  async ({ page }) => {
    const all = await allStores();
    const idOf = (number: number): string => all.find((store) => store.storeNo === number)?._id ?? '';
    const { _id } = await create('Żż Z zasięgiem', [idOf(101)]);
    const reachOf = async (numbers: number[]): Promise<string> =>
      (
        await read('admin', notificationRoutes.estimate, { body: { ...emptyAudienceRule, includeStores: numbers.map(idOf) } })
      ).devices.toLocaleString('en');
    await openAs(page, 'admin', `${screen}/${_id}`);
    const facts = page.getByRole('region', { name: 'About the group' });
    await expect(facts).toContainText(`would be sent to ${await reachOf([101])} devices now`);
    await expect(facts).toContainText('Nothing uses it.');
    await page.getByRole('combobox', { name: 'Stores of the group' }).fill('102');
    await page.getByRole('option').first().click();
    await page.keyboard.press('Escape');
    await expect(facts).toContainText(`would be sent to ${await reachOf([101, 102])} devices now`);
    await createContent({ name: 'Żż Dla zasięgu', includeStoreGroups: [_id] });
    await page.reload();
    await expect(facts.getByRole('link', { name: 'Żż Dla zasięgu' })).toBeVisible();
    await remove(_id);
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

test(
  'an edit, an empty group, a deleted store that can be taken out, two people at once',
  { tag: ['@GRP-EDIT-06', '@GRP-EDIT-07', '@GRP-EDIT-09', '@GRP-EDIT-10', '@GRP-EDIT-11', '@A-72', '@A-106'] },
  async ({ page }) => {
    const all = await allStores();
    const idOf = (number: number): string => all.find((store) => store.storeNo === number)?._id ?? '';
    const gone = await aStore({ name: 'Żż Zamknięty' });
    const { _id } = await create('Żż Edytowana', [idOf(101), gone._id]);
    await callAs('admin', `/api/v1/store-editor/${gone._id}`, { method: 'DELETE' });
    await openAs(page, 'admin', `${screen}/${_id}`);
    await expect(page.getByRole('button', { name: /^Remove: / })).toHaveCount(2);
    await page.getByRole('button', { name: 'Remove: Deleted store' }).click();
    await page.getByRole('combobox').fill('102');
    await page.getByRole('option').click();
    await page.keyboard.press('Escape');
    // Somebody else adds another store meanwhile: lists merge.
    await callAs('admin', `${api}/${_id}`, { method: 'PATCH', body: { includeStores: [idOf(101), gone._id, idOf(103)] } });
    await page.route(`**${api}/${_id}`, (route) => (route.request().method() === 'PATCH' ? route.abort() : route.fallback()));
    await save(page).click();
    await expect(page.getByRole('alert')).toContainText('The server cannot be reached');
    await page.unroute(`**${api}/${_id}`);
    await save(page).click();
    await expect(page).toHaveURL(screen);
    expect((await stored(_id)).includeStores.toSorted()).toEqual([101, 102, 103].map(idOf).toSorted());
    await page.goto(`${screen}/${_id}`);
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await expect(page.getByText('A group without stores reaches nobody.')).toBeVisible();
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await save(page).click();
    expect((await sent).postDataJSON()).toEqual({ includeStores: [] });
    await expect(page).toHaveURL(screen);
    expect((await stored(_id)).includeStores).toEqual([]);
    await remove(_id);
  },
);

test('list and editor are presentable', { tag: ['@NFR-04', '@NFR-05', '@ux-23', '@ux-24'] }, async ({ page }) => {
  await speak(page, 'pl');
  await openAs(page, 'admin', screen);
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expectPresentableInBoth(page, 'groups');
  await page.getByRole('link', { name: 'Edytuj: Śląsk' }).click();
  await page.getByRole('combobox').fill('war');
  await expect(page.getByRole('option').first()).toBeVisible();
  await expectPresentableInBoth(page, 'group-edit');
});
