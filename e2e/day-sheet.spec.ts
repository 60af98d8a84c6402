import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { type DaySheet, daySheetRoutes } from '@endcap/contract/day-sheet';
import type { Page } from '@playwright/test';
import { extractText } from 'unpdf';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { byName, contentScreen, create } from './content.ts';
import { allStores, callAs, expect, expectPresentable, openAs, photograph, read, speak, test, urls } from './product.ts';

const screen = (search = ''): string => `${urls.adminUrl}/day-sheet${search}`;
const api = '/api/v1/content-editor';
const own = async (): Promise<{ _id: string; name: string }> => {
  const store = (await allStores()).find(({ storeNo }) => storeNo === 101);
  if (!store) throw new Error('The demo chain has no store 101');
  return store;
};

/** The check digit by hand: the decoder and the page each have an opinion of their own. */
const ean = (n: number): string => {
  const digits = `590${String(n).padStart(9, '0')}`;
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
};

/** Returns the barcodes that an independent decoder reads from a screenshot of the page. */
const codesOn = async (page: Page): Promise<string[]> => {
  const wasmBinary = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'));
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasmBinary).buffer }, fireImmediately: true });
  const picture = await page.locator('article').screenshot();
  const found = await readBarcodes(new Uint8Array(picture), {
    tryHarder: true,
    maxNumberOfSymbols: 255,
    formats: ['EAN13', 'EAN8', 'Code128'],
  });
  return found.map(({ text }) => text).toSorted();
};
const unspaced = (text: string): string => text.replaceAll(/\s+/g, '');
/** The text of each printed page without spaces: those of a pdf depend on its fonts. */
const printed = async (page: Page): Promise<string[]> => {
  const { text } = await extractText(new Uint8Array(await page.pdf({ preferCSSPageSize: true })), { mergePages: false });
  return text.map(unspaced);
};

test.afterAll(async () => {
  for (const { _id } of await byName('Kartowa')) await callAs('admin', `${api}/${_id}`, { method: 'DELETE' });
  await callAs('admin', '/api/v1/settings-editor', { method: 'POST', body: { daySheetForStaff: false } });
});

test.describe('on paper', { tag: ['@SHEET-02'] }, () => {
  test.use({ deviceScaleFactor: 3 });

  test(
    'twelve items are one A4 page, and an independent decoder reads every barcode of it and of the screen',
    { tag: ['@SHEET-02'] },
    async ({ page }) => {
      const store = await own();
      const codes = [...Array.from({ length: 9 }, (_, n) => ean(n + 1)), '96385074', 'LATO 2026', '5901234123458'];
      const long = { title: 'Kartowa kawa ziarnista 1 kg, wszystkie rodzaje', segments: [] };
      await Promise.all(
        codes.map((code, n) =>
          create({
            name: `Kartowa ${n}`,
            contentType: 'promoCode',
            ean: code,
            version: '',
            ...long,
            productGroup: 'Kawa i herbata',
            regulation1Name: 'Regulamin akcji „Kawa za pół ceny”',
            includeStoreType: '',
            includeStores: [store._id],
          }),
        ),
      );
      const whole = await read<DaySheet>('admin', daySheetRoutes.read, { query: { storeId: store._id } });
      // The demo chain's own items stay where they are: the promise is about twelve.
      const mine = whole.items.filter(({ name }) => name.startsWith('Kartowa'));
      expect(mine).toHaveLength(12);
      const rest = whole.items.filter(({ contentType }) => contentType === 'leaflet' || contentType === 'regulation').slice(0, 6);
      await page.route('**/api/v1/day-sheet?*', (route) => route.fulfill({ json: { ...whole, items: [...mine, ...rest] } }));
      await speak(page, 'pl');
      await openAs(page, 'admin', screen(`?store=${store._id}`));
      await expect(page.getByRole('img', { name: /^Kod kreskowy/ })).toHaveCount(12);
      await expect(page.getByText('Cyfra kontrolna się nie zgadza')).toHaveCount(1);
      expect(await codesOn(page)).toEqual(codes.toSorted());
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      await page.setViewportSize({ width: 718, height: 1047 });
      await expect(page.getByRole('navigation')).toBeHidden();
      await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
      expect(await codesOn(page)).toEqual(codes.toSorted());
      await photograph(page, 'day-sheet-print', { fullPage: true });
      expect(await printed(page)).toHaveLength(1);
    },
  );

  test('every page of a long sheet names the store and the day', { tag: ['@SHEET-02'] }, async ({ page }) => {
    const store = await own();
    const { _id } = await create({
      name: 'Kartowa długa',
      contentType: 'promoCode',
      ean: ean(78),
      version: '',
      includeStoreType: '',
      includeStores: [store._id],
    });
    const whole = await read<DaySheet>('admin', daySheetRoutes.read, { query: { storeId: store._id } });
    const item = whole.items.find((one) => one._id === _id);
    if (!item) throw new Error('The sheet lacks its item');
    const day = '2086-06-01';
    const codes = Array.from({ length: 40 }, (_, n) => ({ ...item, _id: `long${n}`, name: `Promocja numer ${n + 1} z 40.` }));
    const leaflets = codes.map((code, n) => ({ ...code, _id: `line${n}`, contentType: 'leaflet', name: `Gazetka numer ${n + 1} z 40.` }));
    await page.route('**/api/v1/day-sheet?*', (route) => route.fulfill({ json: { ...whole, day, items: [...codes, ...leaflets] } }));
    await speak(page, 'pl');
    await openAs(page, 'admin', screen(`?store=${store._id}&date=${day}`));
    await expect(page.getByRole('img', { name: /^Kod kreskowy/ })).toHaveCount(40);
    // The layout of the paper is no table for screen readers.
    await expect(page.getByRole('main').getByRole('table')).toHaveCount(0);
    const pages = await printed(page);
    expect(pages.length).toBeGreaterThan(1);
    for (const [n, text] of pages.entries())
      for (const named of [store.name, 'nr 101', 'sobota, 1 czerwca 2086', `${n + 1} / ${pages.length}`])
        expect(text, `page ${n + 1}`).toContain(unspaced(named));
    for (const { name } of [...codes, ...leaflets]) expect(pages.join('').split(unspaced(name))).toHaveLength(2);
  });
});

