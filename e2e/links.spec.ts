import { expectAccessible } from './accessible.ts';
import { byName, contentScreen, create, save, stored } from './content.ts';
import { dayAhead, instantAhead } from './days.ts';
import { allStores, callAs, expect, expectPresentable, openAs, test, urls } from './product.ts';

const api = '/api/v1/content-editor';
const link = (id: string): string => `endcap://${id}`;

test.afterAll(async () => {
  for (const { _id } of await byName('Linkowana')) await callAs('admin', `${api}/${_id}`, { method: 'DELETE' });
});

test(
  'warns who cannot open the link of a push and when, and narrows, widens or shortens it by a click',
  { tag: ['@LINK-01', '@LINK-02'] },
  async ({ page }) => {
    const [first, second] = await allStores();
    const end = instantAhead(4, '12:00');
    const item = await create({
      name: 'Linkowana w pushu',
      version: '',
      includeStoreType: '',
      includeStores: [first?._id],
      publicationEnd: end,
      validityEnd: end,
    });
    await openAs(page, 'admin', `${urls.adminUrl}/notification/new`);
    const url = page.getByLabel('Adres docelowy (opcjonalnie)');
    const notice = page.getByTestId('link-check');
    await url.fill(link(item._id));
    await expect(notice).toContainText('znika z aplikacji, a link zostaje');
    await expect(notice).toContainText(/klienci \d+ sklepów \(/);
    await expectAccessible(page);
    // Narrowed: the audience is the one store that shows it.
    await notice.getByRole('button', { name: 'Zawęź odbiorców' }).click();
    await expect(page.getByRole('radio', { name: 'Tylko wybrane sklepy' })).toBeChecked();
    await expect(page.getByTestId('audience')).toContainText('w 1 sklepie');
    await expect(notice).not.toContainText('klienci');
    await notice.getByRole('button', { name: 'Zakończ wcześniej' }).click();
    await expect(page.getByRole('textbox', { name: 'Ważne do' })).toHaveValue(dayAhead(3));
    await expect(notice).toContainText(/otworzy każdy z odbiorców|klienci innych sklepów/);
    // Widened: the item follows the audience, and comes back.
    await page.getByRole('radio', { name: 'Wszystkie' }).check();
    await notice.getByRole('button', { name: 'Poszerz odbiorców treści' }).click();
    await expect(page.getByText('Poszerzono odbiorców treści „Linkowana w pushu”.')).toBeVisible();
    await expect(notice).toContainText('otworzy każdy z odbiorców');
    expect(await stored(item._id)).toMatchObject({ includeStoreType: 'all' });
    await page.getByRole('button', { name: 'Cofnij' }).click();
    await expect.poll(async () => (await stored(item._id))['includeStores']).toEqual([first?._id]);
    await expect(notice).toContainText('jej nie otworzy');
    expect(second).toBeDefined();
  },
);

test(
  'a banner warns about its link target, and the target warns of links that a change would break but can be saved',
  { tag: ['@LINK-01', '@LINK-02', '@LINK-03'] },
  async ({ page }) => {
    const [first, second] = await allStores();
    const target = await create({ name: 'Linkowana gazetka', includeStoreType: '', includeStores: [first?._id, second?._id] });
    const banner = await create({
      name: 'Linkowana z banera',
      contentType: 'banner',
      url: link(target._id),
      includeStoreType: '',
      includeStores: [first?._id],
    });
    await openAs(page, 'admin', `${contentScreen}/${target._id}`);
    const broken = page.getByTestId('broken-links');
    await expect(page.getByTestId('who-sees-it')).toBeVisible();
    await expect(broken).toHaveCount(0);
    const end = page.getByRole('textbox', { name: 'Publication end' });
    await end.fill('2085-01-01 12:00');
    await page.getByRole('textbox', { name: 'Validity end' }).fill('2084-12-01 12:00');
    await expect(broken).toContainText('1 content item');
    await expect(broken.getByRole('link', { name: 'Linkowana z banera' })).toBeVisible();
    await expectPresentable(page, 'links-broken');
    await save(page).click();
    await expect(broken).toHaveCount(0);
    expect(await stored(target._id)).toMatchObject({ publicationEnd: '2085-01-01T11:00:00.000Z' });
    await openAs(page, 'admin', `${contentScreen}/${banner._id}`);
    const notice = page.getByTestId('link-check');
    await expect(notice).toContainText('it leaves the app while the link stays');
    await notice.getByRole('button', { name: /end sooner/i }).click();
    await expect(page.getByRole('textbox', { name: 'Publication end' })).toHaveValue(/2085-01-01/);
    await expect(notice).toHaveCount(0);
  },
);

test(
  'a bulk delete, a bulk end, a delete and the end from a row name what leads there, before it is done',
  { tag: ['@LINK-03'] },
  async ({ page }) => {
    const target = await create({ name: 'Linkowana zbiorczo', publicationStart: '2025-01-01T00:00:00Z' });
    await create({ name: 'Linkowana z banera zbiorczo', url: link(target._id) });
    await openAs(page, 'admin', `${contentScreen}?name=${encodeURIComponent('Linkowana zbiorczo')}`);
    await page.getByRole('checkbox', { name: 'Choose: Linkowana zbiorczo' }).check();
    await page.getByRole('button', { name: 'Change the chosen …' }).click();
    const dialog = page.getByRole('dialog');
    const leading = dialog.getByRole('link', { name: 'Linkowana z banera zbiorczo' });
    await dialog.getByRole('textbox', { name: 'End of publication' }).fill('2085-01-01 00:00');
    await expect(leading).toBeVisible();
    await expect(dialog).toContainText('When the publication ends, links in these will no longer open:');
    await dialog.getByLabel('What to change').selectOption('delete');
    await expect(dialog).toContainText('1 item will be deleted.');
    await expect(dialog).toContainText('Links in these will no longer open:');
    await expect(leading).toBeVisible();
    await expectPresentable(page, 'links-bulk');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Delete: Linkowana zbiorczo', exact: true }).click();
    await expect(leading).toBeVisible();
    await expect(dialog).toContainText('Links to this item will no longer open');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'More: Linkowana zbiorczo', exact: true }).click();
    await page.getByRole('menuitem', { name: 'End publication now' }).click();
    await expect(leading).toBeVisible();
    expect(await stored(target._id)).toMatchObject({ publicationEnd: null });
    await dialog.getByRole('button', { name: 'End publication now' }).click();
    await expect(page.getByText('1 item changed.')).toBeVisible();
    expect((await stored(target._id))['publicationEnd']).not.toBeNull();
  },
);
