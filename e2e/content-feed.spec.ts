import { attach, byName, chooseType, contentScreen, save } from './content.ts';
import { allStores, callAs, expect, openAs, test, urls } from './product.ts';

const api = '/api/v1/content-editor';
/** Returns the titles in a phone's feed, through the app API only. */
const fed = async (storeNo: number, appVersion = '3.4.0'): Promise<string[]> => {
  const answer = await fetch(`${urls.appUrl}/app/v1/content?storeId=${stores.get(storeNo)}&appVersion=${appVersion}`);
  const { items }: { items: { title: string }[] } = await answer.json();
  return items.map(({ title }) => title);
};

let stores: ReadonlyMap<number | null, string>;
test.beforeAll(async () => {
  stores = new Map((await allStores()).map(({ storeNo, _id }) => [storeNo, _id]));
});
test.afterAll(async () => {
  for (const { _id } of await byName('Fala ')) await callAs('admin', `${api}/${_id}`, { method: 'DELETE' });
});

// The type whose form requires the most; content-editor.form.test.tsx and content.db.test.ts save all types.
test(
  'a new user makes, publishes and edits a one-time code; the phones of Super stores see it without anybody asking to look, others never',
  { tag: ['@GEN-04', '@GEN-05'] },
  async ({ page }) => {
    const title = 'Fala OneTimePromoCode';
    await openAs(page, 'admin', `${contentScreen}/new`);
    await chooseType(page, 'One-time promo code');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(title);
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill(title);
    await attach(page, 'Preview image');
    await page.getByLabel('Validity start').fill('2026-01-01T08:00');
    await page.getByLabel('Validity end').fill('2040-01-01T08:00');
    // Seven days after the start would be over by now.
    await page.getByLabel('Publication end').fill('2040-01-01T08:00');
    await page.getByRole('textbox', { name: 'Discount value' }).fill('10,5');
    await page.getByRole('radio', { name: 'Cash (PLN)' }).check();
    await page.getByRole('textbox', { name: 'Minimum basket value' }).fill('40');
    await page.getByRole('radio', { name: 'Central' }).check();
    await page.getByRole('radio', { name: 'Super', exact: true }).check();
    await expect(page.getByTestId('who-sees-it')).toHaveText(/^Nobody yet: nothing is saved\. Once saved:\s?1\d of \d+ stores/);
    await page.getByRole('button', { name: 'Remove: Preview image' }).waitFor();
    await save(page).click();
    await expect(page).toHaveURL(contentScreen);
    await expect.poll(() => fed(101)).toContain(title);
    expect(await fed(102)).not.toContain(title);
    expect(await fed(101, '3.1.0')).not.toContain(title);

    await page.goto(`${contentScreen}?name=${encodeURIComponent(title)}`);
    await page.getByRole('link', { name: `Edit: ${title}`, exact: true }).click();
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill(`${title} changed`);
    await save(page).click();
    // The list comes back as it was left (D-45).
    await expect(page).toHaveURL(/\/content\?name=Fala/);
    await expect.poll(() => fed(101)).toContain(`${title} changed`);
    expect(await fed(101)).not.toContain(title);
  },
);
