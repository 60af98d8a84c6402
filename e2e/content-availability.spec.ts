import { KnownStores } from '@endcap/contract/content';
import { EVERYTHING } from '@endcap/contract/core';
import { storeGroupRoutes } from '@endcap/contract/store-groups';
import type { Page } from '@playwright/test';
import { byName, contentScreen, create, save, stored, unfold } from './content.ts';
import { allStores, callAs, expect, expectPresentable, openAs, read, test, urls } from './product.ts';

test.afterAll(async () => {
  for (const { _id } of await byName('Widok ')) await callAs('admin', `/api/v1/content-editor/${_id}`, { method: 'DELETE' });
  for (const { _id, name } of (await read('admin', storeGroupRoutes.list, { query: EVERYTHING })).items)
    if (name.startsWith('Widok ')) await callAs('admin', `/api/v1/store-group/${_id}`, { method: 'DELETE' });
});
const live = { publicationStart: '2026-01-01T00:00:00Z', publicationEnd: '2086-01-01T00:00:00Z' };

test(
  'the row action opens every store with its reason in a tab of its own, once, with no token in its address',
  { tag: ['@CONT-LIST-28', '@CONT-LIST-36', '@API-CONT-14', '@A-77'] },
  async ({ page, context }) => {
    await create({ ...live, name: 'Widok Dostępność', title: 'Tylko <b>Super</b>', includeStoreType: 'super' });
    await openAs(page, 'admin', `${contentScreen}?name=Widok Dost`);
    const [tab] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('button', { name: 'Availability: Widok Dostępność' }).click(),
    ]);
    await tab.waitForURL(/\/availability\?ticket=[\w-]{43}&language=en$/);
    await expect(tab.getByRole('heading', { name: 'Tylko <b>Super</b>' })).toBeVisible();
    await expect(tab.getByText(/Shown now in 1\d of \d+ stores/)).toBeVisible();
    await expect(tab.getByRole('row').filter({ hasText: 'Marszałkowska' })).toContainText('yesstore type');
    await expect(tab.getByRole('row').filter({ hasText: 'Puławska' })).toContainText('nostore not chosen');
    expect(await tab.evaluate(() => window.opener)).toBeNull();
    const [file] = await Promise.all([tab.waitForEvent('download'), tab.getByRole('link', { name: 'Download CSV' }).click()]);
    expect(file.suggestedFilename()).toMatch(/^availability-\d{4}-\d\d-\d\d\.csv$/);
    await expectPresentable(tab, 'availability-en');
    await tab.reload();
    await expect(tab.getByText('This view opens once. Open it again from the list.')).toBeVisible();
  },
);

