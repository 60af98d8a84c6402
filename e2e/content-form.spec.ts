import type { Page } from '@playwright/test';
import { attach, byName, chosenType, contentScreen as screen, create, save, stored, unfold } from './content.ts';
import { callAs, expect, expectPresentable, openAs, photograph, speak, test } from './product.ts';

const api = '/api/v1/content-editor';

// The rules of single fields are tested on the form (content-editor.form.test.tsx).
test.afterAll(async () => {
  for (const { _id } of await byName('Formularz ')) await callAs('admin', `${api}/${_id}`, { method: 'DELETE' });
});

test(
  'beside neither phone nor rail the fields stand in the first screen: at 768 px to the name, at 360 px from the upper two thirds on; in a low window the rail is reached to its end, wherever the form stands',
  { tag: ['@ux-23', '@ux-24'] },
  async ({ page }) => {
    const item = await create({ name: 'Formularz nad zgięciem', title: 'Podwójne punkty w weekend' });
    await speak(page, 'pl');
    for (const address of [`${screen}/new`, `${screen}/${item._id}`]) {
      await openAs(page, 'admin', address);
      await expect(page.getByTestId('who-sees-it')).toContainText(/\d+ (sklep|z)/);
      await page.setViewportSize({ width: 768, height: 900 });
      await expect(page.getByRole('textbox', { name: 'Nazwa', exact: true })).toBeInViewport({ ratio: 1 });
      await page.setViewportSize({ width: 360, height: 800 });
      const type = page.getByRole('radio', { name: /^Gazetka/ }).or(chosenType(page));
      await expect.poll(() => type.evaluate((element) => element.getBoundingClientRect().top)).toBeLessThan((800 * 2) / 3);
    }
    await page.setViewportSize({ width: 1400, height: 700 });
    const rail = page.getByRole('complementary');
    const last = rail.getByRole('link', { name: 'Publikacja' });
    await expect(last).toBeVisible();
    await page.evaluate(() => scrollTo(0, 200));
    await rail.evaluate((element) => (element.scrollTop = element.scrollHeight));
    await expect(last).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => scrollY)).toBe(200);
  },
);

/** A bitmap of a kind that no library here reads. */
const squeezedBmp = (): Buffer => {
  const squeezed = Buffer.alloc(70);
  squeezed.write('BM');
  for (const [value, at] of [
    [54, 10],
    [40, 14],
    [2, 18],
    [2, 22],
    [1, 30],
  ] as const)
    squeezed.writeUInt32LE(value, at);
  squeezed.writeUInt16LE(8, 28);
  return squeezed;
};

/** An animation with one frame more than is allowed. */
const longGif = (): Buffer => {
  const frame = Buffer.from('21f90400000000002c0000000001000100000202440100', 'hex');
  return Buffer.concat([
    Buffer.from('474946383961010001008000000000001f6f4a', 'hex'),
    ...Array.from({ length: 301 }, () => frame),
    Buffer.from(';'),
  ]);
};

test(
  'uploads can be viewed, replaced and removed; wrong ones leave the former value; Save waits for them',
  { tag: ['@CONT-FORM-24', '@CONT-MAIN-20', '@CONT-MAIN-21', '@CONT-MAIN-22', '@CONT-MAIN-23', '@SET-19', '@D-18', '@D-34'] },
  async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: new URL(screen).origin });
    const made = await create({ contentType: 'leaflet', name: 'Formularz pliki' });
    await openAs(page, 'admin', `${screen}/${made._id}`);
    const before = String(made['prevImage']).split(':')[1] ?? '';
    const view = page.locator(`a[href="/images/${before}"]`);
    await expect(view.locator('img')).toBeVisible();
    await expect(view).toHaveAttribute('target', '_blank');
    await page.getByRole('button', { name: 'Copy' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`endcap://${made._id}`);
    await page.getByRole('button', { name: 'Remove: Preview image' }).click();
    await expect(view).toHaveCount(0);
    const input = page.locator('input[type=file][aria-label="Preview image"]');
    await input.setInputFiles({ name: 'a.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') });
    await expect(page.getByText('Only jpg, png, bmp and gif images are allowed.')).toBeVisible();
    await test.step('an image that cannot be taken says why, in one sentence', async () => {
      const said = page
        .locator('.mantine-InputWrapper-root', { has: input })
        .locator('.mantine-InputWrapper-error, .mantine-InputWrapper-description');
      await input.setInputFiles({ name: 'a.bmp', mimeType: 'image/bmp', buffer: squeezedBmp() });
      await expect(said).toHaveText([
        'The image cannot be read: the file is damaged or saved in an unusual way. Save it again as jpg or png.',
      ]);
      await input.setInputFiles({ name: 'a.gif', mimeType: 'image/gif', buffer: longGif() });
      await expect(said).toHaveText(['The animation is too long: it may have at most 300 frames and 16 million pixels in all.']);
      await input.scrollIntoViewIfNeeded();
      await photograph(page, 'upload-refused');
    });
    // Save is disabled during the upload.
    let letThrough = (): void => {};
    const held = new Promise<void>((resolve) => {
      letThrough = resolve;
    });
    await page.route('**/api/v1/file-upload', async (route) => {
      await held;
      await route.continue();
    });
    await attach(page, 'Preview image');
    await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible();
    await expect(save(page)).toBeDisabled();
    letThrough();
    await expect(page.getByRole('button', { name: 'Remove: Preview image' })).toBeVisible();
    await expect(page.getByText('The animation is too long')).toHaveCount(0);
    await page.goto(`${new URL(screen).origin}/settings`);
    const logo = page.locator('input[type=file][aria-label="App logo"]');
    const remove = page.getByRole('button', { name: 'Remove: App logo' });
    await expect(remove.or(logo).first()).toBeAttached();
    if (await remove.isVisible()) await remove.click();
    await expect(logo).toHaveAttribute('accept', 'image/jpeg,image/png,image/bmp,image/gif');
    await attach(page, 'App logo');
    await expect(page.getByRole('img', { name: 'App logo' })).toBeVisible();
  },
);

