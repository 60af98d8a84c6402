import { expectAccessible } from './accessible.ts';
import { byName, contentScreen as screen, create, stored } from './content.ts';
import { respondBeforeProcessing } from './delayed-response.ts';
import { callAs, endSession, expect, openAs, test, urls } from './product.ts';

const api = '/api/v1/content-editor';

test.afterAll(async () => {
  for (const { _id } of await byName('Zbiorcza')) await callAs('admin', `${api}/${_id}`, { method: 'DELETE' });
});

test(
  'changes the chosen items at once after showing the effect, and undoes the change',
  { tag: ['@EDIT-03', '@EDIT-02'] },
  async ({ page }) => {
    const made = [];
    for (const n of [1, 2, 3]) made.push(await create({ name: `Zbiorcza ${n}`, publicationStart: '2025-01-01T00:00:00Z' }));
    await openAs(page, 'admin', `${screen}?name=Zbiorcza`);
    await page.getByRole('checkbox', { name: 'Choose: Zbiorcza 1' }).check();
    await page.getByRole('checkbox', { name: 'Choose: Zbiorcza 2' }).check();
    await expect(page.getByText('2 items chosen')).toBeVisible();
    await page.getByRole('button', { name: 'Change the chosen' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'What to change' }).selectOption('Pin');
    await expect(dialog).toContainText('2 items will change.');
    await expect(dialog).toContainText('No store gains or loses content.');
    await dialog.getByRole('combobox', { name: 'What to change' }).selectOption('Delete the items');
    await expect(dialog).toContainText('2 items will be deleted.');
    await expect(dialog).toContainText(/stores will lose content/);
    await expectAccessible(page);
    await dialog.getByRole('combobox', { name: 'What to change' }).selectOption('Mark as inactive');
    await dialog.getByRole('button', { name: 'Change 2 items' }).click();
    await expect(page.getByText('2 items changed.')).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: 'Zbiorcza 1' })).toContainText('inactive');
    expect(await stored(made[0]?._id ?? '')).toMatchObject({ disabled: true });
    await callAs('admin', `${api}/${made[1]?._id}`, { method: 'PATCH', body: { title: 'Zmieniona przez kogoś' } });
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('1 item restored.')).toBeVisible();
    await expect(page.getByText('stay as they are: Zmieniona przez kogoś')).toBeVisible();
    expect(await stored(made[0]?._id ?? '')).toMatchObject({ disabled: false });
    // Everything that the filter finds, and a refusal by name.
    await page.getByRole('checkbox', { name: 'Choose: Zbiorcza 3' }).check();
    await page.getByRole('button', { name: 'Choose all that were found' }).click();
    await expect(page.getByText('3 items chosen')).toBeVisible();
    await page.getByRole('button', { name: 'Change the chosen' }).click();
    await dialog.getByRole('textbox', { name: 'End of publication' }).fill('2024-01-01 00:00');
    await expect(dialog).toContainText('Zbiorcza 3:');
    await expect(dialog.getByRole('button', { name: /^Change / })).toBeDisabled();
  },
);

test('keeps a letter that is typed at the moment when the original loads', { tag: ['@EDIT-01', '@ux-9'] }, async ({ page }) => {
  const item = await create({ name: 'Zbiorcza do kopii', title: 'Zbiorcza oryginalna', url: 'https://example.com/oryginal' });
  const title = page.getByRole('textbox', { name: 'Title', exact: true });
  await respondBeforeProcessing(page, {
    url: `${urls.adminUrl}${api}/${item._id}`,
    open: () => openAs(page, 'admin', `${screen}/new?copy=${item._id}`),
    processed: page.getByRole('textbox', { name: 'Name', exact: true }),
    unprocessed: title,
  });
  await expect(page.getByRole('textbox', { name: 'URL', exact: true })).toHaveValue('https://example.com/oryginal');
  await expect(title).toHaveValue('Z');
  await page.clock.resume();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A');
});

