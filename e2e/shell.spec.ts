import { notificationRoutes } from '@endcap/contract/notifications';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { create } from './content.ts';
import { expectBorders } from './contrast.ts';
import { allStores, expect, expectNoSidewaysScroll, openAs, photograph, test, urls } from './product.ts';

const sidebar = 'nav[aria-label="Navigation"]';

test(
  'the sign-in page and all screens use the first supported language of the browser until another one is chosen',
  { tag: ['@D-4C', '@E-78'] },
  async ({ page }) => {
    const { build } = (await (await fetch(`${urls.adminUrl}/readyz`)).json()) as { build: { version: string; commit: string | null } };
    await page.addInitScript(() => Object.defineProperty(navigator, 'languages', { get: () => ['de-DE', 'pl-PL', 'en-US'] }));
    await page.goto(`${urls.adminUrl}/login`);
    await expect(page.getByRole('main').getByRole('button', { name: 'Zaloguj się' })).toBeVisible();
    await openAs(page, 'admin');
    for (const [entry, heading] of [
      ['Powiadomienia', 'Powiadomienia'],
      ['Sklepy', 'Sklepy'],
      ['Treści', 'Treści'],
    ] as const) {
      await page.getByRole('navigation', { name: 'Nawigacja' }).getByRole('link', { name: entry, exact: true }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    }
    await page.getByRole('button', { name: /^Konto/ }).click();
    await expect(page.getByRole('menu')).toContainText(`Endcap ${build.version}`);
    if (build.commit !== null) await expect(page.getByRole('menu')).toContainText(build.commit);
    await page.getByRole('menuitem', { name: 'English' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Content');
    await page.goto(`${urls.adminUrl}/notification`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Notifications');
    await expect(page.locator(sidebar)).toBeVisible();
  },
);

test(
  'the sidebar shows words, icons with hints from 1200 px down, and nothing but a toggle from 500 px down',
  { tag: ['@SIDE-12', '@SIDE-13', '@SIDE-14', '@CONST-24', '@CONST-25', '@TOP-16', '@ux-24'] },
  async ({ page }) => {
    await openAs(page, 'admin');
    const label = page.locator(`${sidebar} a span`).first();
    const width = async () => (await label.boundingBox())?.width ?? 0;
    const entry = page.locator(sidebar).getByRole('link', { name: 'Stores', exact: true });
    const hint = page.getByTestId('hint');
    await page.setViewportSize({ width: 1201, height: 800 });
    expect(await width()).toBeGreaterThan(40);
    await entry.hover();
    await expect(entry).toHaveCSS('background-color', /rgb/);
    await expect(hint).toHaveCount(0);
    await page.mouse.move(600, 600);
    await page.setViewportSize({ width: 1200, height: 800 });
    expect(await width()).toBeLessThanOrEqual(1);
    await entry.hover();
    await expect(hint).toHaveText('Stores');
    await page.mouse.move(600, 600);
    await page.setViewportSize({ width: 501, height: 800 });
    await expect(page.locator(sidebar)).toBeVisible();
    await page.setViewportSize({ width: 500, height: 800 });
    await expect(page.locator(sidebar)).toBeHidden();
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Notifications', exact: true }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await test.step('on a phone the list under the narrow selector is wide enough to tell stores apart', async () => {
      await page.setViewportSize({ width: 360, height: 740 });
      await page.getByRole('combobox', { name: /^(Wybrany sklep|Selected store)$/ }).fill('czestochowa');
      const option = page.getByRole('option').first();
      await expect(option).toContainText('Koszyk Częstochowa Najświętszej Maryi Panny');
      await expect(option).toBeInViewport({ ratio: 1 });
      expect((await option.boundingBox())?.width).toBeGreaterThan(270);
      await expectNoSidewaysScroll(page);
      await photograph(page, 'store-selector-360');
    });
  },
);

test(
  'selector and pickers offer every one of 2,000 stores, by number and name, with few rows painted',
  { tag: ['@D-55', '@TOP-16'] },
  async ({ page }) => {
    const many = 2000;
    await page.route('**/store-editor/list?page=0&**', async (route) => {
      const answer = await route.fetch();
      const list: { items: Record<string, unknown>[]; total: number } = await answer.json();
      const made = Array.from({ length: many - list.items.length }, (_, n) => ({
        ...list.items[0],
        _id: `made${n}`,
        storeNo: 5000 + n,
        name: `Zza ${n}`,
        street: `ul. Dodana ${n}`,
        city: 'Żyrardów',
        zipCode: '96-300',
      }));
      await route.fulfill({ response: answer, json: { ...list, items: [...list.items, ...made], total: many } });
    });
    // The server would reject the added stores, which it does not have, so their header is removed.
    await page.route(/\/api\/v1\/(?!store-editor)|get-last-login/, (route) => {
      const { 'x-store-id': _store, ...headers } = route.request().headers();
      return route.continue({ headers });
    });
    await openAs(page, 'admin');
    const last = `made${many - 1 - (await allStores()).length}`;
    const selector = page.getByRole('combobox', { name: 'Selected store' });
    const atTheEnd = page.locator(`[role="option"][aria-posinset="${many}"]`);
    const scrollToTheEnd = (): Promise<void> =>
      page.getByRole('listbox').evaluate((list) => list.parentElement?.scrollTo(0, list.scrollHeight));
    await selector.click();
    await expect(page.getByRole('option').first()).toHaveAttribute('aria-setsize', String(many));
    await scrollToTheEnd();
    await expect(atTheEnd).toContainText('Zza');
    expect(await page.getByRole('option').count()).toBeLessThan(40);
    await expectAccessible(page);
    await atTheEnd.click();
    const selected = () => page.evaluate(() => (JSON.parse(localStorage.getItem('endcap.store') ?? '{}') as { storeId?: string }).storeId);
    await expect.poll(selected).toBe(last);
    await expect(selector).toHaveValue(/^Zza \d+, Żyrardów$/);
    await expect(page.getByRole('listbox')).toHaveCount(0);

    // By keyboard: arrows start at the selected store, and Escape restores it.
    await selector.press('ArrowDown');
    await expect(page.getByRole('option', { selected: true })).toHaveAttribute(
      'id',
      (await selector.getAttribute('aria-activedescendant')) ?? '-',
    );
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect(selector).toHaveValue(/^Zza/);
    for (const [text, found] of [
      ['5001', '5001'],
      ['zza 7 zyrardow', '5007'],
      ['DODANA 11', '5011'],
    ] as const) {
      await selector.fill(text);
      await expect(page.getByRole('option').first()).toContainText(found);
    }
    await page.keyboard.press('Escape');
    await expect(selector).toHaveValue(/^Zza/);
    await page.getByRole('button', { name: 'Clear the selected store' }).click();
    await expect(selector).toBeFocused();
    await expect(selector).toHaveValue('');

    await page.goto(`${urls.adminUrl}/notification/new`);
    await page.getByRole('combobox', { name: 'Wyklucz sklepy' }).click();
    await expect(page.getByRole('option').first()).toHaveAttribute('aria-setsize', String(many));
    await scrollToTheEnd();
    await atTheEnd.click();
    await expect(page.getByText('Wybrano: 1')).toBeVisible();
  },
);

/** Checks that texts use the product's font instead of a system font. */
const expectOwnFont = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate(() => [...document.fonts].map(({ family, status }) => `${family} ${status}`))).toEqual(['Inter loaded']);

test(
  "the sandbox's phone has enough contrast in both schemes; it and the sign-in use the product's font",
  { tag: ['@D-4B'] },
  async ({ page }) => {
    await create({ name: 'Karta bez tytułu', title: null, pinned: true });
    await page.goto(`${urls.adminUrl}/login`);
    await page.getByRole('button', { name: 'Log In' }).click();
    await expect(page.locator('button[value="admin"]')).toBeVisible();
    await expectOwnFont(page);
    await page.goto(urls.phoneUrl);
    await expect(page.locator('#main option').nth(1)).toBeAttached();
    await expectOwnFont(page);
    const look = async (): Promise<void> => {
      for (const scheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme: scheme });
        await expectAccessible(page, scheme === 'dark' ? ['color-contrast'] : undefined);
        await expectBorders(page);
      }
    };
    await look();
    await page.getByRole('button', { name: 'Otwórz aplikację' }).click();
    await expect(page.getByRole('img', { name: 'Gazetka', exact: true }).first()).toBeVisible();
    await look();
  },
);

