import { contentViewRoutes } from '@endcap/contract/content';
import type { Page } from '@playwright/test';
import { contentScreen as screen } from './content.ts';
import { expect, expectPresentable, clearBrowserData, openAs, photograph, read, speak, test, urls } from './product.ts';

/** Creates an administrator whose views no other test uses. */
const aPerson = async (id: string): Promise<void> => {
  const made = await fetch(`${urls.issuer}/sandbox/people/${id}`, { method: 'POST', body: JSON.stringify({ isAdmin: true, name: id }) });
  expect(made.ok).toBe(true);
};
const open = (page: Page) => page.getByRole('button', { name: 'Views', exact: true }).click();
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Saved views' });
const kept = (person: string) => read(person, contentViewRoutes.list);

test(
  'filters are saved under a name, are there in another browser, renamed, replaced and deleted',
  { tag: ['@EDIT-07'] },
  async ({ page }) => {
    await aPerson('views-ola');
    await speak(page, 'en');
    await openAs(page, 'views-ola', screen);
    await open(page);
    await expect(dialog(page)).toContainText('No saved views yet.');
    await expect(dialog(page)).toContainText('Filter or sort the list, and you can save that here under a name.');
    await page.keyboard.press('Escape');
    await page.getByLabel('Content type').selectOption('Leaflet');
    await page.getByLabel('Publication', { exact: true }).selectOption('Only published');
    await page.getByRole('button', { name: 'Title / name' }).click();
    const address = page.url();
    await open(page);
    await dialog(page).getByLabel('Name of the view').fill('Gazetki na dziś');
    await page.keyboard.press('Enter');
    const link = dialog(page).getByRole('link', { name: /^Gazetki na dziś/ });
    await expect(link).toContainText('Leaflet · Only published · Title / name ↑');
    await expect(link).toHaveAttribute('aria-current', 'page');
    // The current filters are saved too, after a delay.
    await expect.poll(async () => (await kept('views-ola')).last).toEqual({ contentType: 'leaflet', published: true, sortField: 'name' });
    await expectPresentable(page, 'content-views');

    // In a browser without any data of this person.
    await clearBrowserData(page);
    await openAs(page, 'views-ola', screen);
    await open(page);
    await expect(dialog(page).getByRole('link')).toHaveText([/^Last used filters/, /^Gazetki na dziś/]);
    await link.click();
    await expect(dialog(page)).toHaveCount(0);
    await expect(page).toHaveURL(address);
    await expect(page.getByLabel('Content type')).toHaveValue('leaflet');
    await open(page);
    await dialog(page).getByRole('button', { name: 'Rename: Gazetki na dziś' }).click();
    await page.keyboard.type(' i jutro');
    await page.keyboard.press('Enter');
    await expect(dialog(page).getByRole('link', { name: /^Gazetki na dziś i jutro/ })).toBeVisible();

    await page.keyboard.press('Escape');
    await page.getByLabel('Content type').selectOption('Banner');
    await open(page);
    await dialog(page).getByLabel('Name of the view').fill('Gazetki na dziś i jutro');
    await expect(dialog(page)).toContainText('Replaces the view of the same name.');
    await dialog(page).getByRole('button', { name: 'Save view' }).click();
    await expect(dialog(page).getByRole('link', { name: /^Gazetki na dziś i jutro/ })).toContainText('Banner · Only published');
    await dialog(page).getByRole('button', { name: 'Delete view: Gazetki na dziś i jutro' }).click();
    await expect(dialog(page)).not.toContainText('i jutro');
    expect((await kept('views-ola')).views).toEqual([]);
  },
);

test(
  'the compact list shows more than twice as many rows, and stays so in this browser',
  { tag: ['@ux-16', '@ux-23'] },
  async ({ page }) => {
    await speak(page, 'pl');
    await openAs(page, 'admin', `${screen}?contentType=banner`);
    const row = page.locator('tbody tr[data-row]').first();
    await expect(row).toBeVisible();
    const height = async (): Promise<number> => (await row.boundingBox())?.height ?? 0;
    const usual = await height();
    const toggle = page.getByRole('button', { name: 'Widok zwarty' });
    await toggle.click();
    await expect(toggle).toHaveAttribute('aria-pressed', 'true');
    expect(await height()).toBeLessThan(usual / 2);
    await photograph(page, 'content-compact');
    await page.reload();
    await expect(row).toBeVisible();
    expect(await height()).toBeLessThan(usual / 2);
    await expectPresentable(page, 'content-compact');
    await toggle.click();
    await expect(toggle).toHaveAttribute('aria-pressed', 'false');
    expect(await height()).toBe(usual);
  },
);
