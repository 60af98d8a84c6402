import { attach, byName, chooseType, contentScreen as screen, create, save, stored, unfold } from './content.ts';
import { callAs, expect, openAs, test } from './product.ts';

const api = '/api/v1/content-editor';

test.afterAll(async () => {
  for (const { _id } of await byName('E2E')) await callAs('admin', `${api}/${_id}`, { method: 'DELETE' });
});

test(
  'a one-time promo code, from the empty form to the stored item',
  {
    tag: [
      '@NAV-19',
      '@NAV-20',
      '@NFR-06',
      '@CONT-LIST-35',
      '@CONT-FORM-01',
      '@CONT-FORM-02',
      '@CONT-FORM-03',
      '@CONT-FORM-07',
      '@CONT-FORM-08',
      '@CONT-FORM-09',
      '@CONT-FORM-13',
      '@CONT-FORM-14',
      '@CONT-FORM-15',
      '@CONT-FORM-16',
      '@CONT-FORM-20',
      '@CONT-FORM-21',
      '@CONT-VAL-02',
      '@CONT-VAL-03',
      '@CONT-VAL-04',
      '@CONT-VAL-05',
      '@CONT-VAL-10',
      '@CONT-VAL-11',
      '@CONT-VAL-12',
      '@CONT-VAL-13',
      '@CONT-VAL-14',
      '@CONT-VAL-15',
      '@CONT-VAL-16',
      '@CONT-VAL-17',
      '@CONT-VAL-18',
      '@CONT-PUB-10',
      '@CONT-PUB-11',
      '@CONT-PUB-12',
      '@CONT-MAIN-11',
      '@CONT-MAIN-16',
      '@CONT-MAIN-17',
      '@CONT-MAIN-18',
      '@STATE-11',
      '@CONST-12',
    ],
  },
  async ({ page }) => {
    await openAs(page, 'admin', screen);
    await page.getByRole('link', { name: 'New content' }).first().click();
    await expect(page).toHaveURL(`${screen}/new`);
    await expect(save(page)).toBeDisabled();
    await expect(page.getByRole('textbox', { name: 'App version' })).toHaveValue('>= 3.2.0');
    await chooseType(page, 'One-time promo code');
    await page.getByRole('button', { name: '8 fields left to fill in' }).click();
    const panels = page.getByRole('navigation', { name: 'Panels' });
    await page.mouse.wheel(0, 100_000);
    await expect(panels.locator('[aria-current]')).toHaveText(/^Publishing/);
    await page.mouse.wheel(0, -100_000);
    await expect(panels.locator('[aria-current]')).toHaveText(/^Main/);
    await expect(page.getByText('This field is required')).toHaveCount(8);
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('E2E Kupon');
    await attach(page, 'Preview image');
    await expect(page.getByRole('button', { name: 'Remove: Preview image' })).toBeVisible();
    await page.getByRole('textbox', { name: 'Discount value' }).fill('120');
    await page.getByRole('radio', { name: 'Percentage' }).check();
    await expect(page.getByText('From 1 to 99.99 %')).toBeVisible();
    await page.getByRole('radio', { name: 'Cash (PLN)' }).check();
    await expect(page.getByText('From 1 to 99.99 %')).toHaveCount(0);
    await page.getByRole('textbox', { name: 'Discount value' }).fill('12,5');
    await page.getByRole('textbox', { name: 'Minimum basket value' }).fill('50');
    await page.getByRole('radio', { name: 'Local' }).check();
    await page.getByLabel('Validity start').fill('2026-10-22T08:00');
    // The end of the seventh calendar day on Warsaw's clocks, across the end of summer time.
    await expect(page.getByLabel('Validity end')).toHaveValue('2026-10-29 23:59');
    await expect(page.getByLabel('Publication end')).toHaveValue('2026-10-29 23:59');
    await unfold(page);
    await page.getByRole('textbox', { name: 'Description' }).fill('**Tanio** [zobacz](endcap://abc)');
    await expect(page.getByLabel('Live preview: Description').locator('strong')).toHaveText('Tanio');
    await expect(page.getByRole('textbox', { name: 'App deeplink' })).toHaveCount(0);
    const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith(api));
    await save(page).click();
    await sent;
    await expect(page).toHaveURL(screen);
    const [row] = await byName('E2E Kupon');
    expect(await stored(row?._id ?? '')).toMatchObject({
      contentType: 'oneTimePromoCode',
      discountValue: '12.50',
      discountValueType: 'cash',
      minBasketValue: 50,
      discountType: 2,
      validityStart: '2026-10-22T06:00:00.000Z',
      publicationEnd: '2026-10-29T22:59:00.000Z',
      includeStoreType: 'all',
      version: '>= 3.2.0',
    });
    // NAV-20, CONT-MAIN-16: opened again, it shows its link; changing the type empties the discount on save.
    await page.goto(`${screen}/${row?._id}`);
    await expect(page.getByRole('textbox', { name: 'App deeplink' })).toHaveValue(`endcap://${row?._id}`);
    await expect(page.getByRole('textbox', { name: 'Discount value' })).toHaveValue('12.50');
    await chooseType(page, 'Leaflet');
    const patched = page.waitForRequest((request) => request.method() === 'PATCH');
    await save(page).click();
    expect((await patched).headers()['if-match']).toBe('"1"');
    await expect(page).toHaveURL(screen);
    expect(await stored(row?._id ?? '')).toMatchObject({ contentType: 'leaflet', discountValue: null, minBasketValue: null });
  },
);