test(
  'an image dropped on another one replaces it, Undo restores the former, and a missing image is marked as required',
  { tag: ['@CONT-MAIN-18', '@CONT-MAIN-20', '@E-81'] },
  async ({ page }) => {
    await openAs(page, 'admin', `${screen}/new`);
    const field = page.locator('.mantine-InputWrapper-root', { has: page.locator('input[type=file][aria-label="Preview image"]') });
    await expect(field).toContainText('An image is required.');
    await expect(field.locator('.mantine-InputWrapper-error')).toHaveCount(0);
    await attach(page, 'Preview image');
    const link = field.getByRole('link');
    await expect(link).toBeVisible();
    const first = await link.getAttribute('href');
    const dataTransfer = await page.evaluateHandle(() => {
      const canvas = document.createElement('canvas');
      canvas.getContext('2d')?.fillRect(0, 0, 90, 90);
      const [, base64 = ''] = canvas.toDataURL('image/png').split(',');
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))], 'other.png', { type: 'image/png' }));
      return data;
    });
    await field.getByRole('link').dispatchEvent('drop', { dataTransfer });
    await expect(link).not.toHaveAttribute('href', first ?? '');
    await field.getByRole('button', { name: 'Undo: Preview image' }).click();
    await expect(link).toHaveAttribute('href', first ?? '');
    await expect(field.getByRole('button', { name: /^Undo/ })).toHaveCount(0);
    await field.getByRole('button', { name: 'Remove: Preview image' }).click();
    await expect(field).toContainText('An image is required.');
    await field.getByRole('button', { name: 'Undo: Preview image' }).click();
    await expect(link).toHaveAttribute('href', first ?? '');
    const chooser = page.waitForEvent('filechooser');
    await field.getByRole('button', { name: 'Replace: Preview image' }).click();
    await chooser;
    await photograph(page, 'upload-chosen');
  },
);

