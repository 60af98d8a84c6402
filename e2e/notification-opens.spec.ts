import type { Page } from '@playwright/test';
import { expectPartPresentable } from './presentable-part.ts';
import { editor, expect, openAs, speak, test, urls } from './product.ts';
import { seeded } from './seeded.ts';

const open = (page: Page, id: string, person = 'admin') => openAs(page, person, `${urls.adminUrl}/notification/${id}`);
const countOf = (cell: string): number => Number(cell.replace(/\D/g, ''));
const part = (page: Page, title: string) => page.getByRole('region', { name: title });

// A poll may be under way when a test ends.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

test(
  'loads openings over time and by store when scrolled into view, and their sums match the total',
  { tag: ['@NOTIF-DET-24', '@ux-23'] },
  async ({ page }) => {
    const id = await seeded('Nowa gazetka już jest');
    await page.setViewportSize({ width: 1400, height: 400 });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await open(page, id);
    const opened = page.getByTestId('converted');
    await expect(opened).toBeVisible();
    expect(asked.filter((url) => url.endsWith('/opens'))).toEqual([]);
    await page.setViewportSize({ width: 1400, height: 900 });
    const opens = part(page, 'Otwarcia w czasie');
    await opens.scrollIntoViewIfNeeded();
    const total = Number(await opened.getAttribute('data-value'));
    await expect(opens.getByRole('img')).toHaveAccessibleName(
      new RegExp(
        `^Otwarcia po (godzinach|dniach): razem ${total.toLocaleString('pl', { useGrouping: 'always' })}, najwięcej [\\d\\s]+ od \\d{4}-`.replaceAll(
          ' ',
          '\\s',
        ),
      ),
    );
    await opens.getByText('Pokaż jako tabelę').press('Enter');
    const [time, stores] = [opens.getByRole('table').first(), opens.getByRole('table').last()];
    const hours = (await time.locator('tbody td').allTextContents()).map(countOf);
    expect(hours.reduce((sum, n) => sum + n, 0)).toBe(total);
    await expect(time.getByRole('row').last()).toHaveText(/^Razem/);
    const ofStores = (await stores.locator('tbody td:nth-child(2)').allTextContents()).map(countOf);
    expect(ofStores.reduce((sum, n) => sum + n, 0)).toBe(total);
    await expect(stores.getByRole('rowheader').filter({ hasText: /^101 · Koszyk Warszawa Marszałkowska/ })).toHaveCount(1);
    await expect(stores.getByRole('rowheader').filter({ hasText: 'Bez głównego sklepu' })).toHaveCount(1);
    expect(asked.filter((url) => url.endsWith('/opens')).length).toBeGreaterThan(0);
    await expectPartPresentable(page, opens, 'notification-opens');
  },
);

test('an employee sees openings over time but not by store, in English', { tag: ['@ROLE-18', '@NOTIF-DET-24'] }, async ({ page }) => {
  const id = await seeded('Świeży chleb od 6:00');
  await speak(page, 'en');
  await open(page, id, 'staff-1');
  const opens = part(page, 'Opens over time');
  await opens.scrollIntoViewIfNeeded();
  await expect(opens.getByRole('img')).toHaveAccessibleName(/^Opens by the (hour|day): \d+ in all, most from /);
  await expect(opens.getByRole('heading', { name: 'Opens by store' })).toHaveCount(0);
});

test('shows that nobody has opened a notification, and retries a failed count', { tag: ['@NOTIF-DET-24', '@ux-18'] }, async ({ page }) => {
  const refused = await seeded('Kupon 15 zł');
  await open(page, refused);
  await expect(part(page, 'Otwarcia w czasie')).toContainText('Nikt jeszcze nie otworzył');
  const id = await seeded('Nowa gazetka już jest');
  await page.route(`**${editor}/${id}/opens`, (route) =>
    route.fulfill({ status: 500, json: { error: { code: 'internal', message: 'x' } } }),
  );
  await page.goto(`${urls.adminUrl}/notification/${id}`);
  const opens = part(page, 'Otwarcia w czasie');
  await opens.scrollIntoViewIfNeeded();
  const again = opens.getByRole('button', { name: 'Spróbuj ponownie' });
  await expect(again).toBeVisible();
  await page.unroute(`**${editor}/${id}/opens`);
  await again.click();
  await expect(opens.getByRole('img')).toBeVisible();
});