test(
  'from the sidebar to a store’s sheet, with what begins, what changed and whom it is for; the address is it',
  { tag: ['@SHEET-01'] },
  async ({ page }) => {
    const store = await own();
    await create({
      name: 'Kartowa jednorazowa',
      publicationEnd: '2086-01-01T00:00:00Z',
      contentType: 'oneTimePromoCode',
      version: '',
      discountValue: '10',
      discountValueType: 'percentage',
      discountType: 1,
      minBasketValue: 50,
      includeStoreType: '',
      includeStores: [store._id],
    });
    await speak(page, 'pl');
    await openAs(page, 'admin');
    await page.getByRole('navigation').getByRole('link', { name: 'Karta dnia' }).click();
    await expect(page.getByText('Karta pokazuje, co obowiązuje')).toBeVisible();
    const stores = page.getByRole('combobox', { name: 'Sklep' });
    await stores.fill('101');
    await expect(page.getByRole('option')).toHaveText([/101/]);
    await stores.press('ArrowDown');
    await stores.press('Enter');
    await expect(page).toHaveURL(new RegExp(`store=${store._id}`));
    const card = page.getByRole('listitem').filter({ hasText: 'Kartowa jednorazowa' });
    await expect(card).toContainText('−10%');
    await expect(card).toContainText('od 50 zł · wszyscy klienci');
    await expect(card).toContainText('nowe');
    await expect(card).toContainText('Kod pokazuje klient w aplikacji');
    await expect(page.locator('article time, article header')).toContainText(['nr 101']);
    await expectPresentable(page, 'day-sheet');
    await page.goto(screen(`?store=${store._id}&date=2086-06-01`));
    await expect(page.locator('article header')).toContainText('2086');
    await expect(page.getByText('Kartowa jednorazowa')).toHaveCount(0);
    // From the store's own page as well.
    await page.goto(`${urls.adminUrl}/store/${store._id}`);
    await page.getByRole('main').getByRole('link', { name: 'Karta dnia', exact: true }).click();
    await expect(page.locator('article')).toBeVisible();
  },
);

test(
  'the switch shows staff their own store’s sheet; a code that does not scan is reported, seen on the item, and settled',
  { tag: ['@SHEET-03'] },
  async ({ page }) => {
    const store = await own();
    const item = await create({
      name: 'Kartowa zgłaszana głośno',
      contentType: 'promoCode',
      ean: ean(77),
      version: '',
      includeStoreType: '',
      includeStores: [store._id],
    });
    await openAs(page, 'staff-1', screen());
    await expect(page).toHaveURL(/\/notification$/);
    await expect(page.getByRole('link', { name: 'Karta dnia' })).toHaveCount(0);
    // The switch itself is tested on its form (settings-page.form.test.tsx).
    await callAs('admin', '/api/v1/settings-editor', { method: 'POST', body: { daySheetForStaff: true } });
    // The page of an address may be kept for a minute, with the settings of then.
    await openAs(page, 'staff-1', `${urls.adminUrl}/notification?fresh`);
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /^(Karta dnia|Day sheet)$/ })
      .click();
    await expect(page.getByRole('combobox', { name: 'Sklep' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Zgłoś: nie skanuje się: Kartowa zgłaszana głośno' }).click();
    // Another test may have reported another code of the same store.
    await expect(page.getByRole('listitem').filter({ hasText: 'zgłaszana głośno' }).getByRole('status')).toContainText('Zgłoszono');
    await openAs(page, 'admin', `${contentScreen}/${item._id}`);
    const reports = page.getByTestId('code-reports');
    await expect(reports).toContainText('The code does not scan');
    await expect(reports).toContainText(store.name);
    await reports.getByRole('button', { name: /^Settled/ }).click();
    await expect(reports).toHaveCount(0);
    await callAs('admin', '/api/v1/settings-editor', { method: 'POST', body: { daySheetForStaff: false } });
  },
);
