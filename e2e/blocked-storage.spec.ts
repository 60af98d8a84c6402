import type { Page } from '@playwright/test';
import { popupRoutes } from '@endcap/contract/popups';
import { callAs, expect, openAs, read, speak, test, urls } from './product.ts';
import { forgetScreens, screens, shown } from './screens.ts';

/** Takes the storage of the site away from a page that is open, as browsers do when a person blocks its data: each access throws. */
const blockStorage = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const deny = (): never => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
      Object.defineProperty(window, name, { configurable: true, get: deny });
  });

interface Router {
  latestLocation: { href: string };
  navigate: (to: { href: string }) => Promise<void>;
  state: { resolvedLocation?: { href: string } };
}

/**
 * Goes to another screen of the same document: a reload would lose the session.
 * Waits until the router has drawn it: the address changes at once, while the screen before still stands there, complete.
 */
const go = async (page: Page, path: string): Promise<void> => {
  const router = await page.evaluateHandle(() => (window as unknown as { __TSR_ROUTER__: Router }).__TSR_ROUTER__);
  await router.evaluate((it, href) => it.navigate({ href }), `/${path}`);
  await page.waitForFunction((it) => it.state.resolvedLocation?.href === it.latestLocation.href, router);
  await shown(page);
};

test.afterAll(forgetScreens);

for (const [kind, pathsOf] of Object.entries(screens))
  test(`${kind} work in a browser that denies every storage`, { tag: ['@E-34'] }, async ({ page, problems }) => {
    test.slow();
    await speak(page, 'pl');
    await openAs(page, 'admin', `${urls.adminUrl}/popup`);
    await shown(page);
    await blockStorage(page);
    for (const path of await pathsOf())
      await test.step(path, async () => {
        await go(page, path);
        await expect(page).toHaveURL(new RegExp(`/${path.split('?')[0]}`));
        const field = page
          .getByRole('main')
          .locator('input[type=text]:enabled:visible, input[type=search]:enabled:visible, textarea:enabled:visible')
          .first();
        if ((await field.count()) > 0) {
          const before = await field.inputValue();
          await field.fill('ka');
          await expect(field).toHaveValue('ka');
          await field.fill(before);
          await shown(page);
        }
        expect.soft(problems.splice(0), path).toEqual([]);
      });
  });

test(
  'without any storage a form is saved, the language can be chosen, and a person signs out',
  { tag: ['@E-34', '@AUTH-17'] },
  async ({ page }) => {
    await speak(page, 'pl');
    await openAs(page, 'admin', `${urls.adminUrl}/popup`);
    await shown(page);
    await blockStorage(page);
    await go(page, 'popup/new');
    await page.getByRole('textbox', { name: 'Nazwa', exact: true }).fill('Popup bez pamięci');
    await page.getByRole('textbox', { name: 'Tekst', exact: true }).fill('Dzień dobry');
    await page.getByRole('button', { name: 'Zapisz', exact: true }).click();
    await expect(page).toHaveURL(/\/popup$/);
    const { items } = await read('admin', popupRoutes.list, { query: { pageSize: 1000 } });
    const made = items.filter(({ name }) => name === 'Popup bez pamięci');
    expect(made).toHaveLength(1);
    for (const { _id } of made) await callAs('admin', `/api/v1/popup-editor/${_id}`, { method: 'DELETE' });
    await page.getByRole('button', { name: /^Konto:/ }).click();
    await page.getByRole('menuitem', { name: 'English' }).click();
    await expect(page.getByRole('button', { name: /^Account:/ })).toBeVisible();
    // The page that follows has its storage again, so the end of the session is seen at the API.
    const ended = page.waitForResponse((response) => response.url().endsWith('/session/logout'));
    await page.getByRole('button', { name: 'Log out' }).click();
    expect((await ended).ok()).toBe(true);
    await page.waitForURL(/\/login/);
  },
);
