import { notificationRoutes } from '@endcap/contract/notifications';
import type { Locator, Page } from '@playwright/test';
import { expectPartPresentable } from './presentable-part.ts';
import { editor, expect, expectNoSidewaysScroll, expectPresentable, openAs, speak, test, urls } from './product.ts';

/** The row of a send of the demo chain, found by its title: those of other tests come before it, and there may be pages of them. */
const rowOf = async (page: Page, title: string): Promise<Locator> => {
  await page.goto(`${urls.adminUrl}/notification?text=${encodeURIComponent(title)}`);
  return page.getByRole('row').filter({ hasText: title });
};

test('wherever a send stands, its word can be read', { tag: ['@NFR-04', '@D-04'] }, async ({ page }) => {
  const states = ['waiting', 'paused', 'planned', 'expanding', 'sending', 'cancelled', 'stopped', 'finished'];
  await page.route(`**${notificationRoutes.deliveries.path}?**`, async (route) => {
    const answer: Record<string, unknown>[] = await (await route.fetch()).json();
    const sending = (n: number) => ({ state: states[n % states.length], pauseReason: null });
    await route.fulfill({ json: answer.map((row, n) => ({ ...row, sending: sending(n) })) });
  });
  // Clear the facts of failed and recalled sends: they would hide the delivery state.
  await page.route(`**${notificationRoutes.list.path}?**`, async (route) => {
    const answer: { items: Record<string, unknown>[] } = await (await route.fetch()).json();
    const items = answer.items.map((row) => ({ ...row, errors: [], recalledAt: null, approval: null }));
    await route.fulfill({ json: { ...answer, items } });
  });
  await openAs(page, 'admin');
  for (const word of ['Wstrzymano', 'Czeka']) await expect(page.getByRole('row').filter({ hasText: word }).first()).toBeVisible();
  await expectPartPresentable(page, page.locator('table'), 'notification-standings');
});

test(
  'the list is presentable, and on a tablet nothing of a row is cut off, in both languages',
  { tag: ['@NFR-04', '@NFR-05', '@ux-23', '@ux-24', '@issue-18', '@NOTIF-LIST-13'] },
  async ({ page }) => {
    await openAs(page, 'admin');
    const opened = page.getByRole('row').filter({ hasText: /otwarto|opened/ });
    await expect(opened.first()).toBeVisible();
    await test.step('it is presentable', () => expectPresentable(page, 'notifications'));
    await test.step('the way to the details is red where nothing was handed over, and blue elsewhere', async () => {
      const colourOf = async (title: string): Promise<number[]> => {
        const link = (await rowOf(page, title)).getByRole('link', { name: 'Szczegóły' });
        return (await link.evaluate((element) => getComputedStyle(element).color)).match(/\d+/g)?.map(Number) ?? [];
      };
      await page.emulateMedia({ colorScheme: 'light' });
      const [redR = 0, , redB = 0] = await colourOf('Kupon 15 zł');
      const [blueR = 0, , blueB = 0] = await colourOf('Weekend z rabatem');
      expect([redR > redB, blueB > blueR]).toEqual([true, true]);
    });
    const beyond = () =>
      page.locator('table').evaluate((table) => {
        const edge = table.parentElement?.getBoundingClientRect().right ?? 0;
        return [...table.querySelectorAll('td *')].filter((part) => part.getBoundingClientRect().right > edge).length;
      });
    const badges = page.locator('td .mantine-Badge-label');
    const cut = () => badges.evaluateAll((labels) => labels.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1).length);
    for (const language of ['pl', 'en'] as const)
      await test.step(`nothing is cut off (${language})`, async () => {
        await speak(page, language);
        await page.setViewportSize({ width: 768, height: 900 });
        await expect(await rowOf(page, 'Nowa gazetka')).toContainText(/otwarto|opened/);
        await expect.poll(beyond).toBe(0);
        expect(await badges.count()).toBeGreaterThan(0);
        await expect.poll(cut).toBe(0);
        await page.setViewportSize({ width: 360, height: 900 });
        await expectNoSidewaysScroll(page);
      });
  },
);

test('retries a failed list once before it shows the error', { tag: ['@D-53', '@ERR-16'] }, async ({ page }) => {
  let tries = 0;
  await page.route(`**${editor}/list**`, (route) => {
    tries += 1;
    return route.fulfill({ status: 500, json: { error: { code: 'internal', message: 'x', requestId: 'abc123' } } });
  });
  await openAs(page, 'admin');
  await expect(page.getByRole('alert')).toContainText('abc123');
  expect(tries).toBe(2);
});

test(
  'details and send form lead back to the list as it was, with the row that was opened marked and focused',
  { tag: ['@D-45', '@ux-16'] },
  async ({ page }) => {
    await page.setViewportSize({ width: 1400, height: 400 });
    await openAs(page, 'admin');
    const list = '/notification?text=e';
    await page.goto(`${urls.adminUrl}${list}`);
    const link = page.getByRole('row').nth(6).getByRole('link').first();
    const name = (await link.textContent()) ?? '';
    const scrolled = (): Promise<number> => page.evaluate(() => Math.round(scrollY));
    await link.scrollIntoViewIfNeeded();
    const before = await scrolled();
    expect(before).toBeGreaterThan(50);
    await link.click();
    await page.getByRole('link', { name: 'Powiadomienia', exact: true }).click();
    await expect(page).toHaveURL(`${urls.adminUrl}${list}`);
    const back = page.locator('tr[data-marked]').getByRole('link', { name, exact: true });
    await expect(back).toBeFocused();
    await expect(back).toBeInViewport();
    // Rows that are sent meanwhile lose their progress and some of their height; not a whole row of it.
    await expect.poll(async () => Math.abs((await scrolled()) - before)).toBeLessThan(40);
    // The form's way back stands where that of any editor does, and beside its buttons.
    for (const name of ['Powiadomienia', 'Wróć']) {
      await page.getByRole('link', { name: 'Nowe powiadomienie' }).click();
      await page.getByRole('link', { name, exact: true }).click();
      await expect(page).toHaveURL(`${urls.adminUrl}${list}`);
      await expect(page.getByRole('row').nth(6)).toBeVisible();
    }
    // The page of a missing notification has the same link back.
    await page.goto(`${urls.adminUrl}/notification/nosuchnotification`);
    await page.getByRole('link', { name: 'Powiadomienia', exact: true }).click();
    await expect(page).toHaveURL(`${urls.adminUrl}${list}`);
  },
);
