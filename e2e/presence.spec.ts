import type { Page } from '@playwright/test';
import { contentScreen as screen, create } from './content.ts';
import { aStore, callAs, expect, expectNoSidewaysScroll, expectPresentable, openAs, speak, test, urls } from './product.ts';

const api = '/api/v1/content-editor';
const here = (page: Page) =>
  page
    .locator('main')
    .getByRole('status')
    .filter({ hasText: /editing|another tab|edytuj|innej karcie/ });
/** Waits for a text while returning to the tab: an open editor polls every 4 s, and when its tab becomes visible. */
const expectHere = (page: Page, text: string): Promise<void> =>
  expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event('visibilitychange')));
    await expect(here(page)).toHaveText(text === '' ? [] : [text], { timeout: 500 });
  }).toPass();

/** Another administrator, with a browser of their own. */
const aColleague = async (id: string, name: string): Promise<void> => {
  const made = await fetch(`${urls.issuer}/sandbox/people/${id}`, { method: 'POST', body: JSON.stringify({ isAdmin: true, name }) });
  expect(made.ok).toBe(true);
};

test(
  'shows on both sides who else edits an item, does not lock it, and removes a person whose tab is closed',
  { tag: ['@EDIT-06'] },
  async ({ page, browser }) => {
    await aColleague('presence-jan', 'Jan Nowak');
    const item = await create({ name: 'Edytowane razem', title: 'Edytowane razem' });
    const [context, third] = [await browser.newContext(), await browser.newContext()];
    const [colleague, another] = [await context.newPage(), await third.newPage()];
    for (const one of [page, colleague, another]) await speak(one, 'en');
    await openAs(page, 'admin', `${screen}/${item._id}`);
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toBeVisible();
    const before = await heading.boundingBox();

    await openAs(colleague, 'presence-jan', `${screen}/${item._id}`);
    await expect(here(colleague)).toHaveText('Anna Wójcik is editing this as well');
    // By polling alone, without a return to the tab.
    await expect(here(page)).toHaveText('Jan Nowak is editing this as well');
    // The heading does not move when a name appears.
    expect(await heading.boundingBox()).toEqual(before);

    await colleague.getByRole('textbox', { name: 'Title', exact: true }).fill('Zapisane przez Jana');
    await colleague.keyboard.press('Control+s');
    await expect(colleague.getByText(/Saved at/)).toBeVisible();

    await aColleague('presence-ewa', 'Ewa Kowalczyk-Wiśniewska');
    await openAs(another, 'presence-ewa', `${screen}/${item._id}`);
    await expectHere(page, 'Ewa Kowalczyk-Wiśniewska and Jan Nowak are editing this as well');
    await page.setViewportSize({ width: 360, height: 800 });
    await expectPresentable(page, 'presence-two');

    // One leaves by closing the tab, the other by going back to the list.
    await another.close({ runBeforeUnload: true });
    await expectHere(page, 'Jan Nowak is editing this as well');
    await colleague.getByRole('link', { name: 'Back' }).click();
    await expectHere(page, '');
    for (const one of [context, third]) await one.close();
    await callAs('admin', `${api}/${item._id}`, { method: 'DELETE' });
  },
);

test('shows in several editors that the same person has the item open in a second tab', { tag: ['@EDIT-06'] }, async ({ page }) => {
  await speak(page, 'pl');
  const { _id } = await aStore({ name: 'Koszyk w dwóch kartach' });
  await openAs(page, 'admin', `${urls.adminUrl}/store/${_id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Koszyk w dwóch kartach');
  const second = await page.context().newPage();
  await second.goto(`${urls.adminUrl}/store/${_id}`);
  await expect(here(second)).toHaveText('Masz to otwarte w innej karcie');
  await second.goto(`${urls.adminUrl}/store/new`);
  await expect(second.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(here(second)).toHaveCount(0);
  await second.goto(`${urls.adminUrl}/settings`);
  await expect(second.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto(`${urls.adminUrl}/settings`);
  await expect(here(page)).toHaveText('Masz to otwarte w innej karcie');
  for (const width of [768, 360]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
  }
  await second.close();
});
