import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { copyCheckout } from '../test/copied-checkout.ts';
import { findBrowser } from '../test/find-browser.ts';
import { type Product, startProduct } from '../test/running-product.ts';

let checkout: ReturnType<typeof copyCheckout>;
let product: Product;
let browser: Browser;
let page: Page;
const problems: string[] = [];
beforeAll(async () => {
  checkout = copyCheckout();
  product = await startProduct({ isDev: true, code: checkout.folder, env: { ENDCAP_SEED_DEVICES: '500' } });
  browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
  page = await browser.newPage({ locale: 'en-US' });
  // The first page after a start has Vite read everything.
  page.setDefaultTimeout(inject('patience').start);
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
});
afterAll(async () => {
  await browser.close();
  await product.stop();
  checkout.remove();
});

const change = (file: string, from: string, to: string): void => {
  const path = join(checkout.folder, file);
  const before = readFileSync(path, 'utf8');
  expect(before).toContain(from);
  writeFileSync(path, before.replace(from, to));
};
const signIn = async (): Promise<void> => {
  await page.goto(`${product.adminUrl}/login`);
  await page.getByRole('main').getByRole('button', { name: 'English' }).click();
  await page.getByRole('button', { name: /^Log In/ }).click();
  await page.locator('button[value="admin"]').click();
  await page.getByRole('heading', { level: 1, name: 'Notifications' }).waitFor();
};
const title = async (): Promise<string> =>
  ((await (await fetch(`${product.adminUrl}/openapi.json`)).json()) as { info: { title: string } }).info.title;

test('a letter that is changed in a component is on the screen, and the page was not loaded anew', async () => {
  await page.goto(`${product.adminUrl}/login`);
  await page.getByRole('button', { name: 'Log In', exact: true }).waitFor();
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
  change('apps/web/src/features/session/session.messages.ts', "'Log In'", "'Log Into'");
  await page.getByRole('button', { name: 'Log Into', exact: true }).waitFor();
  change('apps/web/src/features/session/login-page.tsx', '{words.logIn}', '{words.logIn}!');
  await page.getByRole('button', { name: 'Log Into!', exact: true }).waitFor();
  expect(await page.evaluate(() => Reflect.get(globalThis, 'isSamePage'))).toBe(true);
});

test('what is wrong in a file of the server is said, and once it is mended it answers as changed', async () => {
  const routes = 'apps/server/src/composition.ts';
  change(routes, "'Endcap staff API'", "'Endcap staff API' +");
  await expect
    .poll(product.said)
    .toMatch(
      /admin-api does not start: SyntaxError[\s\S]*app-api does not start|app-api does not start: SyntaxError[\s\S]*admin-api does not start/,
    );
  change(routes, "'Endcap staff API' +", "'Mended'");
  await expect.poll(() => title().catch(() => '')).toBe('Mended');
  await expect.poll(product.said).toMatch(/composition\.ts: answers again after/);
});

test('a page that is opened while nothing answers says so, and is loaded once the mended server does', async () => {
  const file = 'apps/server/src/composition.ts';
  change(file, "'Mended'", "'Mended' +");
  await expect.poll(product.said).toMatch(/Mended[\s\S]*does not start|does not start[\s\S]*does not start[\s\S]*does not start/);
  await page.goto(`${product.adminUrl}/login`);
  await page.getByText('The staff API does not answer').waitFor();
  problems.length = 0;
  change(file, "'Mended' +", "'Mended'");
  await page.getByRole('button', { name: /^Log In/ }).waitFor();
});

test('a person signs in, and stays signed in while the contract changes and everything starts again', async () => {
  await signIn();
  const before = product.said().length;
  change('packages/contract/src/stores/store.fields.ts', 'export const storeFields', '// changed\nexport const storeFields');
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Notifications' }).waitFor();
  await page.getByRole('table').waitFor();
  await expect.poll(() => product.said().slice(before)).toMatch(/store\.fields\.ts: answers again after/);
});

test('a screen that a change broke is there again with the change that mends it', async () => {
  await page.goto(`${product.adminUrl}/store/new`);
  await page.getByRole('textbox', { name: 'Name' }).first().waitFor();
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
  const form = 'apps/web/src/features/stores/editor/store-form.ts';
  change(form, "  gasStation: { section: 'app'", "  // @ts-expect-error: broken\n  gasPump: { section: 'app'");
  await page.getByRole('alert').getByRole('button', { name: 'Reload' }).waitFor();
  change(form, '  // @ts-expect-error: broken\n  gasPump: {', '  gasStation: {');
  await page.getByRole('textbox', { name: 'Name' }).first().waitFor();
  expect(await page.evaluate(() => Reflect.get(globalThis, 'isSamePage'))).toBe(true);
  problems.length = 0;
});

test('a migration runs once it is written, and one that is changed afterwards is named', async () => {
  const file = join(checkout.folder, 'apps/server/migrations/0999-dev.sql');
  writeFileSync(file, '');
  // A later change is seen, so the empty file was, too.
  change('sandbox/src/phones/page/services.js', 'export const drawStores', '// changed\nexport const drawStores');
  await expect.poll(product.said).toMatch(/services\.js: answers again after/);
  writeFileSync(file, 'create table dev_was_here ();\n');
  await expect.poll(product.said).toContain('ran 0999-dev');
  writeFileSync(file, 'create table dev_was_there ();\n');
  await expect.poll(product.said).toContain('0999-dev ran before it was changed');
  await expect.poll(() => title().catch(() => '')).toBe('Mended');
});

test('React finds nothing in development that is an error, on any screen that is opened', async () => {
  const screens = [
    '/notification',
    '/notification/new',
    '/store',
    '/store/new',
    '/store-group',
    '/store-group/new',
    '/content',
    '/content/new',
    '/popup/new',
    '/settings',
    '/calendar',
    '/preview',
    '/day-sheet',
    '/activity',
    '/popup',
    '/knowledge/new',
    '/threads',
    '/notification/subscription-stats',
    '/settings/system',
  ];
  for (const screen of screens) {
    await page.goto(`${product.adminUrl}${screen}`);
    await page.locator('main :is(h1, form, table)').first().waitFor();
    await page.waitForLoadState('networkidle');
  }
  expect(problems).toEqual([]);
});
