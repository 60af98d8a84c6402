import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { create } from './content.ts';
import { aStore, callAs, expect, openAs, photograph, speak, test, urls } from './product.ts';

const isData = (url: string): boolean => /^\/(api|session)\//.test(new URL(url).pathname) && !url.endsWith('/register-login');
const firstRow = (page: Page) => page.locator('tbody tr[data-row]').first();

type PageRequest = { address: string; byFirstScript: boolean };
/**
 * Records a page's requests to the staff API in order, and whether the first script sent them. That script runs before the large ones, and
 * needs none of them.
 */
const listen = async (page: Page): Promise<PageRequest[]> => {
  const requests: PageRequest[] = [];
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  cdp.on('Network.requestWillBeSent', ({ request, initiator }) => {
    if (!isData(request.url)) return;
    const { pathname, search } = new URL(request.url);
    const callers = initiator.stack?.callFrames.map(({ url }) => url) ?? [];
    const byFirstScript = callers.length > 0 && callers.every((url) => /\/assets\/start-[^/]+\.js$/.test(url));
    requests.push({ address: pathname + search, byFirstScript });
  });
  return requests;
};

/** Returns a demo item at one end of a list's first page. Items of other tests are at the other end, so it stays. */
const itemOf = async (list: string, place: 0 | -1): Promise<string> =>
  ((await callAs('admin', list)).body as { items: { _id?: string; id?: string }[] }).items.map(({ _id, id }) => _id ?? id).at(place) ?? '';