/** Returns the files that a screen loads with an empty cache. */
const filesOf = async (page: Page, path: string, ready: Locator): Promise<string[]> => {
  const files = new Set<string>();
  // Disable preloading during idle time (D-49): its files do not count, regardless of timing.
  await page.addInitScript(() => Object.assign(globalThis, { requestIdleCallback: () => 0 }));
  // A pointer that rests on a link preloads its page.
  await page.mouse.move(0, 0);
  await page.goto('about:blank');
  page.on('response', (response) => /\/assets\/.*\.(js|css|woff2)$/.test(response.url()) && files.add(response.url()));
  await page.goto(urls.adminUrl + path);
  await expect(ready).toBeVisible();
  page.removeAllListeners('response');
  return [...files];
};
/** Returns the gzipped size, in kilobytes, of the files with an extension. */
const weightOf = async (files: readonly string[], ending: string): Promise<number> => {
  const sizes = files
    .filter((url) => url.endsWith(ending))
    .map(async (url) => Number((await fetch(url, { headers: { 'accept-encoding': 'gzip' } })).headers.get('content-length')));
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1000;
};

/** Returns the files that contain Zod. */
const withSchemas = async (files: readonly string[]): Promise<string[]> => {
  const texts = await Promise.all(files.map(async (url) => (await fetch(url)).text()));
  return files.filter((_, n) => texts[n]?.includes('ZodError'));
};