test(
  'one date field everywhere; Polish spellings are understood, nonsense stays with its error, two tab stops',
  { tag: ['@D-43', '@A-31', '@A-32'] },
  async ({ page }) => {
    await openAs(page, 'admin', `${screen}/new`);
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Formularz daty');
    await attach(page, 'Preview image');
    const [validFrom, from, until] = ['Validity start', 'Publication start', 'Publication end'].map((name) =>
      page.getByRole('textbox', { name }),
    );
    if (!validFrom || !from || !until) throw new Error('No fields');
    // Typed letter by letter: the end that was filled in automatically follows until the last letter.
    await validFrom.pressSequentially('15.12.2026 18:30');
    await validFrom.blur();
    await expect(validFrom).toHaveValue('2026-12-15 18:30');
    await expect(until).toHaveValue('2026-12-22 23:59');
    await from.pressSequentially('pojutrze');
    await page.keyboard.press('Tab');
    await expect(from).toHaveValue('pojutrze');
    await expect(page.getByText('This is not a date')).toBeVisible();
    await expect(save(page)).toBeDisabled();
    await page.keyboard.press('Tab');
    await expect(until).toBeFocused();
    await from.fill('15 grudnia 2026 r. 7:05');
    await from.blur();
    await expect(from).toHaveValue('2026-12-15 07:05');
    await expect(page.getByText('This is not a date')).toHaveCount(0);
    // Presets and the calendar, by keyboard.
    await until.focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const calendar = page.getByRole('dialog', { name: 'Choose from the calendar' });
    await expect(calendar.getByRole('button', { name: 'today, 23:59' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(calendar).toBeHidden();
    await page.keyboard.press('Enter');
    await calendar.getByRole('button', { name: '+7 days' }).click();
    await expect(until).toHaveValue('2026-12-29 23:59');
    await expect(until).toBeFocused();
    // The time is selected, so that the next keys replace it.
    await page.keyboard.type('20:00');
    await expect(until).toHaveValue('2026-12-29 20:00');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(calendar).toBeVisible();
    await expectPresentable(page, 'content-date-en');
    await save(page).click();
    await expect(page).toHaveURL(screen);
    expect((await byName('Formularz daty'))[0]).toMatchObject({
      publicationStart: '2026-12-15T06:05:00.000Z',
      publicationEnd: '2026-12-29T19:00:00.000Z',
    });
  },
);

/** Pastes as Ctrl+V does, with the line breaks of a copied column. */
const paste = async (page: Page, text: string): Promise<void> => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.keyboard.press('ControlOrMeta+v');
};
const chips = (page: Page, label: string) => page.getByRole('button', { name: new RegExp(`^${label}: .* ×$`) });

test(
  'reads pasted EANs as printed, rejects numbers shortened by Excel, and confirms suspicious codes, by keyboard alone',
  { tag: ['@E-20'] },
  async ({ page }) => {
    const item = await create({ contentType: 'promoCode', name: 'Formularz wklejonych EAN' });
    await openAs(page, 'admin', `${screen}/${item._id}`);
    await unfold(page);
    const entry = page.getByRole('textbox', { name: 'Product EANs' });
    const added = chips(page, 'Product EANs');
    await entry.focus();
    await paste(page, '590 1234 123457\n5 901234 123457\n5,90123E+12\n5901234123457\u200b\n');
    await page.keyboard.press('Enter');
    await expect(page.getByText('1 code added.')).toBeVisible();
    await expect(added).toHaveAccessibleName('Product EANs: 5901234123457 ×');
    await expect(entry).toHaveValue('5,90123E+12');
    await expect(entry).toHaveAccessibleDescription(/^Excel shortened this number: 5,90123E\+12\. /);
    await expect(entry).toBeFocused();
    await expect(save(page)).toBeDisabled();

    await page.keyboard.press('ControlOrMeta+a');
    await paste(page, '4006381333931;0012\r\n590 1234 123458\tmleko');
    await page.keyboard.press('Enter');
    await expect(added).toHaveCount(2);
    await expect(entry).toHaveValue('0012, 590 1234 123458, mleko');
    const question = page.getByRole('group', { name: '2 codes look wrong' });
    await expect(question).toContainText('Wrong last digit (check digit): 590 1234 123458');
    await expect(question).toContainText('Not 8, 12, 13 or 14 digits: 0012');
    await expect(page.getByText('Not an EAN (digits only, 14 at most): mleko')).toBeVisible();
    await expectPresentable(page, 'content-eans-en');

    // "Fix" selects the first of them in the entry.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(question.getByRole('button', { name: 'Fix' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(entry).toBeFocused();
    await page.keyboard.type('4006381333931');
    await page.keyboard.press('Enter');
    await expect(entry).toHaveValue('590 1234 123458, mleko');
    const other = page.getByRole('group', { name: '1 code looks wrong' });
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(other.getByRole('button', { name: 'Add anyway' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(added).toHaveCount(3);
    await expect(added.last()).toHaveAccessibleName('Product EANs: 5901234123458 ×');
    await expect(entry).toHaveValue('mleko');
    await expect(entry).toBeFocused();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Delete');
    await expect(save(page)).toBeEnabled();
    await page.keyboard.press('ControlOrMeta+s');
    await expect.poll(async () => (await stored(item._id))['productEANs']).toEqual(['5901234123457', '4006381333931', '5901234123458']);
  },
);

test(
  'a refused save shows a focused error in view, and no save reloads the open editor',
  { tag: ['@D-50', '@D-3B', '@ERR-07'] },
  async ({ page }) => {
    const item = await create({ name: 'Formularz odmowy', title: 'Przed' });
    const reads: string[] = [];
    page.on(
      'request',
      (request) => request.method() === 'GET' && request.url().endsWith(`${api}/${item._id}`) && reads.push(request.url()),
    );
    await openAs(page, 'admin', `${screen}/${item._id}`);
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Po');
    await page.route(
      `**${api}/${item._id}`,
      (route) => (route.request().method() === 'PATCH' ? route.fulfill({ status: 503, json: {} }) : route.continue()),
      { times: 1 },
    );
    await unfold(page);
    await page.getByRole('textbox', { name: 'Dates info text' }).focus();
    await page.keyboard.press('Control+s');
    await expect(page.getByRole('alert').getByRole('button', { name: 'Try again' })).toBeFocused();
    await expect(page.getByRole('alert')).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Enter');
    // A retry of Ctrl+S stays in the editor as well.
    await expect(page.getByText(/Saved at/)).toBeVisible();
    expect(await stored(item._id)).toMatchObject({ title: 'Po' });
    expect(reads).toHaveLength(1);
  },
);
