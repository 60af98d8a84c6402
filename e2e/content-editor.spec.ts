import { expectAccessible } from './accessible.ts';
import { attach, byName, chooseType, chosenType, contentScreen as screen, create, save, stored, unfold, uploaded } from './content.ts';
import { callAs, expect, expectNoSidewaysScroll, expectPresentable, openAs, speak, test } from './product.ts';

const api = '/api/v1/content-editor';
const prefix = 'Edytor ';

test.afterAll(async () => {
  for (const { _id } of await byName(prefix)) await callAs('admin', `${api}/${_id}`, { method: 'DELETE' });
});

test('a toast names the saved item and links back to it', { tag: ['@ux-16'] }, async ({ page }) => {
  const item = await create({ name: `${prefix}gazetka`, title: 'Gazetka 48' });
  const toast = page.locator('.mantine-Notification-root');
  /** Saves with the pointer on the toast from its first moment, as a person who reads it may do (ux 20). */
  const savedAs = async (title: string): Promise<void> => {
    await page.getByRole('textbox', { name: 'Tytuł', exact: true }).fill(title);
    // The page's clock runs only as far as set here, so that the toast does not close before the pointer is on it.
    await page.clock.pauseAt(60_000 + (await page.evaluate(() => Date.now())));
    await page.getByRole('button', { name: 'Zapisz', exact: true }).click();
    await expect(async () => {
      await page.clock.runFor(50);
      expect(await toast.allInnerTexts()).toEqual([expect.stringContaining(`Zapisano „${prefix}gazetka”`)]);
    }).toPass({ intervals: [50] });
    const { x, y } = await toast.evaluate((one) => one.getBoundingClientRect());
    await page.mouse.move(x + 20, y + 20);
    await page.mouse.move(x + 21, y + 20);
    await page.clock.resume();
    await expect(page).toHaveURL(screen);
    await toast.hover();
  };
  await page.clock.install();
  await speak(page, 'pl');
  await openAs(page, 'admin', `${screen}/${item._id}`);
  await savedAs('Gazetka 49');
  await expectAccessible(page);
  await toast.getByRole('link', { name: 'Otwórz' }).click();
  await expect(page).toHaveURL(`${screen}/${item._id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${prefix}gazetka`);
  await page.mouse.move(700, 200);
  await page.clock.fastForward(10_000);
  await expect(toast).toHaveCount(0);
  await savedAs('Gazetka 50');
  // The toast covers neither the top bar, nor a menu that is opened under it, nor the controls for the next step.
  await page.getByRole('link', { name: 'Nowa treść' }).click({ trial: true });
  const account = page.getByRole('button', { name: /^Konto:/ });
  await account.click();
  await page.getByRole('menuitem', { name: 'Polski' }).click({ trial: true });
  await page.keyboard.press('Escape');
  await expect(account).toBeFocused();
});

test(
  'saves all keys typed in quick succession when Ctrl+S, Tab or Enter follows at once',
  { tag: ['@ux-9', '@ux-28'] },
  async ({ page }) => {
    const item = await create({ name: `${prefix}szybko`, title: 'Przed' });
    await openAs(page, 'admin', `${screen}/${item._id}`);
    const title = page.getByRole('textbox', { name: 'Title', exact: true });
    const card = page.getByTestId('card');
    await title.selectText();
    await page.keyboard.type('Świeże truskawki');
    await page.keyboard.press('Control+s');
    await expect(page.getByText(/Saved at/)).toBeVisible();
    expect(await stored(item._id)).toMatchObject({ title: 'Świeże truskawki' });
    // The form also follows while typing, and each letter stays in its place.
    await title.press('End');
    await page.keyboard.type(' i maliny');
    await expect(card).toContainText('Świeże truskawki i maliny');
    await title.press('Home');
    await page.keyboard.type('Dziś: ');
    await expect(title).toHaveValue('Dziś: Świeże truskawki i maliny');
    await page.keyboard.press('Tab');
    await expect(card).toContainText('Dziś: Świeże truskawki i maliny');
    await title.press('End');
    await page.keyboard.type('!');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(screen);
    expect(await stored(item._id)).toMatchObject({ title: 'Dziś: Świeże truskawki i maliny!' });
  },
);

