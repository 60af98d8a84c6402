import { readFileSync } from 'node:fs';
import { storeRoutes } from '@endcap/contract/stores';
import { expectPresentableInBoth } from './both-languages.ts';
import { expectExportOf, rowsOf, screen } from './large-export.ts';
import { expect, expectNoSidewaysScroll, openAs, read, speak, test } from './product.ts';

const allRows = () => read('admin', storeRoutes.subscriptions);

test(
  'reached from the sidebar, by store number, twenty a page',
  {
    tag: [
      '@NAV-04',
      '@SIDE-02',
      '@NOTIF-STATS-01',
      '@NOTIF-STATS-02',
      '@NOTIF-STATS-03',
      '@NOTIF-STATS-04',
      '@NOTIF-STATS-05',
      '@NOTIF-STATS-06',
      '@NOTIF-STATS-07',
      '@NOTIF-STATS-08',
      '@NOTIF-STATS-09',
      '@NOTIF-STATS-10',
      '@TOP-02',
      '@API-STATS-01',
    ],
  },
  async ({ page }) => {
    await openAs(page, 'admin');
    await page.getByRole('link', { name: 'Notification Subs', exact: true }).click();
    await expect(page).toHaveURL(screen);
    await expect(page.getByRole('heading', { name: 'Notification subscriptions' })).toBeVisible();
    await expect(page.getByRole('combobox', { name: /store|sklep/i })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Notification Subs' })).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('columnheader')).toHaveText([/^Store number/, /^Address/, /^Main/, /^Notifications \(favorite\)/]);
    const rows = await allRows();
    await expect(rowsOf(page)).toHaveCount(20);
    const first = rows[0];
    await expect(rowsOf(page).first()).toContainText(`${first?.storeNo}${first?.name}${first?.address}`);
    await expect(rowsOf(page).first().getByRole('cell').nth(2)).toContainText(String(first?.main.toLocaleString('en')));
    await expect(rowsOf(page).first().getByRole('cell').nth(3)).toContainText(String(first?.notifications.toLocaleString('en')));
    await page.getByRole('link', { name: 'Page 2' }).click();
    await expect(page).toHaveURL(/page=2/);
    await expect(rowsOf(page).first()).toContainText(String(rows[20]?.storeNo));
  },
);

test(
  'column searches combine, return to the first page and live in the URL; headers sort',
  { tag: ['@NOTIF-STATS-06', '@NOTIF-STATS-20', '@NOTIF-STATS-23', '@NOTIF-STATS-24', '@NAV-30', '@NAV-31'] },
  async ({ page }) => {
    await openAs(page, 'admin', `${screen}?page=2`);
    await page.getByRole('textbox', { name: 'Search: Address' }).fill('lodz');
    await expect(rowsOf(page)).toHaveCount(2);
    await expect(page).toHaveURL(/\?address=lodz$/);
    await page.getByRole('textbox', { name: 'Search: Store number' }).fill('106');
    await expect(rowsOf(page)).toHaveCount(1);
    await page.reload();
    await expect(rowsOf(page)).toHaveCount(1);
    await page.getByRole('textbox', { name: 'Search: Main' }).fill('zzz');
    await expect(page.getByText('Nothing matches the search')).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('button', { name: 'Main', exact: true }).click();
    await page.getByRole('button', { name: 'Main', exact: true }).click();
    await expect(page.getByRole('columnheader', { name: /^Main/ })).toHaveAttribute('aria-sort', 'descending');
    const most = (await allRows()).toSorted((a, b) => b.main - a.main)[0];
    await expect(rowsOf(page).first()).toContainText(most?.address ?? '');
  },
);

test(
  'what is typed into a column search stands where it is typed, letter after letter, and goes with its filter',
  { tag: ['@NOTIF-STATS-06'] },
  async ({ page }) => {
    await openAs(page, 'admin', screen);
    const main = page.getByRole('textbox', { name: 'Search: Main' });
    const asked = () => new URL(page.url()).searchParams.get('main');
    await main.fill('50');
    await expect.poll(asked).toBe('50');
    await main.press('Home');
    await main.pressSequentially('>=');
    await expect(main).toHaveValue('>=50');
    await main.pressSequentially(' 1');
    await expect(main).toHaveValue('>= 150');
    await expect.poll(asked).toBe('>= 150');
    await expect(main).toHaveValue('>= 150');
    await main.fill('zzz');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(main).toHaveValue('');
    await expect(page).toHaveURL(screen);
  },
);

test('a search that was typed anew within a moment goes with its filter too', { tag: ['@NOTIF-STATS-06'] }, async ({ page }) => {
  await page.clock.install();
  await openAs(page, 'admin', screen);
  const main = page.getByRole('textbox', { name: 'Search: Main' });
  await main.fill('zzz');
  await expect(page).toHaveURL(/main=zzz/);
  // Removed and typed again before the address could follow.
  await main.evaluate((input: HTMLInputElement) => {
    const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    for (const text of ['', 'zzz']) {
      write?.call(input, text);
      input.dispatchEvent(new Event('input', { bubbles: true }));
    }
  });
  await expect(main).toHaveValue('zzz');
  await expect(page).toHaveURL(/main=zzz/);
  // Nobody presses a button in the moment of the last letter.
  await page.clock.fastForward(2_500);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL(screen);
  await expect(main).toHaveValue('');
});

test(
  'names, totals, shares and the change over 30 days, or since the day from which it is known',
  { tag: ['@B1', '@B2', '@B3', '@B4', '@NOTIF-STATS-20'] },
  async ({ page }) => {
    // Other tests' phones choose their stores meanwhile: what the page was told is what it has to show.
    const told = page.waitForResponse(`**${storeRoutes.subscriptions.path}`);
    await openAs(page, 'admin', screen);
    const rows = storeRoutes.subscriptions.reply.parse(await (await told).json());
    const earlier = await read('admin', storeRoutes.earlierSubscriptions);
    const before = new Map(earlier.stores.map((store) => [store._id, store]));
    const [first] = rows;
    await expect(page.getByText(/^Below the counts: change over 30 days; /)).toBeVisible();
    const signed = (by: number): string => `${by === 0 ? '±' : by > 0 ? '+' : '−'}${Math.abs(by).toLocaleString('en')}`;
    const shown = rowsOf(page).first().getByRole('cell');
    const grown = (first?.main ?? 0) - (before.get(first?._id ?? '')?.main ?? 0);
    await expect(shown.nth(2)).toHaveText(`${first?.main.toLocaleString('en')} change ${signed(grown)}`);
    await expect(shown.nth(3)).toContainText(`of main ${Math.round(((first?.notifications ?? 0) / (first?.main ?? 1)) * 100)}%`);

    const sum = (list: readonly { main: number }[]): number => list.reduce((all, { main }) => all + main, 0);
    const total = page.locator('tfoot').getByRole('row');
    await expect(total).toContainText('Total');
    await expect(total.getByRole('cell').first()).toHaveText(
      `${sum(rows).toLocaleString('en')} change ${signed(sum(rows) - sum(earlier.stores))}`,
    );
    await page.getByRole('textbox', { name: 'Search: Main' }).fill('≥ 100');
    const many = rows.filter(({ main }) => main >= 100);
    await expect(page.getByRole('status').filter({ hasText: `Stores: ${many.length}` })).toBeVisible();
    await expect(page.getByText('Total')).toHaveCount(1);
    await expect(total.getByRole('cell').first()).toContainText(sum(many).toLocaleString('en'));

    // Counts were kept for a few days only.
    const day = new Date(Date.now() - 4 * 86_400_000).toISOString().slice(0, 10);
    await page.route('**/stats/store-subscription-earlier', (route) => route.fulfill({ json: { ...earlier, day, isWhole: false } }));
    await page.goto(screen);
    await expect(page.getByText(`Below the counts: change since ${day} (nothing earlier was kept);`)).toBeVisible();
  },
);

test(
  'the export holds what is found, over all pages',
  { tag: ['@NOTIF-STATS-11', '@NOTIF-STATS-12', '@NOTIF-STATS-15', '@NOTIF-STATS-17'] },
  async ({ page }) => {
    await openAs(page, 'admin', screen);
    for (const format of ['xlsx', 'ods']) {
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: `Export ${format}` }).click();
      const file = await download;
      expect(file.suggestedFilename()).toMatch(new RegExp(`^results_\\d{4}-\\d\\d-\\d\\d_\\d\\d-\\d\\d-\\d\\d\\.${format}$`));
      expect(
        readFileSync(await file.path())
          .subarray(0, 2)
          .toString(),
      ).toBe('PK');
    }
  },
);

test('many rows are exported by a worker, while the page goes on', { tag: ['@X03'] }, ({ page }) => expectExportOf(page, 10_000));

test(
  'the subscriptions are presentable at every width; on a phone the four searches stand in two lines of equal boxes',
  { tag: ['@NFR-04', '@NFR-05', '@ux-24'] },
  async ({ page }) => {
    await speak(page, 'pl');
    await openAs(page, 'admin', screen);
    await expect(rowsOf(page)).toHaveCount(20);
    await expectPresentableInBoth(page, 'stats');
    for (const width of [1000, 400, 360]) {
      await page.setViewportSize({ width, height: 740 });
      await expectNoSidewaysScroll(page);
    }
    const searches = page.getByRole('textbox', { name: /^Szukaj: / });
    const boxes = await Promise.all((await searches.all()).map((box) => box.boundingBox()));
    const [number, address, main, notifications] = boxes;
    expect(boxes).toHaveLength(4);
    expect(new Set(boxes.map((box) => box?.width)).size).toBe(1);
    expect([number?.x, number?.y]).toEqual([main?.x, address?.y]);
    expect([notifications?.x, notifications?.y]).toEqual([address?.x, main?.y]);
  },
);