test(
  'the first list loads at most 200 kB of JavaScript, 30 kB of styles and 60 kB of fonts; forms at most 300 kB; without secrets',
  { tag: ['@ux-28', '@NFR-07'] },
  async ({ page }) => {
    await openAs(page, 'admin');
    // Shows waiting sends, plans and safety messages regardless of other tests, since the list also loads their texts.
    await page.route(`**${notificationRoutes.list.path}?**`, async (route) => {
      const answer: { items: object[] } = await (await route.fetch()).json();
      await route.fulfill({ json: { ...answer, items: answer.items.map((item) => ({ ...item, safety: true })) } });
    });
    await page.route(`**${notificationRoutes.deliveries.path}?**`, async (route) => {
      const answer: object[] = await (await route.fetch()).json();
      await route.fulfill({ json: answer.map((row) => ({ ...row, sending: { state: 'planned', pauseReason: null } })) });
    });
    await page.route(`**${notificationRoutes.waiting.path}`, (route) =>
      route.fulfill({ json: { overdue: 2, unapproved: 3, approvals: true } }),
    );
    const ready = page.getByTestId('waiting-sends').and(page.locator(':root:has([data-testid="planned"]):has([data-testid="safety"]) *'));
    const list = await filesOf(page, '/notification', ready);
    const [scripts, styles, fonts] = [await weightOf(list, '.js'), await weightOf(list, '.css'), await weightOf(list, '.woff2')];
    console.log(`first load: ${scripts.toFixed(1)} kB of JavaScript, ${styles.toFixed(0)} of styles, ${fonts.toFixed(0)} of fonts (gzip)`);
    expect(scripts).toBeGreaterThan(50);
    expect(scripts, list.join('\n')).toBeLessThanOrEqual(200);
    // Zod loads with the first form.
    expect(await withSchemas(list)).toEqual([]);
    expect(styles).toBeLessThanOrEqual(30);
    expect(fonts).toBeGreaterThan(10);
    expect(fonts).toBeLessThanOrEqual(60);
    for (const path of ['/notification/new', '/content/new']) {
      const files = await filesOf(page, path, page.getByRole('main').getByRole('textbox').first());
      const more = (await weightOf(files, '.js')) - scripts;
      console.log(`${path}: ${more.toFixed(0)} kB of JavaScript more`);
      // The sum counts, so that moving code from the list to a form does not pass the limit.
      expect(scripts + more, files.join('\n')).toBeLessThanOrEqual(300);
      expect(await withSchemas(files), path).not.toEqual([]);
      list.push(...files.filter((file) => !list.includes(file)));
    }
    const texts = await Promise.all([`${urls.adminUrl}/`, ...list].map(async (url) => (await fetch(url)).text()));
    for (const text of texts) expect(text).not.toMatch(/postgres:\/\/|PRIVATE KEY|service_account|endcap-tester/);
  },
);

test(
  'theme paths and unknown paths, with dots, special characters or malformed escapes, lead to the notifications',
  { tag: ['@GEN-03', '@A-14', '@NAV-01', '@NAV-29', '@D-51'] },
  async ({ page }) => {
    await openAs(page, 'admin');
    const lead = async (path: string): Promise<void> => {
      await expect(page, path).toHaveURL(`${urls.adminUrl}/notification`);
      await expect(page.getByRole('heading', { level: 1 }), path).toHaveText('Powiadomienia');
    };
    // The server and the page must treat the path the same way.
    for (const path of [
      '',
      'chart',
      'nothing/here',
      'charts',
      'ui/buttons',
      'no.where',
      'nothing/a.b',
      '%',
      '%E0%A4%A',
      'content/%E0%A4%A/x',
      'a%20b',
      'zażółć',
      '~x',
    ]) {
      await page.goto(`${urls.adminUrl}/${path}`);
      await lead(path);
    }
    // Navigates within the page, as its own links do.
    for (const path of ['mail', 'timeline', 'tree', 'wizard', 'maps', 'weather', 'profile', 'store/a/b/c']) {
      await page.evaluate((to) => history.pushState(null, '', to), `/${path}`);
      await lead(path);
    }
  },
);