test(
  'saving a new item by Ctrl+S continues at its own URL and keeps edits made during the save',
  { tag: ['@ux-9', '@ux-26'] },
  async ({ page }) => {
    await openAs(page, 'admin', `${screen}/new`);
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(`${prefix}nowy`);
    await attach(page, 'Preview image');
    await page.getByRole('textbox', { name: 'Validity start' }).fill('2026-12-01 08:00');
    const title = page.getByRole('textbox', { name: 'Title', exact: true });
    await title.fill('Gaz');
    let goOn = (): void => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await page.route(`**${api}`, async (route) => {
      await held;
      await route.continue();
    });
    const asked = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith(api));
    // The picture may still be uploading.
    await expect(save(page)).toBeEnabled();
    await page.keyboard.press('Control+s');
    await asked;
    await title.pressSequentially('etka');
    goOn();
    await expect(page).toHaveURL(/\/content\/[^/]{3,}(?<!new)$/);
    const [made] = await byName(`${prefix}nowy`);
    await expect(page).toHaveURL(`${screen}/${made?._id}`);
    await expect(title).toHaveValue('Gazetka');
    await expect(title).toBeFocused();
    await page.keyboard.type('!');
    await expect(title).toHaveValue('Gazetka!');
    expect(await stored(made?._id ?? '')).toMatchObject({ title: 'Gaz' });
    await page.keyboard.press('Control+s');
    await expect(page.getByText(/Saved at/)).toBeVisible();
    expect(await stored(made?._id ?? '')).toMatchObject({ title: 'Gazetka!' });
    expect(await byName(`${prefix}nowy`)).toHaveLength(1);
  },
);

test(
  'offers the draft of a new item only for its own type, and restores the form on the way back from the preview',
  { tag: ['@ux-9', '@PREV-07'] },
  async ({ page }) => {
    const ofType = (type: string): string => `${screen}/new?type=${type}`;
    await openAs(page, 'admin', ofType('navigation'));
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    const found = page.getByText('There are unsaved changes');
    await name.fill(`${prefix}menu`);
    await expect(page.getByText(/Draft kept at/)).toBeVisible();
    page.once('dialog', (question) => void question.accept());
    await page.goto('about:blank');
    for (const address of [ofType('regulation'), `${screen}/new`]) {
      await page.goto(address);
      await expect(name).toHaveValue('');
      await expect(found).toHaveCount(0);
    }
    await page.goto(ofType('navigation'));
    await expect(found).toBeVisible();
    await page.getByRole('button', { name: 'Restore' }).click();
    await expect(name).toHaveValue(`${prefix}menu`);
    await attach(page, 'Preview image');
    await expect(page.getByRole('button', { name: 'Remove: Preview image' })).toBeVisible();
    await page.getByRole('button', { name: 'In the app' }).click();
    await page.getByRole('link', { name: 'Back to the form' }).click();
    await expect(page).toHaveURL(ofType('navigation'));
    await expect(name).toHaveValue(`${prefix}menu`);
    await expect(chosenType(page)).toContainText('Navigation');
  },
);

test(
  'returns from the preview with the same input, and still offers the draft of an earlier visit, even after a save',
  { tag: ['@ux-9', '@PREV-07'] },
  async ({ page }) => {
    const form = `${screen}/new?type=navigation`;
    await openAs(page, 'admin', form);
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    const restore = page.getByRole('button', { name: 'Restore' });
    await name.fill(`${prefix}wieczorna`);
    await expect(page.getByText(/Draft kept at/)).toBeVisible();
    page.once('dialog', (question) => void question.accept());
    await page.reload();
    await expect(restore).toBeVisible();
    await name.fill(`${prefix}poranna`);
    await attach(page, 'Preview image');
    await expect(page.getByRole('button', { name: 'Remove: Preview image' })).toBeVisible();
    await page.getByRole('button', { name: 'In the app' }).click();
    await page.getByRole('link', { name: 'Back to the form' }).click();
    await expect(name).toHaveValue(`${prefix}poranna`);
    await expect(restore).toBeVisible();
    await page.keyboard.press('Control+s');
    await expect(page).not.toHaveURL(form);
    await expect(name).toHaveValue(`${prefix}poranna`);
    await page.goto(form);
    await expect(restore).toBeVisible();
    await expect(name).toHaveValue('');
    await restore.click();
    await expect(name).toHaveValue(`${prefix}wieczorna`);
    await expect(restore).toHaveCount(0);
  },
);