test(
  'the editor shows who sees the form as it is, and what saving would change',
  { tag: ['@A-77', '@ux-12', '@ux-13', '@ux-14', '@ux-15'] },
  async ({ page }) => {
    // Only stores of the demo chain, because other tests open and close stores of their own meanwhile.
    const demo = (await allStores()).filter(({ storeNo }) => storeNo !== null && storeNo >= 101 && storeNo <= 140).map(({ _id }) => _id);
    const item = await create({
      ...live,
      name: 'Widok Kto',
      title: 'Kto to zobaczy',
      contentType: 'banner',
      includeStoreType: '',
      includeStores: demo,
    });
    await openAs(page, 'admin', `${contentScreen}/${item._id}`);
    const who = page.getByTestId('who-sees-it');
    await expect(who).toContainText('40 of ');
    await expect(who).toContainText('Live until Tue');
    await expect(who).not.toContainText('Saving:');
    await page.getByRole('combobox', { name: 'Exclude stores', exact: true }).fill('102');
    await page.getByRole('option', { name: /Puławska/ }).click();
    await expect(who).toContainText('39 of ');
    await expect(who).toContainText('Saving: lost in 1');
    await page.getByRole('combobox', { name: 'Further groups: exclude' }).fill('sciana');
    await page.getByRole('option', { name: /Ściana wschodnia/ }).click();
    await expect(who).toContainText('Saving: lost in 6');
    await page.getByRole('button', { name: 'Show stores and reasons' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Which stores' }).selectOption({ label: 'Lost (6)' });
    await expect(dialog.getByRole('listitem')).toHaveCount(6);
    await expect(dialog.getByRole('listitem').filter({ hasText: 'Suwałki' })).toContainText('group excluded: Ściana wschodnia');
    await expect(dialog.getByRole('combobox', { name: 'Which stores' })).toContainText('Shown (34)');
    await dialog.getByRole('textbox', { name: 'Search store' }).fill('pulawska');
    await expect(dialog.getByRole('listitem')).toHaveText(/no.*Puławska.*102 · Contact · store excluded/);
    await expectPresentable(page, 'content-who-en');
    await page.keyboard.press('Escape');
    await page.getByRole('textbox', { name: 'App version' }).fill('1.5.x');
    await expect(page.getByText('Matches 1.5.0, 1.5.1; not 1.4.9, 1.6.0, 2.0.0.')).toBeVisible();
    await expect(who).toContainText('app 1.5.x');
    await page.getByLabel('Publication start').fill('2084-02-01T10:00');
    await expect(who).toContainText('Will be live from Tue');
    // No store shows it until then, so all forty lose it.
    await expect(who).toContainText('Saving: lost in 40');
    expect(await stored(item._id)).toMatchObject({ excludeStores: [], version: '>= 3.2.0' });
  },
);

test(
  'of ten thousand stores those in sight are drawn; all of them are counted, found, and reached by keys',
  { tag: ['@A-77', '@ux-15'] },
  async ({ page }) => {
    const STORES = 10_000;
    await page.route('**/api/v1/content-editor/known-stores', async (route) => {
      const response = await route.fetch();
      const known = KnownStores.parse(await response.json());
      const stores = Array.from({ length: STORES }, (_, n) => ({ ...known.stores[0], id: `store${n}`, name: `Koszyk ${n}`, storeNo: n }));
      await route.fulfill({ response, json: { ...known, stores } });
    });
    const item = await create({ ...live, name: 'Widok Wszędzie', title: 'W całej sieci', includeStoreType: 'all' });
    await openAs(page, 'admin', `${contentScreen}/${item._id}`);
    await page.getByRole('button', { name: 'Show stores and reasons' }).click();
    const dialog = page.getByRole('dialog');
    const rows = dialog.getByRole('listitem');
    await expect(rows.first()).toContainText('Koszyk 0,');
    expect(await rows.count()).toBeLessThan(40);
    await expect(rows.first()).toHaveAttribute('aria-posinset', '1');
    await expect(rows.first()).toHaveAttribute('aria-setsize', String(STORES));
    const search = dialog.getByRole('textbox', { name: 'Search store' });
    const which = dialog.getByRole('combobox', { name: 'Which stores' });
    await which.focus();
    await page.keyboard.press('Tab');
    await expect(dialog.getByRole('group', { name: 'Who sees it' })).toBeFocused();
    await page.keyboard.press('End');
    await expect(rows.last()).toContainText(`Koszyk ${STORES - 1},`);
    await expect(rows.last()).toHaveAttribute('aria-posinset', String(STORES));
    expect(await rows.count()).toBeLessThan(40);
    // Another filter shows the list from its start.
    await search.fill('koszyk');
    await expect(rows.first()).toContainText('Koszyk 0,');
    await search.fill('4711');
    await expect(rows).toHaveText(/yes.*Koszyk 4711,/);
    await which.selectOption({ label: 'Not shown (0)' });
    await expect(dialog.getByText('No store matches')).toBeVisible();
  },
);

/** Opens a screen by Ctrl+K and its name. Without a reload, the page keeps its cache. */
const goBy = async (page: Page, name: string): Promise<void> => {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  const bar = page.getByRole('dialog', { name: 'Search or go to' });
  await bar.getByRole('combobox').fill(name);
  await expect(bar.getByRole('option', { selected: true })).toContainText(name);
  await page.keyboard.press('Enter');
  await expect(bar).toHaveCount(0);
};

test(
  'a group that was created or changed in the same tab applies at once, without a reload',
  { tag: ['@A-77', '@GRP-EDIT-11'] },
  async ({ page }) => {
    const all = await allStores();
    const idOf = (number: number): string => all.find(({ storeNo }) => storeNo === number)?._id ?? '';
    const item = await create({
      ...live,
      name: 'Widok Nowa grupa',
      title: 'Nowa grupa w edytorze',
      contentType: 'banner',
      includeStoreType: '',
      includeStores: [101, 102, 103].map(idOf),
    });
    const shown = page.getByTestId('who-sees-it').locator('strong');
    const inGroup = async (number: number): Promise<void> => {
      await page.getByRole('combobox', { name: 'Stores of the group' }).fill(String(number));
      await page.getByRole('option', { name: new RegExp(`(?<!\\d)${number}$`) }).click();
      await page.keyboard.press('Escape');
      await save(page).click();
      await expect(page).toHaveURL(`${urls.adminUrl}/store-group`);
    };
    await openAs(page, 'admin', `${contentScreen}/${item._id}`);
    await expect(shown).toHaveText(/^3 of /);

    await page.getByRole('navigation', { name: 'Navigation' }).getByRole('link', { name: 'Store Groups', exact: true }).click();
    await page.getByRole('link', { name: 'New group' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Widok świeża grupa');
    await inGroup(102);
    await goBy(page, 'Widok Nowa grupa');
    await expect(page).toHaveURL(`${contentScreen}/${item._id}`);
    await page.getByRole('combobox', { name: 'Further groups: exclude' }).fill('swieza');
    await page.getByRole('option', { name: /Widok świeża grupa/ }).click();
    await page.keyboard.press('Escape');
    await expect(shown).toHaveText(/^2 of /);
    await save(page).click();
    await expect(page).toHaveURL(/\/content(\?|$)/);

    await goBy(page, 'Widok świeża grupa');
    await expect(page).toHaveURL(/\/store-group\/\w+$/);
    await inGroup(103);
    await goBy(page, 'Widok Nowa grupa');
    await expect(page).toHaveURL(`${contentScreen}/${item._id}`);
    await expect(shown).toHaveText(/^1 of /);
  },
);

test(
  'bold, italic and a link that picks content, by mouse and keys; undo takes it back',
  { tag: ['@MD-01', '@MD-02', '@MD-03', '@CONT-FORM-17', '@CONT-FORM-18', '@CONT-FORM-19'] },
  async ({ page }) => {
    const target = await create({ ...live, name: 'Widok Meta', title: 'Gazetka docelowa' });
    await create({
      name: 'Widok Nieopublikowana',
      title: 'Gazetka jutra',
      publicationStart: '2085-01-01T00:00:00Z',
      validityStart: '2085-02-01T00:00:00Z',
    });
    await openAs(page, 'admin', `${contentScreen}/new`);
    await unfold(page);
    const text = page.getByRole('textbox', { name: 'Description', exact: true });
    const preview = page.getByLabel('Live preview: Description');
    await text.fill('Tanio');
    await text.selectText();
    await page.getByRole('button', { name: 'Bold: Description' }).click();
    await expect(text).toHaveValue('**Tanio**');
    await expect(preview.locator('strong')).toHaveText('Tanio');
    await text.press('End');
    await text.pressSequentially(' i ');
    await text.press('Control+i');
    await text.pressSequentially('zdrowo');
    await expect(preview.locator('em')).toHaveText('zdrowo');
    await text.press('End');
    await text.press('Control+k');
    const dialog = page.getByRole('dialog');
    const picker = dialog.getByRole('combobox', { name: 'Content that the link opens' });
    await expect(picker).toBeFocused();
    await picker.fill('gazetka doc');
    await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Insert' }).click();
    await expect(text).toHaveValue(`**Tanio** i *zdrowo*[Gazetka docelowa](endcap://${target._id})`);
    await expect(preview.getByTitle(`endcap://${target._id}`)).toHaveText('Gazetka docelowa');
    await expect(text).toBeFocused();
    await text.press('Control+z');
    await expect(text).toHaveValue('**Tanio** i *zdrowo*');
    // Items that are not published now are not offered.
    await text.press('Control+k');
    await expect(picker).toBeFocused();
    await picker.fill('gazetka jutra');
    await expect(page.getByText('No published content matches')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByText('No published content matches')).toBeHidden();
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(save(page)).toBeDisabled();
  },
);
