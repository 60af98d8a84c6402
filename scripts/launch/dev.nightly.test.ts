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
  // For the first page after a start Vite transforms all sources.
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

test('a changed component shows on the screen without a page reload', async () => {
  await page.goto(`${product.adminUrl}/login`);
  await page.getByRole('button', { name: 'Log In', exact: true }).waitFor();
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
  change('apps/web/src/features/session/session.messages.ts', "'Log In'", "'Log Into'");
  await page.getByRole('button', { name: 'Log Into', exact: true }).waitFor();
  change('apps/web/src/features/session/login-page.tsx', '{words.logIn}', '{words.logIn}!');
  await page.getByRole('button', { name: 'Log Into!', exact: true }).waitFor();
  expect(await page.evaluate(() => Reflect.get(globalThis, 'isSamePage'))).toBe(true);
});

test('npm run dev prints a syntax error in a server file, and serves the change once it is fixed', async () => {
  const routes = 'apps/server/src/compose-admin-api.ts';
  change(routes, "'Endcap staff API'", "'Endcap staff API' +");
  await expect.poll(product.output).toMatch(/admin-api does not start: SyntaxError/);
  change(routes, "'Endcap staff API' +", "'Mended'");
  await expect.poll(() => title().catch(() => '')).toBe('Mended');
  await expect.poll(product.output).toMatch(/compose-admin-api\.ts: answers again after/);
});

test('a page opened while the staff API is down shows a message, and reloads once the API is back', async () => {
  const file = 'apps/server/src/compose-admin-api.ts';
  change(file, "'Mended'", "'Mended' +");
  await expect.poll(product.output).toMatch(/does not start[\s\S]*does not start/);
  await page.goto(`${product.adminUrl}/login`);
  await page.getByText('The staff API does not answer').waitFor();
  problems.length = 0;
  change(file, "'Mended' +", "'Mended'");
  await page.getByRole('button', { name: /^Log In/ }).waitFor();
});

test('a person stays signed in while a change of the contract restarts all processes', async () => {
  await signIn();
  const before = product.output().length;
  change('packages/contract/src/stores/store.fields.ts', 'export const storeFields', '// changed\nexport const storeFields');
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Notifications' }).waitFor();
  await page.getByRole('table').waitFor();
  await expect.poll(() => product.output().slice(before)).toMatch(/store\.fields\.ts: answers again after/);
});

test('a screen broken by a change recovers with the next change, without a page reload', async () => {
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

test('a new migration runs once its file has content, and a later change of it is reported', async () => {
  const file = join(checkout.folder, 'apps/server/migrations/0999-dev.sql');
  writeFileSync(file, '');
  // Files are watched in order, so once a later change was handled, the empty file was as well.
  change('sandbox/src/phones/page/services.js', 'export const drawStores', '// changed\nexport const drawStores');
  await expect.poll(product.output).toMatch(/services\.js: answers again after/);
  writeFileSync(file, 'create table dev_was_here ();\n');
  await expect.poll(product.output).toContain('ran 0999-dev');
  writeFileSync(file, 'create table dev_was_there ();\n');
  await expect.poll(product.output).toContain('0999-dev ran before it was changed');
  await expect.poll(() => title().catch(() => '')).toBe('Mended');
});

test('no screen logs an error in a development build', async () => {
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