/** Creates an item that no other test deletes. */
const ownItem = async (path: string, body: object): Promise<string> => {
  const answer = await callAs('admin', path, { method: 'POST', body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return (answer.body as { _id: string })._id;
};

test('requests the first data of a screen once, before the code of the screen has loaded', { tag: ['@ux-28'] }, async ({ page }) => {
  await openAs(page, 'admin');
  await expect(firstRow(page)).toBeVisible();
  const { _id: content } = await create({ name: 'Gazetka pierwszego wczytania', title: null });
  const { _id: store } = await aStore({ name: 'Koszyk pierwszego wczytania' });
  const group = await itemOf('/api/v1/store-group/list', 0);
  const popup = await ownItem('/api/v1/popup-editor', {
    name: 'Popup pierwszego wczytania',
    text: 'Dzień dobry',
    version: '>=99.0.0',
    repeat: 1,
  });
  const knowledge = await ownItem('/api/v1/knowledge-editor', {
    name: 'Wiedza pierwszego wczytania',
    description: 'Opis',
    content: 'Treść',
  });
  const notification = await itemOf('/api/v1/notification-editor/list', -1);
  const addresses: [path: string, ...first: RegExp[]][] = [
    ['/notification', /notification-editor\/list\?page=1$/, /store-editor\/list\?page=0&pageSize=100000&counts=false$/],
    ['/notification/new', /store-editor\/list\?page=0/],
    [`/notification/${notification}`, new RegExp(`notification-editor/${notification}$`)],
    ['/notification/subscription-stats', /stats\/store-subscription$/],
    ['/store', /store-editor\/list\?page=1&counts=false&hoursExceptions=true$/],
    [`/store/${store}`, /store-editor\/\w+$/],
    ['/store-group', /store-group\/list\?page=1$/],
    [`/store-group/${group}`, /store-group\/\w+$/],
    ['/content', /content-editor\/list\?page=1&sortField=-publicationStart$/],
    [`/content/${content}`, new RegExp(`content-editor/${content}$`), /known-stores$/],
    ['/popup', /popup-editor\/list\?page=1&sortField=-createdDate$/],
    [`/popup/${popup}`, /popup-editor\/\w+$/],
    ['/threads', /assistant\/threads\?page=1&sortField=-created_at&pageSize=10&filterUserMessages=true$/],
    [`/thread/${await itemOf('/api/v1/assistant/threads', -1)}`, /assistant\/threads\/\w+$/],
    ['/knowledge', /knowledge-editor\/list\?page=1$/],
    ['/activity', /\/history\?imports=folded$/],
    [`/knowledge/${knowledge}`, /knowledge-editor\/\w+$/],
  ];
  const requests = await listen(page);
  for (const [path, ...first] of addresses) {
    await page.goto('about:blank');
    requests.length = 0;
    await page.goto(urls.adminUrl + path, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
    for (const one of first)
      expect(
        requests.filter(({ address, byFirstScript }) => byFirstScript && one.test(address)),
        `${path}: ${one}`,
      ).toHaveLength(1);
    // The response is used, and not requested again with other parameters: an unused one would hold a connection. The details of a
    // notification are polled every second.
    const placeOf = (address: string | undefined): string | undefined => address?.split('?')[0];
    for (const one of path === `/notification/${notification}` ? [] : first) {
      const place = placeOf(requests.find(({ address }) => one.test(address))?.address);
      expect(
        requests.filter(({ address }) => placeOf(address) === place),
        path,
      ).toHaveLength(1);
    }
  }
});

test.describe('from files that are in no cache', () => {
  test.use({ ownContext: true });

  test('sends no request and paints no frame without a session or with an expired one', { tag: ['@AUTH-15', '@A24'] }, async ({ page }) => {
    const requests = await listen(page);
    const painted = page.locator('#painted');
    await page.route('**/assets/frame-*.js', (route) => route.abort());
    await page.goto(`${urls.adminUrl}/notification`);
    await expect(painted).toBeHidden();
    await page.evaluate(() =>
      localStorage.setItem(
        'endcap.session',
        JSON.stringify({ accessToken: 'a', expiresAt: Date.now() - 1, person: { id: 'p', isAdmin: true } }),
      ),
    );
    await page.goto(`${urls.adminUrl}/content`);
    await expect(painted).toBeHidden();
    expect(requests).toEqual([]);
  });

  for (const storage of ['localStorage', 'sessionStorage'])
    test(`asks in both languages to allow site data when the browser denies ${storage}`, { tag: ['@E-34'] }, async ({ page, problems }) => {
      // As in browsers whose user blocks all site data.
      await page.addInitScript((name) => {
        Object.defineProperty(window, name, {
          get: () => {
            throw new DOMException('Access is denied for this document.', 'SecurityError');
          },
        });
      }, storage);
      await page.goto(`${urls.adminUrl}/notification`);
      await expect(page.getByText('Zezwól w jej ustawieniach na dane tej witryny')).toBeVisible();
      await expect(page.getByText('Allow data of this site (cookies)')).toBeVisible();
      await expectAccessible(page);
      await photograph(page, `needs-${storage}`);
      // The other scripts stop, each with an error.
      expect(problems.splice(0)).toContain('The browser keeps nothing for this page.');
    });

  test(
    'the frame is painted before the scripts are there, in the chosen colours, and gives way to the page without a jump',
    { tag: ['@ux-28'] },
    async ({ page }) => {
      await openAs(page, 'admin');
      await expect(firstRow(page)).toBeVisible();
      for (const scheme of ['light', 'dark'] as const) {
        // Not what the system has.
        await page.emulateMedia({ colorScheme: scheme === 'dark' ? 'light' : 'dark' });
        await page.evaluate((chosen) => localStorage.setItem('mantine-color-scheme-value', chosen), scheme);
        let release = (): void => {};
        const looked = new Promise<void>((resolve) => (release = resolve));
        await page.route('**/assets/frame-*.js', async (route) => {
          await looked;
          await route.continue();
        });
        await page.goto(`${urls.adminUrl}/notification`, { waitUntil: 'commit' });
        await expect(page.locator('#painted')).toBeVisible();
        const side = page.locator('#painted aside');
        await expect(side).toHaveCSS('background-color', scheme === 'dark' ? 'rgb(26, 32, 29)' : 'rgb(255, 255, 255)');
        const box = await side.boundingBox();
        for (const width of [360, 1400]) {
          await page.setViewportSize({ width, height: 900 });
          await photograph(page, `painted-${width}-${scheme}`);
        }
        release();
        await expect(firstRow(page)).toBeVisible();
        await expect(page.locator('#painted')).toBeHidden();
        const sidebar = page.locator('nav[aria-label="Navigation"]').locator('..');
        expect(await sidebar.boundingBox()).toEqual(box);
        await expect(sidebar).toHaveCSS('background-color', scheme === 'dark' ? 'rgb(26, 32, 29)' : 'rgb(255, 255, 255)');
        await page.unrouteAll({ behavior: 'wait' });
      }
    },
  );

  test('the page causes no violation of its content security policy', { tag: ['@A25'] }, async ({ page }) => {
    await page.addInitScript(() => {
      const refused: string[] = [];
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
        refused.push(`${violatedDirective} ${blockedURI}`),
      );
      Object.assign(window, { refused });
    });
    await openAs(page, 'admin');
    await expect(firstRow(page)).toBeVisible();
    expect(await page.evaluate(() => (window as unknown as { refused: string[] }).refused)).toEqual([]);
  });
});

test('parses dates in a browser without Temporal', { tag: ['@A-31', '@A-32'] }, async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'Temporal'));
  await openAs(page, 'admin', `${urls.adminUrl}/content/new`);
  const [from, until] = [page.getByRole('textbox', { name: 'Validity start' }), page.getByRole('textbox', { name: 'Publication end' })];
  await from.fill('25.10.2026 02:30');
  await from.blur();
  await expect(from).toHaveValue('2026-10-25 02:30');
  await expect(until).toHaveValue('2026-11-01 23:59');
});