test('keeps edits of a copy after a change of language and an ended session', { tag: ['@EDIT-01', '@D-53'] }, async ({ page }) => {
  const item = await create({ name: 'Zbiorcza do kopii', title: 'Zbiorcza oryginalna', publicationEnd: '2087-06-01T10:00:00Z' });
  await openAs(page, 'admin', `${screen}/new?copy=${item._id}`);
  const title = page.getByRole('textbox', { name: /^(Title|Tytuł)$/ });
  await expect(title).toHaveValue('Zbiorcza oryginalna');
  await title.fill('Zbiorcza zmieniona');
  await expect(page.getByLabel('Publication end')).toHaveValue('2087-06-08 12:00');
  const profile = page.getByRole('button', { name: /^(Account|Konto): / });
  await profile.click();
  await page.getByRole('menuitem', { name: 'Polski' }).click();
  await expect(page.getByRole('button', { name: 'Zapisz', exact: true })).toBeVisible();
  await expect(title).toHaveValue('Zbiorcza zmieniona');
  await endSession(page);
  await expect(page).toHaveURL(/\/login\?/);
  const read = page.waitForResponse(`${urls.adminUrl}${api}/${item._id}`);
  await page.getByRole('button', { name: /^(Log In|Zaloguj)/ }).click();
  const person = page.locator('button[value="admin"]');
  await expect(person.or(title)).toBeVisible();
  if (await person.isVisible()) await person.click();
  await (await read).finished();
  await expect(page.getByText('To jest kopia.')).toBeVisible();
  await expect(title).toHaveValue('Zbiorcza zmieniona');
  await expect(page.getByLabel('Koniec publikacji')).toHaveValue('2087-06-08 12:00');
});

test(
  'duplicating an item neither shows nor overwrites the draft of another new item from an ended session',
  { tag: ['@EDIT-01', '@D-53'] },
  async ({ page }) => {
    const item = await create({ name: 'Zbiorcza do kopii', title: 'Zbiorcza oryginalna', publicationEnd: '2087-06-01T10:00:00Z' });
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    const title = page.getByRole('textbox', { name: 'Title', exact: true });
    const isCopy = page.getByText('This is a copy. Nothing has been saved yet.');
    await openAs(page, 'admin', `${screen}/new`);
    await name.fill('Zbiorcza całkiem inna');
    await endSession(page);
    await expect(page).toHaveURL(/\/login\?/);
    await openAs(page, 'admin', `${screen}/new?copy=${item._id}`);
    await expect(name).toHaveValue('Zbiorcza do kopii (copy)');
    await expect(title).toHaveValue('Zbiorcza oryginalna');
    await expect(isCopy).toBeVisible();
    // The copy is stored as a draft of its own.
    await page.evaluate(() => dispatchEvent(new Event('pagehide')));
    await openAs(page, 'admin', `${screen}/new`);
    await expect(name).toHaveValue('Zbiorcza całkiem inna');
    await expect(title).toHaveValue('');
    // It is not a copy, so it has no copied dates.
    await expect(isCopy).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Undo dates' })).toHaveCount(0);
  },
);

test(
  'a menu focuses its first entry, shows no hint, passes axe and returns the focus to its button, even when first opened',
  { tag: ['@ux-23'] },
  async ({ page }) => {
    await create({ name: 'Zbiorcza z menu' });
    await openAs(page, 'admin', `${screen}?name=Zbiorcza%20z%20menu`);
    for (const name of ['More: Zbiorcza z menu', /^(Account|Konto): /]) {
      const button = page.getByRole('button', { name });
      await button.focus();
      for (const time of ['first', 'later']) {
        await page.keyboard.press('Enter');
        await expect(page.getByRole('menu')).toBeVisible();
        await expect(page.getByRole('menuitem').first()).toBeFocused();
        await expect(page.getByTestId('hint')).toHaveCount(0);
        if (time === 'first') await expectAccessible(page);
        await button.hover();
        await expect(page.getByTestId('hint')).toHaveCount(0);
        await page.keyboard.press('Escape');
        await expect(page.getByRole('menu')).toHaveCount(0);
        await expect(button).toBeFocused();
      }
    }
  },
);