test(
  'nothing typed into a markdown field is executed or becomes a foreign link, with the policy switched off',
  { tag: ['@M01', '@M03', '@M04', '@M05', '@M09', '@M15', '@M16', '@MD-04', '@MD-05'] },
  async ({ browser }) => {
    const context = await browser.newContext({ bypassCSP: true });
    const page = await context.newPage();
    await openAs(page, 'admin', `${screen}/new`);
    await unfold(page);
    const attacks = [
      '<script>window.__pwned = 1</script>',
      '<img src=x onerror="window.__pwned = 1">',
      '<svg onload="window.__pwned = 1">',
      '<iframe srcdoc="<script>parent.__pwned = 1</script>"></iframe>',
      '[x](javascript:window.__pwned=1)',
      '![](https://evil.example/pixel.png)',
      '{{7*7}}',
    ].join('\n');
    await page.getByRole('textbox', { name: 'Description' }).fill(attacks);
    const preview = page.getByLabel('Live preview: Description');
    await expect(preview).toContainText('{{7*7}}');
    await expect(preview).toContainText('onerror="window.__pwned = 1"');
    expect(await preview.locator('a, img, script, svg, iframe').count()).toBe(0);
    expect(await page.evaluate(() => '__pwned' in window)).toBe(false);
    // A link cannot pose as another: it opens only in the app, shows its target, and isolates its text direction (M16).
    await page.getByRole('textbox', { name: 'Description' }).fill('[https://bank.pl \u202Egpj](endcap://abc) dalej');
    await expect(preview.locator('[role="link"][title="endcap://abc"] bdi')).toContainText('https://bank.pl');
    // Text beyond the length limit is not rendered, and the preview shows a message instead (D-17).
    await page.getByRole('textbox', { name: 'Description' }).fill(`**${'a'.repeat(5_000)}**`);
    await expect(preview).toHaveText('The text has more than 5,000 characters. Shorten it to see the preview again.');
    await page.getByRole('textbox', { name: 'Description' }).fill('***krótki***');
    await expect(preview.locator('em strong')).toHaveText('krótki');
    await page.getByRole('textbox', { name: 'Description' }).fill('Zostaje');
    // A paste of a million characters is refused before it is rendered (M15).
    await page.getByRole('textbox', { name: 'Description' }).evaluate((field) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'x'.repeat(1_000_000));
      const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      if (!field.dispatchEvent(paste)) field.setAttribute('data-refused', '');
    });
    await expect(page.getByText('Not pasted: the text has 1,000,000 characters')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue('Zostaje');
    await expect(page.getByRole('textbox', { name: 'Description' })).toHaveAttribute('data-refused', '');
    await context.close();
  },
);

test(
  'list pictures are 100 px high, a pin stands beside the title on narrow screens, and icons have hints',
  { tag: ['@ux-24', '@E-82'] },
  async ({ page }) => {
    const title = 'Podwójne punkty przez weekend';
    await create({ name: 'E2E Wąska karta z nazwą na dwa wiersze', title, pinned: true });
    await openAs(page, 'admin', `${screen}?name=E2E%20W%C4%85ska`);
    const row = page.getByRole('row').filter({ hasText: title });
    const said = row.getByRole('link', { name: title, exact: true }).locator('xpath=..');
    const pin = row.getByRole('img', { name: 'Pinned' });
    await expect(row.locator('img')).toHaveJSProperty('complete', true);
    expect((await row.locator('img').boundingBox())?.height).toBe(100);
    for (const width of [768, 360]) {
      await page.setViewportSize({ width, height: 740 });
      await expect(pin).toBeVisible();
      const [words, sign] = [await said.boundingBox(), await pin.boundingBox()];
      expect(sign?.y, `${width}`).toBeLessThan((words?.y ?? 0) + (words?.height ?? 0));
    }
    await expect(row.locator('[data-kind="main"]')).toHaveCSS('padding-right', '16px');
    await test.step('the icon of the type and the pin say what they mean to a pointer that rests on them, and the row still opens', async () => {
      await page.setViewportSize({ width: 1400, height: 900 });
      const hint = page.getByTestId('hint');
      for (const name of ['Leaflet', 'Pinned']) {
        await row.getByRole('img', { name }).hover();
        await expect(hint).toHaveText(name);
      }
      await row.locator('[data-kind="main"]').click();
      await expect(page).toHaveURL(/\/content\/[a-z0-9]+$/);
    });
  },
);