test('keeps in the form what Ctrl+S saved, even after a return from the preview', { tag: ['@ux-9', '@PREV-07'] }, async ({ page }) => {
  const item = await create({ name: `${prefix}stare`, title: null });
  await openAs(page, 'admin', `${screen}/${item._id}`);
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill(`${prefix}wczoraj`);
  await expect(page.getByText(/Draft kept at/)).toBeVisible();
  page.once('dialog', (question) => void question.accept());
  await page.reload();
  await expect(page.getByRole('button', { name: 'Restore' })).toBeVisible();
  await name.fill(`${prefix}dziś`);
  await page.getByRole('button', { name: 'In the app' }).click();
  await page.getByRole('link', { name: 'Back to the form' }).click();
  await expect(name).toHaveValue(`${prefix}dziś`);
  await page.keyboard.press('Control+s');
  await expect(page.getByText(/Saved at/)).toBeVisible();
  await expect(name).toHaveValue(`${prefix}dziś`);
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(page.getByText('There are unsaved changes')).toHaveCount(0);
  expect(await stored(item._id)).toMatchObject({ name: `${prefix}dziś` });
});

test(
  'the conflict dialog waits for a running upload before it can save, and says so',
  { tag: ['@A-106', '@ux-11', '@ux-21'] },
  async ({ page }) => {
    const item = await create({ name: `${prefix}spór`, title: 'Przed' });
    await openAs(page, 'admin', `${screen}/${item._id}`);
    await page.getByRole('button', { name: 'Remove: Preview image' }).click();
    await attach(page, 'Preview image');
    await expect(page.getByRole('button', { name: 'Remove: Preview image' })).toBeVisible();
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Moje');
    expect((await callAs('admin', `${api}/${item._id}`, { method: 'PATCH', body: { title: 'Ich' } })).status).toBe(200);
    const hold = async (url: string, method: string): Promise<() => void> => {
      let release = (): void => {};
      const held = new Promise<void>((resolve) => (release = resolve));
      await page.route(url, async (route) => {
        if (route.request().method() === method) await held;
        await route.fallback();
      });
      return release;
    };
    const letSave = await hold(`**${api}/${item._id}`, 'PATCH');
    const letUpload = await hold('**/api/v1/file-upload', 'POST');
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await page.keyboard.press('Control+s');
    await sent;
    await page.getByRole('button', { name: 'Remove: Preview image' }).click();
    await attach(page, 'Preview image');
    await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible();
    letSave();
    const dialog = page.getByRole('dialog', { name: 'Somebody else changed this too' });
    await dialog.getByRole('radio', { name: 'My version' }).check();
    const chosen = dialog.getByRole('button', { name: 'Save what is chosen' });
    await expect(chosen).toBeDisabled();
    await expect(dialog.getByRole('status')).toHaveText('A file is still on its way: this can be saved once it is there.');
    letUpload();
    await expect(chosen).toBeEnabled();
    await expect(dialog.getByRole('status')).toBeEmpty();
    await chosen.click();
    await expect(page.getByText(/Saved at/)).toBeVisible();
    expect(await stored(item._id)).toMatchObject({ title: 'Moje', prevImage: expect.stringMatching(/^cloudinary:/) });
  },
);

test(
  'the conflict dialog shows dates, choices and pictures of both versions as the form does',
  { tag: ['@A-31', '@A-32', '@ux-11'] },
  async ({ page }) => {
    const item = await create({
      name: `${prefix}wersje`,
      title: 'Wersje',
      prevImage: await uploaded(0x20),
      validityEnd: '2085-12-10T23:00:00Z',
      publicationEnd: '2085-12-31T23:00:00Z',
      contentType: 'banner',
    });
    await openAs(page, 'admin', `${screen}/${item._id}`);
    await page.getByRole('textbox', { name: 'Publication end' }).fill('2085-12-16 00:00');
    await page.getByRole('textbox', { name: 'Publication end' }).press('Tab');
    await chooseType(page, 'Regulation');
    await page.getByRole('button', { name: 'Remove: Preview image' }).click();
    const theirs = {
      publicationEnd: '2085-12-14T23:00:00Z',
      contentType: 'leaflet',
      prevImage: await uploaded(0x90),
    };
    expect((await callAs('admin', `${api}/${item._id}`, { method: 'PATCH', body: theirs })).status).toBe(200);
    await attach(page, 'Preview image');
    await expect(page.getByRole('button', { name: 'Remove: Preview image' })).toBeVisible();
    await page.keyboard.press('Control+s');
    const dialog = page.getByRole('dialog', { name: 'Somebody else changed this too' });
    const asked = (name: string) => dialog.getByRole('radiogroup', { name });
    await expect(asked('Publication end')).toContainText('My version2085-12-15, end of daySaved version2085-12-14, end of day');
    await expect(asked('Content type')).toContainText('My versionRegulationSaved versionLeaflet');
    await expect(asked('Preview image').getByRole('img')).toHaveCount(2);
    await expectPresentable(page, 'conflict-content');
    await asked('Publication end').getByRole('radio', { name: 'My version' }).check();
    await asked('Content type').getByRole('radio', { name: 'Saved version' }).check();
    await asked('Preview image').getByRole('radio', { name: 'Saved version' }).check();
    await dialog.getByRole('button', { name: 'Save what is chosen' }).click();
    await expect(page.getByText(/Saved at/)).toBeVisible();
    expect(await stored(item._id)).toMatchObject({ ...theirs, publicationEnd: '2085-12-15T23:00:00.000Z' });
  },
);