test('an icon shows its name on hover and on keyboard focus, and Escape hides it', { tag: ['@WCAG-1.4.13'] }, async ({ page }) => {
  await speak(page, 'en');
  await openAs(page, 'admin', `${urls.adminUrl}/content`);
  const edit = page.getByRole('link', { name: /^Edit: / }).first();
  const name = (await edit.getAttribute('aria-label')) ?? '';
  const hint = page.getByTestId('hint');
  await edit.hover();
  await expect(hint).toHaveText(name);
  const [button, box] = [await edit.boundingBox(), await hint.boundingBox()];
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
  await page.keyboard.press('Escape');
  await expect(hint).toHaveCount(0);
  await page.mouse.move(0, 0);
  await page.getByRole('button', { name: 'Log out' }).focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(hint).toHaveText('Log out');
  await expectAccessible(page);
  await page.keyboard.press('Tab');
  await expect(hint).toHaveCount(0);
});

/** Returns the number of compositing layers of a page. The browser processes each of them on every keystroke. */
const layersOf = async (page: Page): Promise<number> => {
  const cdp = await page.context().newCDPSession(page);
  let layers = 0;
  cdp.on('LayerTree.layerTreeDidChange', (tree) => (layers = tree.layers?.length ?? layers));
  await cdp.send('DOM.enable');
  await cdp.send('LayerTree.enable');
  // The browser reports layers when something is painted, and a page at rest paints nothing.
  const paint = (n: number) => page.evaluate((shade) => (document.body.style.backgroundColor = `rgb(${shade} 0 0 / 0)`), n);
  let painted = 0;
  await expect.poll(() => paint((painted += 1)).then(() => layers)).toBeGreaterThan(0);
  await cdp.detach();
  return layers;
};

test('parts that stay while a form scrolls are painted after it, so that the form is one layer', { tag: ['@ux-28'] }, async ({ page }) => {
  const content = await itemOf('/api/v1/content-editor/list', 0);
  await page.setViewportSize({ width: 1400, height: 900 });
  await openAs(page, 'admin', `${urls.adminUrl}/content/${content}`);
  for (const path of [`/content/${content}`, '/notification/new']) {
    await page.goto(urls.adminUrl + path);
    await expect(page.locator('main form :is(input, textarea):enabled').first()).toBeVisible();
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
    // The page itself, the window's own, the caret, sidebar, top bar, the form's bar and its rail.
    expect(await layersOf(page), path).toBeLessThan(16);
  }
});
