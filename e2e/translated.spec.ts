import { notificationRoutes } from '@endcap/contract/notifications';
import type { Page } from '@playwright/test';
import { switchTo } from './both-languages.ts';
import { allStores, expect, openAs, read, speak, test, urls } from './product.ts';
import { forgetScreens, screens, shown } from './screens.ts';

/**
 * Replaces each text node by two `font` elements with a copy of it, as Chrome's translation does, now and whenever texts change. Notes
 * texts that React refers to: it would fail to remove them, or go on changing a node that is no longer in the page. The star of Mantine's
 * labels stands beside such a text, which never goes alone.
 */
const translateAll = (): void => {
  const held: string[] = [];
  const translate = (node: Node): void => {
    if (!(node instanceof Text)) return [...node.childNodes].forEach(translate);
    const parent = node.parentElement;
    if (!parent || node.data.trim() === '' || parent.closest('head, script, style, textarea, noscript, svg, font, [translate="no"]'))
      return;
    const isHeld = Object.keys(node).some((key) => key.startsWith('__reactFiber'));
    if (isHeld && !parent.closest('.mantine-InputWrapper-label')) held.push(`"${node.data}" in ${parent.outerHTML.slice(0, 200)}`);
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    inner.textContent = node.data;
    outer.append(inner);
    node.replaceWith(outer);
  };
  new MutationObserver((records) => {
    for (const { target, addedNodes } of records) for (const node of target instanceof Text ? [target] : addedNodes) translate(node);
  }).observe(document, { childList: true, subtree: true, characterData: true });
  Object.assign(window, { held });
};
const heldTexts = (page: Page): Promise<string[]> => page.evaluate(() => (window as unknown as { held: string[] }).held);

/** Changes the first text field of a screen and takes the change back; a list is searched by it. */
const typeSomething = async (page: Page, isList: boolean): Promise<void> => {
  const field = page
    .getByRole('main')
    .locator('input[type=text]:enabled:visible, input[type=search]:enabled:visible, textarea:enabled:visible')
    .first();
  if ((await field.count()) === 0) return;
  const before = await field.inputValue();
  await field.fill('ka');
  if (isList) await expect(page).toHaveURL(/=ka/);
  await shown(page);
  await field.fill(before);
  if (isList) await expect(page).not.toHaveURL(/=ka/);
  await shown(page);
};

/** Types, opens a menu, changes the language, leaves the screen and comes back. */
const useScreen = async (page: Page, isList: boolean): Promise<void> => {
  await typeSomething(page, isList);
  await page.getByRole('button', { name: /^Konto:/ }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  for (const language of ['en', 'pl'] as const) await switchTo(page, language);
  const elsewhere = new URL(page.url()).pathname === '/popup' ? 'Treści' : 'Popupy';
  await page.getByRole('navigation', { name: 'Nawigacja' }).getByRole('link', { name: elsewhere }).click();
  await expect(page.getByRole('main').getByRole('heading', { level: 1, name: elsewhere })).toBeVisible();
  await page.goBack();
  await shown(page);
};

test.afterAll(forgetScreens);

for (const [kind, pathsOf] of Object.entries(screens))
  test(`${kind} can be used in a browser that translates the page`, { tag: ['@E-50'] }, async ({ page }) => {
    test.slow();
    await speak(page, 'pl');
    await page.addInitScript(translateAll);
    await openAs(page, 'admin');
    for (const path of await pathsOf())
      await test.step(path, async () => {
        await page.goto(`${urls.adminUrl}/${path}`);
        await shown(page);
        await expect(page.locator('main font').first()).toBeVisible();
        await useScreen(page, kind === 'lists');
        expect.soft(await heldTexts(page), path).toEqual([]);
      });
  });

test('figures beside the Send button follow the audience in a browser that translates the page', { tag: ['@E-50'] }, async ({ page }) => {
  const stores = await allStores();
  const audienceOf = async (...numbers: number[]): Promise<{ devices: number; stores: number }> =>
    read('admin', notificationRoutes.estimate, {
      body: { includeStoreType: '', includeStores: stores.filter(({ storeNo }) => numbers.includes(storeNo ?? 0)).map(({ _id }) => _id) },
    });
  await speak(page, 'en');
  await page.addInitScript(translateAll);
  await openAs(page, 'admin', `${urls.adminUrl}/notification/new`);
  const number = (count: number): string => new Intl.NumberFormat('en').format(count);
  const bar = page.getByTestId('audience-words');
  const include = page.getByRole('combobox', { name: 'Include stores' });
  const pick = async (street: string): Promise<void> => {
    await include.fill(street);
    await page.getByRole('option').click();
    await include.press('Escape');
  };
  const expectFigures = async ({ devices, stores: counted }: { devices: number; stores: number }, button: string): Promise<void> => {
    await expect(page.getByTestId('audience')).toContainText(`${number(devices)} `);
    await expect(bar).toContainText(`· ${counted} ${counted === 1 ? 'store' : 'stores'} · ${number(devices)} `);
    await expect(page.getByRole('button', { name: `${button} (${number(devices)})`, exact: true })).toBeVisible();
  };
  const [one, both] = [await audienceOf(104), await audienceOf(101, 104)];
  expect(one.devices).not.toBe(both.devices);
  await page.getByRole('radio', { name: 'Only chosen stores' }).check();
  await pick('krakow dluga');
  await expectFigures(one, 'Send');
  await pick('warszawa marszalkowska');
  await expectFigures(both, 'Send');
  await page.getByRole('radio', { name: 'Later' }).check();
  await expectFigures(both, 'Plan');
  await page.getByRole('radio', { name: 'Now' }).check();
  await expectFigures(both, 'Send');
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Apples\nPears');
  await expect(page.getByTestId('line-breaks')).toHaveText(/^↵ 1\D/);
  await page.getByRole('radio', { name: 'All', exact: true }).check();
  await expect(bar).not.toContainText('·');
  await page.getByRole('radio', { name: 'Only chosen stores' }).check();
  await expectFigures(both, 'Send');
  await page.setViewportSize({ width: 360, height: 740 });
  await expectFigures(both, 'Send');
  expect(await heldTexts(page)).toEqual([]);
});