test(
  'a new item has a short form, an index that unfolds panels, a text preview, and a note on items shown greyed out',
  { tag: ['@CONT-MAIN-01', '@CONT-DESC-06', '@CONT-FORM-06', '@look.md', '@ux-10', '@ux-13', '@ux-23', '@ux-24'] },
  async ({ page }) => {
    await page.setViewportSize({ width: 1400, height: 900 });
    await speak(page, 'pl');
    await openAs(page, 'admin', `${screen}/new`);
    await test.step('a leaflet is at most half as long as it was (3,790 px), a one-time code at most 60 %', async () => {
      const height = (): Promise<number> => page.evaluate(() => document.documentElement.scrollHeight);
      await expect(page.getByRole('radio').first()).toBeChecked();
      expect.soft(await height()).toBeLessThanOrEqual(1_895);
      // The whole tile is clickable.
      await page.getByText('Rabat z kodem dla jednej osoby').click({ force: true });
      await expect(chosenType(page)).toContainText('Kod jednorazowy');
      await expect(page.getByText('Tylko dla typu Baner')).toBeVisible();
      await expect(page.getByRole('group', { name: 'Rabat' })).toBeVisible();
      expect.soft(await height()).toBeLessThanOrEqual(2_274);
    });
    await page.getByRole('navigation', { name: 'Panele' }).getByRole('link', { name: 'Teksty' }).press('Enter');
    await expect(page.getByRole('textbox', { name: 'Tekst o datach' })).toBeInViewport();
    await unfold(page);
    const preview = page.getByLabel('Podgląd na żywo: Opis');
    await expect(preview).toHaveCount(0);
    await page.getByRole('textbox', { name: 'Opis', exact: true }).pressSequentially('a');
    await expect(preview).toHaveText('a');
    const rail = page.getByTestId('who-sees-it');
    await expect(rail).not.toContainText('wyszarzone');
    await page.getByRole('checkbox', { name: 'Nieaktywne' }).check();
    await expect(rail).toContainText('Widoczne, ale wyszarzone');
    const range = page.getByRole('img', { name: /^Publikacja i ważność na osi czasu/ });
    await expect(range).toHaveCount(0);
    await page.getByRole('textbox', { name: 'Ważne od' }).fill('2026-12-01 08:00');
    await expect(range).toHaveAccessibleName(
      /Publikacja: bez daty – 2026-12-08, koniec dnia; Ważność: 2026-12-01 08:00 – 2026-12-08, koniec dnia$/,
    );
    await page.getByRole('button', { name: /do uzupełnienia/i }).click();
    await expectPresentable(page, 'content-new');
  },
);

test(
  'buttons on a touch screen are at least 44 px high and wide, without horizontal scrolling',
  { tag: ['@ux-23', '@ux-24'] },
  async ({ browser }) => {
    const context = await browser.newContext({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 800 } });
    const page = await context.newPage();
    await openAs(page, 'admin', `${screen}/new`);
    const small = (within: string): Promise<string[]> =>
      page.locator(`${within} :is(.mantine-ActionIcon-root, .mantine-Pagination-control)`).evaluateAll((all) =>
        all
          .filter((one) => !one.closest('.mantine-Input-section'))
          .map((one) => ({ name: one.getAttribute('aria-label') ?? '', box: one.getBoundingClientRect() }))
          .filter(({ box }) => box.width > 0 && (box.width < 44 || box.height < 44))
          .map(({ name }) => name),
      );
    // Eleven tiles below each other would be as high as the screen.
    expect((await page.getByRole('radiogroup', { name: 'Content type' }).boundingBox())?.height).toBeLessThan(440);
    await unfold(page);
    await expect(page.getByRole('toolbar').first()).toBeVisible();
    expect(await small('form')).toEqual([]);
    await page.goto(screen);
    await expect(page.getByRole('row').getByRole('link').first()).toBeVisible();
    expect(await small('main')).toEqual([]);
    await expectNoSidewaysScroll(page);
    await context.close();
  },
);
