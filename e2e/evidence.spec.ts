import { readFileSync } from 'node:fs';
import type { Evidence } from '@endcap/contract/preview';
import type { Page } from '@playwright/test';
import { byName, create } from './content.ts';
import {
  allStores,
  aStore,
  callAs,
  expect,
  expectNoSidewaysScroll,
  expectPresentable,
  openAs,
  photograph,
  speak,
  test,
  urls,
} from './product.ts';

const screen = (search: Record<string, string> = {}): string => `${urls.adminUrl}/evidence?${new URLSearchParams(search)}`;
const api = '/api/v1/content-editor';
const script = '<script>document.title = "taken"</script>';
const long = 'Wszystkie rodzaje kawy w ziarnach, także bezkofeinowej, z dostawą do domu i odbiorem w sklepie. '.repeat(6);

/** Returns a past moment that lies between the writes before and after this call. */
const moment = async (): Promise<string> => {
  const passed = async (at: number): Promise<void> => expect.poll(() => Date.now()).toBeGreaterThan(at);
  await passed(Date.now() + 5);
  const at = Date.now();
  await passed(at + 5);
  return new Date(at).toISOString();
};
const change = async (id: string, body: Record<string, unknown>): Promise<void> => {
  const answer = await callAs('admin', `${api}/${id}`, { method: 'PATCH', body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
};
const sheet = (page: Page) => page.getByRole('article');
const pagesOf = (pdf: Buffer): number => (pdf.toString('latin1').match(/\/Type\s*\/Page\b/g) ?? []).length;

/** Creates a store of these tests alone, an item that its customers saw, and later changes of it. */
const aComplaint = async (name: string) => {
  const { _id: store } = await aStore({ name: `Żabi Targ ${name}` });
  const aim = { version: '', includeStoreType: '', includeStores: [store] };
  const { _id: item } = await create({ name: `Dowód: ${name}`, title: `Kawa za pół ceny ${script}`, description: 'Krótki opis', ...aim });
  const at = await moment();
  await change(item, { title: 'Kawa w zwykłej cenie', description: long });
  await change(item, { infoText: 'Do **niedzieli** taniej' });
  await change(item, { infoText: 'Do *niedzieli* taniej' });
  await create({ name: `Dowód: ${name} 2`, title: 'Herbata', ...aim });
  return { store, item, at };
};

/** Test data shared by the tests of this file. */
let complaint = { store: '', item: '', at: '' };
test.beforeAll(async () => {
  complaint = await aComplaint('reklamacji');
});
test.afterAll(async () => {
  for (const { _id } of await byName('Dowód: ')) await callAs('admin', `${api}/${_id}`, { method: 'DELETE' });
});

test(
  'opens the evidence of a past moment from the preview, with its authors and later changes, without running markup',
  { tag: ['@PREV-08'] },
  async ({ page }) => {
    const { store, item, at } = complaint;
    await speak(page, 'en');
    await openAs(page, 'admin', `${urls.adminUrl}/preview?${new URLSearchParams({ store, at })}`);
    await page.getByRole('link', { name: 'Evidence of this moment' }).click();
    await expect(page).toHaveURL(new RegExp(`/evidence\\?.*store=${store}`));
    await expect(page.getByRole('heading', { level: 1, name: 'Evidence: what a customer saw' })).toBeVisible();
    await expect(sheet(page)).toContainText('Żabi Targ reklamacji');
    const shown = page.getByRole('row').filter({ hasText: 'Kawa za pół ceny' });
    await expect(shown).toContainText(script);
    await expect(shown).toContainText('Anna Wójcik');
    await expect(page).toHaveTitle(/Evidence/);
    const changed = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: /^Kawa w zwykłej cenie/ }) });
    await expect(changed).toContainText(`Title: Was Kawa za pół ceny ${script} → Is Kawa w zwykłej cenie`);
    await expect(changed).not.toContainText('odbiorem w sklepie. '.repeat(2));
    // Text as customers read it, or its source where the readable text is the same.
    await expect(changed).toContainText('Is Do niedzieli taniej');
    await expect(changed).toContainText('Was Do **niedzieli** taniej → Is Do *niedzieli* taniej');
    await changed.getByRole('button', { name: 'more: Description' }).click();
    await expect(changed).toContainText(long.trim());
    await expect(page.getByRole('heading', { name: /^Herbata/ })).toBeVisible();
    await expect(sheet(page)).not.toContainText(item);
    await expect(sheet(page)).not.toContainText(store);
    // An invalid date stays in the field, with an error message.
    const until = page.getByRole('textbox', { name: 'Changes until (Warsaw)' });
    await until.fill('31.02.2026');
    await until.blur();
    await expect(until).toHaveValue('31.02.2026');
    await expect(page.getByText('This is not a date')).toBeVisible();
    // An end before the start is an error, and an empty period has no changes.
    await page.getByRole('textbox', { name: 'Changes until (Warsaw)' }).fill('2001-01-01 10:00');
    await expect(page.getByRole('alert')).toContainText('The end is before the start');
    await page.goto(screen({ store, at, until: at }));
    await expect(sheet(page)).toContainText('nobody changed anything');
    await page.getByRole('link', { name: 'Show in the preview' }).click();
    await expect(page).toHaveURL(/\/preview\?/);
  },
);

test('the JSON file contains what the page collapses, and the hash for the verify command', { tag: ['@PREV-08'] }, async ({ page }) => {
  const { store, at } = complaint;
  await speak(page, 'pl');
  await openAs(page, 'admin', screen({ store, at }));
  await expect(sheet(page)).toContainText('Żabi Targ reklamacji');
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Pobierz JSON' }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toMatch(/^evidence_\d{4}-\d\d-\d\d_\d\d-\d\d\.json$/);
  const text = readFileSync(await file.path(), 'utf8');
  expect(text).not.toContain('<');
  const told = JSON.parse(text) as Evidence;
  expect(told.shown.items.map(({ title }) => title)).toContain(`Kawa za pół ceny ${script}`);
  const [first] = told.changes;
  expect(first?.fields).toContainEqual({ field: 'description', before: 'Krótki opis', after: long.trim() });
  const hash = told.seals.at(-1)?.hash ?? '';
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  expect(told.verify).toBe(`npm run history -- verify ${hash}`);
  await expect(sheet(page)).toContainText(`npm run history -- verify ${hash}`);
});

test('is presentable in both languages, on a phone and on paper, and usable by keyboard alone', { tag: ['@PREV-08'] }, async ({ page }) => {
  const { store, at } = complaint;
  await speak(page, 'pl');
  await openAs(page, 'admin', screen({ store, at }));
  await expect(sheet(page)).toContainText('Żabi Targ reklamacji');
  await page.getByRole('button', { name: 'Drukuj' }).focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'więcej: Opis' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'mniej: Opis' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expectPresentable(page, 'evidence-pl');
  await speak(page, 'en');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'What was shown' })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.setViewportSize({ width: 703, height: 1032 });
  await expect(page.getByRole('navigation')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(sheet(page).locator('dt').first()).toHaveCSS('font-size', '10px');
  await photograph(page, 'evidence-print', { fullPage: true });
  expect(pagesOf(await page.pdf({ preferCSSPageSize: true }))).toBeLessThanOrEqual(3);
});

test('the evidence of a store of the demo chain is at most four screens high', { tag: ['@PREV-08'] }, async ({ page }) => {
  const store = (await allStores()).find(({ storeNo }) => storeNo === 118);
  const at = await moment();
  await speak(page, 'pl');
  await page.setViewportSize({ width: 1400, height: 900 });
  await openAs(page, 'admin', screen({ store: store?._id ?? '', at }));
  await expect(sheet(page)).toContainText('nr 118');
  await photograph(page, 'evidence-demo', { fullPage: true });
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(4 * 900);
});

test('shows a seal and a change that fail verification, and a note on too many changes', { tag: ['@PREV-08'] }, async ({ page }) => {
  const { store, at } = complaint;
  await page.route('**/api/v1/evidence', async (route) => {
    const told = (await (await route.fetch()).json()) as Evidence;
    const hash = 'a'.repeat(64);
    await route.fulfill({
      json: {
        ...told,
        changes: [
          ...told.changes.map((one, n) => (n === 0 ? { ...one, seal: 3, sealState: 'altered' } : one)),
          ...Array.from({ length: 40 }, (_, n) => ({ ...told.changes[1], _id: `90${n}`, item: `more${n}` })),
        ],
        seals: [...told.seals, { no: 3, hash, at, changes: 7, fault: { what: 'removed', change: '41' } }],
        chain: told.chain && { ...told.chain, brokenAt: 4 },
        toldUntil: at,
      },
    });
  });
  await speak(page, 'en');
  await openAs(page, 'admin', screen({ store, at }));
  await expect(page.getByRole('alert')).toContainText('tampered with');
  await expect(sheet(page)).toContainText('no. 3: altered after it was sealed');
  await expect(page.getByRole('row').filter({ hasText: 'a'.repeat(64) })).toContainText('change 41 was removed');
  await expect(sheet(page)).toContainText('seal 4 does not follow from the one before');
  await expect(page.getByRole('note')).toContainText('There are more changes');
  await photograph(page, 'evidence-broken', { fullPage: true });
  // A printout leaves out collapsed items and shows their number.
  const left = page.getByText(/^Items not on this printout: \d+; the JSON file has them\.$/);
  await expect(left).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(left).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('button', { name: /^Show the other items \(\d+\)$/ }).click();
  await page.emulateMedia({ media: 'print' });
  await expect(left).toHaveCount(0);
});
