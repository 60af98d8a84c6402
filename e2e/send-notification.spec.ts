import { randomUUID } from 'node:crypto';
import { deviceRoutes } from '@endcap/contract/devices';
import { notificationRoutes } from '@endcap/contract/notifications';
import type { Page } from '@playwright/test';
import { dayAhead } from './days.ts';
import { aHand } from './hand.ts';
import { aPhone, onPhone } from './phones.ts';
import { allStores, aStore, callAs, editor, expect, expectLeftWithout, expectPresentable, openAs, read, test, urls } from './product.ts';

const open = async (page: Page, person = 'admin'): Promise<void> => {
  await openAs(page, person, `${urls.adminUrl}/notification/new`);
  await expect(page.getByRole('heading', { name: 'Nowe powiadomienie' })).toBeVisible();
};
const sendButton = (page: Page) => page.getByRole('button', { name: /^Wyślij( do klientów sklepu .+)?( \([\d\s]+\))?$/ });
const testButton = (page: Page) => page.getByRole('button', { name: 'Wyślij test' });
const fill = async (page: Page, title = 'Tytuł', text = 'Treść'): Promise<void> => {
  await page.getByRole('textbox', { name: 'Tytuł' }).fill(title);
  await page.getByRole('textbox', { name: 'Treść' }).fill(text);
};
const chooseStore = async (page: Page, number: number): Promise<void> => {
  const store = (await allStores()).find(({ storeNo }) => storeNo === number);
  await page.getByRole('combobox', { name: 'Selected store' }).fill(String(number));
  await page
    .getByRole('option')
    .filter({ hasText: store?.street ?? '' })
    .click();
};
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

test('the calendar offers no day that would be refused', { tag: ['@D-43', '@NOTIF-VAL-13'] }, async ({ page }) => {
  await open(page);
  const field = page.getByRole('textbox', { name: 'Ważne do' });
  const calendar = page.getByRole('dialog', { name: 'Wybierz z kalendarza' });
  const inDays = (days: number): Date => new Date(Date.now() + days * 86_400_000);
  const day = (date: Date, locale: string, options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(locale, { timeZone: 'Europe/Warsaw', ...options }).format(date);
  const called = (date: Date): string => day(date, 'pl', { day: 'numeric', month: 'long', year: 'numeric' });
  for (const [days, may] of [
    [0, false],
    [40, true],
  ] as const) {
    await field.fill(day(inDays(days), 'sv', { dateStyle: 'short' }));
    await page.getByRole('button', { name: 'Wybierz z kalendarza' }).click();
    await expect(calendar.getByRole('button', { name: '+7 dni' })).toBeVisible();
    await expect(calendar.locator(':focus')).toHaveCount(1);
    await expect(calendar.getByRole('button', { name: 'dziś' })).toHaveCount(0);
    await expect(calendar.getByRole('button', { name: called(inDays(days)), exact: true })).toBeEnabled({ enabled: may });
    if (!may) await expectPresentable(page, 'send-calendar');
    await page.getByRole('button', { name: 'Wybierz z kalendarza' }).click();
    await expect(calendar).toBeHidden();
  }
});

test(
  'image by pick, drop and paste, previewed, removed, wrong kinds refused',
  { tag: ['@NOTIF-FORM-04', '@NOTIF-FORM-05', '@NOTIF-FORM-45', '@NOTIF-FORM-46', '@FILE-04', '@ux-21'] },
  async ({ page }) => {
    await open(page);
    const uploaded = page.waitForRequest('**/api/v1/file-upload');
    await page.locator('input[type=file]').setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: png });
    await uploaded;
    await expect(page.locator('form').getByRole('img', { name: 'Obraz (opcjonalnie)' })).toHaveJSProperty('complete', true);
    await expect(page.getByRole('figure').getByRole('img', { name: 'Obraz powiadomienia' })).toBeVisible();
    await page.getByRole('button', { name: 'Usuń: Obraz (opcjonalnie)' }).click();
    await page.locator('input[type=file]').setInputFiles({ name: 'x.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') });
    await expect(page.getByText('Dozwolone są tylko obrazy jpg, png, bmp i gif.')).toBeVisible();
    await page.locator('input[type=file]').setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: Buffer.from('MZ not an image') });
    await expect(page.getByText('Dozwolone są tylko obrazy jpg, png, bmp i gif.')).toBeVisible();
    await page.route('**/api/v1/file-upload', (route) => route.fulfill({ status: 413, contentType: 'text/html', body: '<h1>413</h1>' }));
    await page.locator('input[type=file]').setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: png });
    await expect(page.getByText('Obraz może mieć najwyżej 10 MB.')).toBeVisible();
    await page.unroute('**/api/v1/file-upload');
    for (const how of ['drop', 'paste'] as const) {
      await page.evaluate(
        ([kind, base64]) => {
          const data = new DataTransfer();
          data.items.add(new File([Uint8Array.from(atob(base64 ?? ''), (sign) => sign.charCodeAt(0))], 'x.png', { type: 'image/png' }));
          if (kind === 'paste') document.dispatchEvent(Object.assign(new Event('paste'), { clipboardData: data }));
          else document.querySelector('[data-zone]')?.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true }));
        },
        [how, png.toString('base64')],
      );
      await expect(page.getByRole('button', { name: 'Usuń: Obraz (opcjonalnie)' })).toBeVisible();
      await page.getByRole('button', { name: 'Usuń: Obraz (opcjonalnie)' }).click();
    }
  },
);

test(
  'of two pictures that are pasted the last one counts, sending waits for it, and cells of a sheet are text',
  { tag: ['@ux-21'] },
  async ({ page }) => {
    await open(page);
    await page.getByRole('textbox', { name: 'Tytuł' }).fill('Dwa obrazy');
    await page.getByRole('textbox', { name: 'Treść' }).fill('Ostatni się liczy');
    const release: (() => void)[] = [];
    await page.route('**/api/v1/file-upload', async (route) => {
      await new Promise<void>((resolve) => release.push(resolve));
      const name = (route.request().postData()?.includes('drugi') ? 'b' : 'a').repeat(32);
      await route.fulfill({ status: 201, json: { file: `cloudinary:${name}.png` } }).catch(() => {});
    });
    const paste = (name: string, into: string | null): Promise<void> =>
      page.evaluate(
        ([called, selector]) => {
          const clipboardData = new DataTransfer();
          clipboardData.items.add(new File([called ?? ''], `${called}.png`, { type: 'image/png' }));
          if (selector) {
            clipboardData.setData('text/plain', 'Masło\t7,99');
            clipboardData.setData('text/html', '<table><tr><td>Masło</td><td>7,99</td></tr></table>');
          }
          const target = selector ? document.querySelector(selector) : document;
          target?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
        },
        [name, into],
      );
    await paste('komorki', 'textarea');
    await expect(page.getByRole('button', { name: 'Anuluj' })).toHaveCount(0);
    await paste('pierwszy', null);
    await expect.poll(() => release.length).toBe(1);
    await paste('drugi', null);
    await expect.poll(() => release.length).toBe(2);
    const sendTest = page.getByRole('button', { name: 'Wyślij test' });
    await expect(sendTest).toBeDisabled();
    release[0]?.();
    await expect(sendTest).toBeDisabled();
    release[1]?.();
    await expect(page.locator('form').getByRole('img', { name: 'Obraz (opcjonalnie)' })).toHaveAttribute('src', /bbbb/);
    await expect(sendTest).toBeEnabled();

    // What is refused ends what was on its way.
    await page.getByRole('button', { name: 'Usuń: Obraz (opcjonalnie)' }).click();
    await paste('trzeci', null);
    await expect.poll(() => release.length).toBe(3);
    await expect(sendTest).toBeDisabled();
    await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File(['x'], 'x.svg', { type: 'image/svg+xml' }));
      document.dispatchEvent(new ClipboardEvent('paste', { clipboardData }));
    });
    const refused = page.getByText('Dozwolone są tylko obrazy jpg, png, bmp i gif.');
    await expect(refused).toBeVisible();
    await expect(sendTest).toBeEnabled();
    release[2]?.();
    await page.waitForLoadState('networkidle');
    await expect(refused).toBeVisible();
    await expect(page.locator('form').getByRole('img', { name: 'Obraz (opcjonalnie)' })).toHaveCount(0);
  },
);

test(
  'the audience estimate follows the choice, equals the API, and contradictions are pointed out',
  { tag: ['@NOTIF-FORM-16', '@NOTIF-FORM-17', '@NOTIF-FORM-18', '@NOTIF-FORM-19', '@NOTIF-FORM-40', '@NOTIF-FORM-51', '@ux-1', '@ux-2'] },
  async ({ page }) => {
    const audience = page.getByTestId('audience');
    const shown = async () => Number(await audience.getAttribute('data-devices'));
    const estimate = async (body: unknown) =>
      ((await callAs('admin', `${editor}/audience`, { method: 'POST', body })).body as { devices: number }).devices;
    // Everybody are more and fewer while other tests register phones: what the page was told when it asked is what it has to show.
    const told = page.waitForResponse(`**${editor}/audience`);
    await open(page);
    const everybody = await told;
    expect(everybody.request().postDataJSON()).toMatchObject({ includeStoreType: 'all' });
    await expect.poll(shown).toBe(((await everybody.json()) as { devices: number }).devices);
    await page.getByRole('radio', { name: 'Tylko wybrane sklepy' }).check();
    await expect(audience).toHaveText('Nikt nie otrzyma tego powiadomienia.');
    const store = (await allStores()).find((one) => one.storeNo === 104);
    const include = page.getByRole('combobox', { name: 'Uwzględnij sklepy' });
    await include.fill('krakow dluga');
    await page.getByRole('option').click();
    await include.fill('krakow dluga');
    await expect(page.getByRole('option')).toHaveAttribute('aria-selected', 'true');
    await include.press('Escape');
    await expect.poll(shown).toBe(await estimate({ includeStoreType: '', includeStores: [store?._id] }));
    await expect(audience).toHaveText(/^≈ [\d\s]+ urządze\S+ w 1 sklepie$/);
    await page.getByRole('combobox', { name: 'Wyklucz sklepy' }).fill('krakow dluga');
    await page.getByRole('option').click();
    await expect(page.getByText(/Wykluczenie ma pierwszeństwo: Koszyk Kraków Długa/)).toBeVisible();
    await expect(audience).toHaveText('Nikt nie otrzyma tego powiadomienia.');
    await page.getByRole('combobox', { name: 'Uwzględnij grupy sklepów' }).fill('malopolska');
    await page.getByRole('option').click();
    await expect(audience).toHaveText(/w 3 sklepach$/);
  },
);

test(
  'shows a rule at its field until it is kept; a test goes to its details with both halves of the toast, and the form comes back',
  {
    tag: [
      '@NOTIF-FORM-28',
      '@NOTIF-FORM-29',
      '@NOTIF-FORM-30',
      '@NOTIF-FORM-36',
      '@ERR-03',
      '@ERR-14',
      '@A-30',
      '@A-39',
      '@STATE-04',
      '@NOTIF-VAL-04',
    ],
  },
  async ({ page }) => {
    await open(page);
    // The other rules are tested on the form (send-notification.form.test.tsx).
    await test.step('a text that is too long is refused at its field', async () => {
      await fill(page, 'Próbny tytuł', 'ą'.repeat(231));
      await expect(page.getByRole('textbox', { name: 'Treść' })).toHaveAccessibleDescription(/najwyżej 230 znaków/);
      await expect(testButton(page)).toBeDisabled();
      await fill(page, 'Próbny tytuł', 'Próbna treść');
    });
    await testButton(page).click();
    await expect(page).toHaveURL(/\/notification\/[a-z0-9]{24}$/);
    const toast = page.locator('.mantine-Notification-root');
    await expect(toast).toContainText('Powiadomienie wysłane');
    await expect(toast).toContainText('Wysłano powiadomienie testowe');
    await expect(page.getByText('Test', { exact: true })).toBeVisible();
    await expect(page.getByTestId('successful')).toHaveAttribute('data-value', /[1-9]/);
    await expect(toast).toHaveCount(0);
    await page.goBack();
    await expect(page.getByLabel('Tytuł')).toHaveValue('Próbny tytuł');
    await expect(page.getByRole('textbox', { name: 'Treść' })).toHaveValue('Próbna treść');
  },
);

test(
  'after a test a new notification starts empty and offers the copy; discarding ends it',
  { tag: ['@D-40', '@A-39'] },
  async ({ page }) => {
    await open(page);
    await fill(page, 'Próbny tytuł', 'Próbna treść');
    await testButton(page).click();
    await expect(page).toHaveURL(/\/notification\/[a-z0-9]{24}$/);
    // The form's own way back stands where that of the details comes.
    await expect(page.getByRole('heading', { name: 'Próbny tytuł' })).toBeVisible();
    await page.getByRole('link', { name: 'Powiadomienia', exact: true }).click();
    await page.getByRole('link', { name: 'Nowe powiadomienie' }).click();
    await expect(page.getByLabel('Tytuł')).toHaveValue('');
    await expect(page.getByText(/Masz niewysłane powiadomienie z \d{4}-\d\d-\d\d \d\d:\d\d\./)).toBeVisible();
    await expectPresentable(page, 'send-draft');
    await page.getByRole('button', { name: 'Odrzuć' }).press('Enter');
    // D-45, WCAG 2.4.3: the answer takes its button away.
    await expect(page.getByLabel('Tytuł')).toBeFocused();
    await page.reload();
    await expect(page.getByLabel('Tytuł')).toBeVisible();
    await expect(page.getByText(/Masz niewysłane/)).toHaveCount(0);
  },
);

test(
  'what is pressed right after the last letter is pressed, also at the end of the page, which gets shorter by it',
  { tag: ['@ux-20', '@ux-28'] },
  async ({ page }) => {
    const name = `Żabi Targ Litera ${randomUUID().slice(0, 4)}`;
    const store = await aStoreWithCustomer(name);
    const body = { title: 'Zwykłe', content: 'Jabłka', validUntil: new Date(Date.now() + 7 * 86_400_000).toISOString() };
    expect((await callAs('admin', editor, { method: 'POST', body, store })).status).toBe(201);
    await open(page);
    await page.getByRole('combobox', { name: 'Selected store' }).fill(name);
    await page.getByRole('option').filter({ hasText: name }).click();
    await expect(page.getByTestId('blocked')).toHaveText(/^Zostało do uzupełnienia: 2Nie możesz dziś wysłać więcej powiadomień/);
    await fill(page);
    await page.getByRole('radio', { name: 'Później' }).check();
    await expect(page.getByTestId('blocked')).not.toContainText('Zostało');
  },
);

test('whoever types without a pause has a copy of it within two seconds', { tag: ['@ux-9'] }, async ({ page }) => {
  await open(page);
  const kept = () => page.evaluate(() => Object.entries(localStorage).find(([key]) => key.startsWith('endcap.draft.'))?.[1] ?? '');
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  for (const sign of 'abcdef') {
    await page.getByLabel('Tytuł').press(sign);
    await page.clock.runFor(400);
  }
  expect(await kept()).toContain('abcde');
});

test('discarding an older copy keeps what is typed meanwhile', { tag: ['@D-40'] }, async ({ page }) => {
  await open(page);
  await fill(page, 'Starsze');
  const kept = () => page.evaluate(() => Object.entries(localStorage).find(([key]) => key.startsWith('endcap.draft.'))?.[1] ?? '');
  await expect.poll(kept).toContain('Starsze');
  page.once('dialog', (question) => void question.accept());
  await page.reload();
  await page.getByLabel('Tytuł').fill('Nowsze');
  await page.getByRole('button', { name: 'Odrzuć' }).click();
  await expect.poll(kept).toContain('Nowsze');
  page.once('dialog', (question) => void question.accept());
  await page.reload();
  await page.getByRole('button', { name: 'Przywróć' }).press('Enter');
  await expect(page.getByLabel('Tytuł')).toHaveValue('Nowsze');
  await expect(page.getByLabel('Tytuł')).toBeFocused();
});

test(
  'links, Wróć and Back ask, closing too; a reload and a crash offer what was typed, sending and signing out end it',
  { tag: ['@D-40', '@ux-8', '@ux-9'] },
  async ({ page, context }) => {
    await open(page);
    await page.getByRole('link', { name: 'Wróć' }).click();
    await page.getByRole('link', { name: 'Nowe powiadomienie' }).click();
    await chooseStore(page, 128);
    await fill(page, 'Nic nie ginie', 'Ani słowo');
    const dialog = page.getByRole('dialog', { name: 'Niezapisane zmiany' });
    for (const leave of [
      () => page.getByRole('link', { name: 'Notifications', exact: true }).click(),
      () => page.getByRole('link', { name: 'Wróć' }).click(),
      () => page.goBack(),
    ]) {
      await leave();
      await expect(dialog.getByRole('button', { name: 'Zostań' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(dialog).toBeHidden();
      await expect(page.getByLabel('Tytuł')).toHaveValue('Nic nie ginie');
    }
    const draftKeys = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('endcap.draft.')));
    await expect.poll(draftKeys).toHaveLength(1);
    const asked = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    expect((await asked).type()).toBe('beforeunload');
    await (await asked).dismiss();
    await page.getByRole('textbox', { name: 'Treść' }).fill('Ani jedno słowo');
    // At once, before the copy of the pause is made.
    page.once('dialog', (question) => void question.accept());
    await page.reload();
    await expect(page.getByLabel('Tytuł')).toHaveValue('');
    await page.getByRole('button', { name: 'Przywróć' }).click();
    await expect(page.getByLabel('Tytuł')).toHaveValue('Nic nie ginie');
    await expect(page.getByRole('textbox', { name: 'Treść' })).toHaveValue('Ani jedno słowo');
    // Another store is another form: its copy is its own, and what is typed goes along.
    const before = await draftKeys();
    await chooseStore(page, 129);
    await expect(page.getByLabel('Tytuł')).toHaveValue('Nic nie ginie');
    await expect.poll(async () => (await draftKeys()).filter((key) => !before.includes(key))).toHaveLength(1);
    expect(await draftKeys()).toHaveLength(1);
    const second = await context.newPage();
    await second.goto(`${urls.adminUrl}/notification/new`);
    await second.getByRole('button', { name: 'Przywróć' }).click();
    await expect(second.getByLabel('Tytuł')).toHaveValue('Nic nie ginie');
    // What it keeps on its way out is kept before this page sends.
    second.once('dialog', (question) => void question.accept());
    await second.goto('about:blank');
    await second.close();
    await sendButton(page).click();
    await expect(page).toHaveURL(/\/notification\/[a-z0-9]{24}$/);
    expect(await draftKeys()).toEqual([]);
    await page.goto(`${urls.adminUrl}/notification/new`);
    await fill(page, 'Do wylogowania');
    await expect.poll(draftKeys).toHaveLength(1);
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('button', { name: 'Opuść bez zapisywania' }).click();
    await expect(page.getByRole('button', { name: 'Log In' })).toBeVisible();
    await expectLeftWithout(page, /^endcap\.draft\./);
  },
);

test(
  'another store keeps its own copy until somebody decides, whatever is typed when it is selected',
  { tag: ['@D-40'] },
  async ({ page }) => {
    await open(page);
    await chooseStore(page, 125);
    await fill(page, 'Kopia sklepu');
    const copies = () =>
      page.evaluate(() =>
        Object.entries(localStorage)
          .flatMap(([key, value]) => (key.startsWith('endcap.draft.') ? [JSON.parse(value).form.title] : []))
          .sort(),
      );
    await expect.poll(copies).toEqual(['Kopia sklepu']);
    page.once('dialog', (question) => void question.accept());
    await page.reload();
    await expect(page.getByRole('button', { name: 'Odrzuć' })).toBeVisible();
    await chooseStore(page, 124);
    await fill(page, 'Pisane dalej');
    await expect.poll(copies).toEqual(['Kopia sklepu', 'Pisane dalej']);
    await chooseStore(page, 125);
    await page.getByLabel('Tytuł').fill('Pisane jeszcze dalej');
    await expect.poll(copies).toEqual(['Kopia sklepu', 'Pisane jeszcze dalej']);
    await page.getByRole('button', { name: 'Odrzuć' }).click();
    await expect.poll(copies).toEqual(['Pisane jeszcze dalej']);
  },
);

test('the copy goes along to another store and back', { tag: ['@D-40', '@A-39'] }, async ({ page }) => {
  const stores = await allStores();
  const id = (number: number): string => stores.find(({ storeNo }) => storeNo === number)?._id ?? '';
  const keptFor = () =>
    page.evaluate(() => Object.keys(localStorage).flatMap((key) => /^endcap\.draft\.[^/]+\/send\/(.+)#/.exec(key)?.[1] ?? []));
  await open(page);
  await chooseStore(page, 122);
  await fill(page, 'Tam i z powrotem');
  await expect.poll(keptFor).toEqual([id(122)]);
  await chooseStore(page, 123);
  await expect.poll(keptFor).toEqual([id(123)]);
  await chooseStore(page, 122);
  await expect.poll(keptFor).toEqual([id(122)]);
  page.once('dialog', (question) => void question.accept());
  await page.reload();
  await page.getByRole('button', { name: 'Przywróć' }).click();
  await expect(page.getByLabel('Tytuł')).toHaveValue('Tam i z powrotem');
});

test('after a lost answer and a reload the page says that it was sent, and leads there', { tag: ['@D-40', '@F37'] }, async ({ page }) => {
  await open(page);
  await chooseStore(page, 127);
  await fill(page, 'Wysłane po cichu', 'Treść');
  let lost = 0;
  await page.route(`**${editor}`, async (route) => {
    lost += 1;
    await route.fetch();
    await route.abort();
  });
  await sendButton(page).click();
  await expect(page.getByRole('alert')).toContainText('Ponowienie jest bezpieczne');
  page.once('dialog', (question) => void question.accept());
  await page.reload();
  const told = page.getByTestId('sent-before');
  await expect(told).toContainText(/Powiadomienie „Wysłane po cichu” zostało wysłane \d{4}-/);
  await expect(page.getByText(/Masz niewysłane/)).toHaveCount(0);
  await expect(page.getByLabel('Tytuł')).toHaveValue('');
  await told.getByRole('link', { name: 'Zobacz szczegóły' }).click();
  await expect(page.getByRole('heading', { name: 'Wysłane po cichu' })).toBeVisible();
  expect(lost).toBe(1);
  await page.getByRole('link', { name: 'Powiadomienia', exact: true }).click();
  await page.getByRole('link', { name: 'Nowe powiadomienie' }).click();
  await expect(page.getByLabel('Tytuł')).toBeVisible();
  await expect(told).toHaveCount(0);
});

test(
  'an answer lost before the server had it is no sent notification; sending the copy again sends once',
  { tag: ['@D-40', '@F37'] },
  async ({ page }) => {
    await open(page);
    await chooseStore(page, 126);
    await fill(page, 'Nie doszło', 'Treść');
    const keys: (string | undefined)[] = [];
    await page.route(`**${editor}`, (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      return keys.length === 1 ? route.abort() : route.continue();
    });
    await sendButton(page).click();
    await expect(page.getByRole('alert')).toContainText('Ponowienie jest bezpieczne');
    page.once('dialog', (question) => void question.accept());
    await page.reload();
    await page.getByRole('button', { name: 'Przywróć' }).click();
    await expect(page.getByTestId('sent-before')).toHaveCount(0);
    await sendButton(page).click();
    await expect(page).toHaveURL(/\/notification\/[a-z0-9]{24}$/);
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  },
);

test('a failed send is said in the bar, in view and with the focus', { tag: ['@D-50', '@D-42'] }, async ({ page }) => {
  await page.setViewportSize({ width: 1400, height: 500 });
  await open(page);
  await chooseStore(page, 125);
  await fill(page);
  await page.route(`**${editor}`, (route) =>
    route.fulfill({ status: 500, json: { error: { code: 'internal', message: '', requestId: 'abc-1' } } }),
  );
  await page.getByLabel('Tytuł').focus();
  // A key pressed before the audience is counted would go to the title: a disabled button takes no focus.
  await expect(sendButton(page)).toBeEnabled();
  await sendButton(page).press('Enter');
  const alert = page.getByRole('alert');
  await expect(alert).toBeFocused();
  await expect(alert).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1400, height: 900 });
  await expectPresentable(page, 'send-failed');
  // At fault is a field that this form does not show: the sentence keeps the focus.
  await page.unroute(`**${editor}`);
  await page.route(`**${editor}`, (route) =>
    route.fulfill({ status: 422, json: { error: { code: 'invalid', message: '', fields: { isTest: ['invalid'] } } } }),
  );
  await expect(testButton(page)).toBeEnabled();
  await testButton(page).press('Enter');
  await expect(alert).toContainText('Wpisane dane zostały zachowane');
  await expect(alert).toBeFocused();
});

test(
  'a failed send keeps everything, and however often it is pressed it happens once',
  { tag: ['@NOTIF-FORM-27', '@NOTIF-FORM-48', '@NOTIF-FORM-49', '@N13', '@A-48', '@ux-6'] },
  async ({ page }) => {
    await open(page);
    await chooseStore(page, 140);
    await fill(page, 'Raz a dobrze', 'Treść');
    const keys: (string | undefined)[] = [];
    await page.route(`**${editor}`, async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      // The first answer is lost on the way, after the server has done its work.
      if (keys.length === 1) {
        await route.fetch();
        await route.abort();
      } else await route.continue();
    });
    await sendButton(page).click();
    await expect(page.getByRole('alert')).toContainText('Ponowienie jest bezpieczne');
    await expect(page.getByLabel('Tytuł')).toHaveValue('Raz a dobrze');
    await sendButton(page).dblclick();
    await expect(page).toHaveURL(/\/notification\/[a-z0-9]{24}$/);
    expect(new Set(keys).size).toBe(1);
    const list = (await callAs('admin', `${editor}/list?text=Raz%20a%20dobrze`)).body as { total: number };
    expect(list.total).toBe(1);
  },
);

test(
  'everyone asks once more, names the number, and Enter twice never sends; head office is done in three clicks',
  { tag: ['@ux-3', '@look.md'] },
  async ({ page }) => {
    await openAs(page, 'admin');
    const hand = aHand();
    await hand.click(page.getByRole('link', { name: 'Nowe powiadomienie' }).first());
    await fill(page, 'Do wszystkich', 'Treść');
    const posts: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && request.url().endsWith(editor) && posts.push(request.url()));
    await expect(sendButton(page)).toBeEnabled();
    await sendButton(page).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Wysłać do wszystkich?' });
    await expect(dialog).toContainText(/To powiadomienie (otrzyma [\d\s]+ urządze(nie|ń)|otrzymają [\d\s]+ urządzenia)\./);
    await expect(dialog.getByRole('button', { name: 'Anuluj' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    expect(posts).toEqual([]);
    await hand.click(sendButton(page));
    await hand.click(dialog.getByRole('button', { name: /^Wyślij do wszystkich \([\d\s]+\)$/ }));
    await expect(page).toHaveURL(/\/notification\/[a-z0-9]{24}$/);
    expect(posts).toHaveLength(1);
    await expect(page.getByTestId('remaining')).toHaveAttribute('data-value', '0');
    expect(hand.clicks()).toBeLessThanOrEqual(3);
  },
);

test(
  'naming a group means that group alone; beside „Wszystkie” it is said that it changes nothing',
  { tag: ['@D-41', '@ux-3'] },
  async ({ page }) => {
    await open(page);
    const groups = page.getByRole('combobox', { name: 'Uwzględnij grupy sklepów' });
    const covered = page.getByTestId('covered');
    await groups.fill('malopolska');
    await page.getByRole('option').click();
    await expect(page.getByRole('radio', { name: 'Tylko wybrane sklepy' })).toBeChecked();
    await expect(covered).toHaveCount(0);
    await expect(page.getByTestId('audience-words')).toHaveText(/^Odbiorcy: Grupa Małopolska · 4 sklepy · [\d\s]+ urządze/);
    await expect(page.getByTestId('scope-banner')).toHaveText('Powiadomienie trafi do wybranych odbiorców');
    // Who insists is told what it means.
    await page.getByRole('radio', { name: 'Wszystkie' }).check();
    await expect(covered).toContainText('„Wszystkie” już obejmuje grupę Małopolska.');
    await expect(page.getByTestId('audience-words')).toHaveText('Odbiorcy: Wszyscy użytkownicy aplikacji');
    await page.getByRole('combobox', { name: 'Uwzględnij sklepy' }).fill('104');
    await page.getByRole('option').click();
    await expect(page.getByRole('radio', { name: 'Wszystkie' })).toBeChecked();
    await expect(covered).toContainText('„Wszystkie” już obejmuje wybrane sklepy i grupy.');
    await page.keyboard.press('Escape');
    await expectPresentable(page, 'send-covered');
    await page.getByRole('button', { name: 'Ogranicz do wybranych' }).press('Enter');
    await expect(page.getByRole('radio', { name: 'Tylko wybrane sklepy' })).toBeChecked();
    await expect(page.getByRole('radio', { name: 'Tylko wybrane sklepy' })).toBeFocused();
    await expect(covered).toHaveCount(0);
  },
);

test(
  'more than a tenth of all phones is asked about like everyone, less is not; a store sends with one press that names it',
  { tag: ['@D-41', '@ux-2', '@ux-3'] },
  async ({ page }) => {
    await page.route('**/check-can-send', (route) => route.fulfill({ json: { canSend: true, reason: null } }));
    await open(page);
    await fill(page, 'Dla wielu', 'Pierwszy wiersz\nDrugi wiersz');
    const total = ((await callAs('admin', `${editor}/audience`, { method: 'POST', body: {} })).body as { total: number }).total;
    const counted = async (devices: number, type: string) => {
      await page.route('**/notification-editor/audience', (route) =>
        route.fulfill({ json: { devices, stores: 3, everyone: false, total } }),
      );
      await page.getByRole('radio', { name: type }).check();
      await expect(page.getByTestId('audience')).toHaveAttribute('data-devices', String(devices));
    };
    const posts: string[] = [];
    await page.route(`**${editor}`, async (route) => {
      posts.push(route.request().url());
      await route.fulfill({ status: 503, json: {} });
    });
    await counted(Math.floor(total / 10) + 1, 'Super');
    await sendButton(page).click();
    const dialog = page.getByRole('dialog', { name: /^Wysłać do [\d\s]+ urządze\S+\?$/ });
    for (const fact of ['Sklepy Super', 'w 3 sklepach', 'Dla wielu', 'Drugi wiersz', await page.getByLabel('Ważne do').inputValue()])
      await expect(dialog).toContainText(fact);
    await expect(dialog.getByRole('button', { name: 'Anuluj' })).toBeFocused();
    await expectPresentable(page, 'send-confirm-large');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    expect(posts).toEqual([]);
    await page.unroute('**/notification-editor/audience');
    await counted(Math.floor(total / 10), 'Contact');
    await sendButton(page).click();
    await expect.poll(() => posts.length).toBe(1);
    await page.unroute('**/notification-editor/audience');
    await chooseStore(page, 124);
    const own = page.getByRole('button', { name: /^Wyślij do klientów sklepu Koszyk \D+ \([\d\s]+\)$/ });
    await own.click();
    await expect.poll(() => posts.length).toBe(2);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  },
);

test('the phone shows title and text while typing, for both systems, collapsed and expanded', { tag: ['@ux-4'] }, async ({ page }) => {
  await open(page);
  await fill(page, 'Świeży chleb', 'Od 6:00\nZapraszamy');
  const phone = page.getByRole('figure', { name: 'Podgląd' });
  await expect(phone).toContainText('Świeży chleb');
  await expect(phone).toContainText('Zapraszamy');
  await phone.getByText('iOS').click();
  await phone.getByText('Zwinięte', { exact: true }).click();
  await expect(phone).toContainText('Świeży chleb');
  await expect(phone).toContainText('Podgląd przybliżony');
  await page.setViewportSize({ width: 400, height: 800 });
  await expect(phone).toBeHidden();
  await page.getByRole('button', { name: 'Podgląd' }).click();
  await expect(page.getByRole('dialog')).toContainText('Świeży chleb');
});

test(
  'a text is as high as its lines, between three and eight of them, whether the browser sees to it or the page',
  { tag: ['@ux-28'] },
  async ({ page, context }) => {
    const heights = async (on: Page): Promise<number[]> => {
      await open(on);
      const field = on.getByRole('textbox', { name: 'Treść' });
      const found: number[] = [];
      for (const text of ['', 'a', 'a\nb\nc\nd\ne', 'Owoce i warzywa '.repeat(25), 'a\n'.repeat(20)]) {
        await field.fill(text);
        found.push((await field.boundingBox())?.height ?? 0);
      }
      return found;
    };
    const byBrowser = await heights(page);
    const [none = 0, one, five = 0, , twenty = 0] = byBrowser;
    expect(one).toBe(none);
    expect(five - none).toBe(2 * 20);
    expect(twenty - none).toBe(5 * 20);
    const older = await context.newPage();
    await older.addInitScript(() => {
      CSS.supports = () => false;
    });
    expect(await heights(older)).toEqual(byBrowser);
  },
);

test('a notification is written and sent with the keyboard alone', { tag: ['@NFR-04'] }, async ({ page }) => {
  await open(page, 'staff-2');
  await expect(page.getByLabel('Tytuł')).toBeFocused();
  await page.keyboard.type('Z klawiatury');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Tylko klawisze');
  await expect(testButton(page)).toBeEnabled();
  for (let n = 0; n < 12 && !(await testButton(page).evaluate((element) => element === document.activeElement)); n += 1)
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/notification\/[a-z0-9]{24}$/);
});

test(
  'what the picker of content offers is asked for by whoever looks for some, or has some chosen',
  { tag: ['@ux-28', '@NOTIF-FORM-44'] },
  async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const published = (): number => asked.filter((url) => url.endsWith('/list/published')).length;
    await open(page);
    await expect(page.getByTestId('audience')).toHaveAttribute('data-devices', /\d+/);
    const picker = page.getByRole('combobox', { name: 'Treść w aplikacji' });
    await expect(picker).toHaveAttribute('placeholder', 'Szukaj opublikowanej treści');
    expect(published()).toBe(0);
    await picker.fill('tankuj');
    await page.getByRole('option', { name: /Tankuj taniej przy sklepie/ }).click();
    await expect(page.getByTestId('link-check')).toBeVisible();
    expect(published()).toBe(1);
    // A copy with a link asks by itself, so that the item is named.
    await page.reload();
    await page.getByRole('button', { name: 'Przywróć' }).click();
    await expect(picker).toHaveValue(/Tankuj taniej/);
    expect(published()).toBe(2);
  },
);

test(
  'a notification is used again: the form says the same to the same people, and nothing is sent by itself',
  { tag: ['@PLAN-05', '@2.7'] },
  async ({ page }) => {
    const [first, second] = await allStores();
    const sent = await callAs('admin', editor, {
      method: 'POST',
      body: {
        title: 'Znowu truskawki',
        content: 'Po 9,99 zł',
        url: 'https://example.com/a',
        validUntil: new Date(Date.now() + 86_400_000).toISOString(),
        isTest: true,
        includeStoreType: '',
        includeStores: [first?._id, second?._id],
      },
    });
    expect(sent.status, JSON.stringify(sent.body)).toBe(201);
    const { _id } = sent.body as { _id: string };
    await openAs(page, 'admin', `${urls.adminUrl}/notification/${_id}`);
    await page.getByRole('link', { name: 'Wyślij ponownie' }).click();
    await expect(page).toHaveURL(`${urls.adminUrl}/notification/new?from=${_id}`);
    await expect(page.getByLabel('Tytuł')).toHaveValue('Znowu truskawki');
    await expect(page.getByRole('textbox', { name: 'Treść' })).toHaveValue('Po 9,99 zł');
    await expect(page.getByRole('textbox', { name: 'Adres docelowy (opcjonalnie)' })).toHaveValue('https://example.com/a');
    await expect(page.getByRole('radio', { name: 'Tylko wybrane sklepy' })).toBeChecked();
    await expect(page.getByTestId('audience-words')).toHaveText(/· 2 sklepy ·/);
    await expect(page.getByLabel('Ważne do')).toHaveValue(dayAhead(14));
    // What is typed since is asked about on the way out, and does not come back as it was sent.
    await page.getByLabel('Tytuł').fill('Znowu maliny');
    await page.getByRole('link', { name: 'Wróć' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Zostań' }).click();
    await expect(page.getByLabel('Tytuł')).toHaveValue('Znowu maliny');
    await page.goto('about:blank');
    await page.goto(`${urls.adminUrl}/notification/new?from=nonsense!`);
    await expect(page.getByLabel('Tytuł')).toHaveValue('');
    await page.goto(`${urls.adminUrl}/notification/new?from=unknown`);
    await expect(page.getByTestId('start-failed')).toBeVisible();
  },
);

const made: string[] = [];
test.afterAll(async () => {
  for (const id of made) expect((await callAs('admin', `/api/v1/store-editor/${id}`, { method: 'DELETE' })).status).toBe(204);
});

const aStoreWithCustomer = async (name: string): Promise<string> => {
  const { _id } = await aStore({ name });
  made.push(_id);
  const secret = await aPhone({ platform: 'android', push: { kind: 'token', value: `rights-${randomUUID()}` } });
  await onPhone(deviceRoutes.change, { secret, body: { mainStoreId: _id, notificationStoreIds: [_id] } });
  return _id;
};
const become = (person: string, facts: object) =>
  fetch(`${urls.issuer}/sandbox/people/${person}`, { method: 'POST', body: JSON.stringify({ name: person, ...facts }) });
const sentFrom = async (page: Page) => {
  await expect(page).toHaveURL(/\/notification\/[a-z0-9]{24}$/);
  const notificationId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  return read('admin', notificationRoutes.details, { params: { notificationId } });
};

test(
  'a send of a store goes to that store, also of whoever became an administrator meanwhile',
  { tag: ['@ROLE-06', '@ROLE-07'] },
  async ({ page }) => {
    const storeId = await aStoreWithCustomer('Żabi Targ Awansu');
    await become('promoted-staff', { storeId });
    await open(page, 'promoted-staff');
    await fill(page);
    await expect(sendButton(page)).toHaveText('Wyślij do klientów sklepu Żabi Targ Awansu (1)');
    await become('promoted-staff', { isAdmin: true });
    await sendButton(page).click();
    expect((await sentFrom(page)).storeId).toBe(storeId);
    // Read anew, the page is an administrator's, who chooses the audience and is asked before everybody gets it.
    await page.goto(`${urls.adminUrl}/notification/new`);
    await expect(page.getByRole('status').filter({ hasText: /Zmieniono Twoje uprawnienia|Your permissions have changed/ })).toBeVisible();
    await expect(page.getByTestId('scope-banner')).toHaveText('Powiadomienie trafi do wszystkich');
  },
);

test('whoever was moved to another store meanwhile does not send to it unawares', { tag: ['@ROLE-06'] }, async ({ page }) => {
  const [former, next] = [await aStoreWithCustomer('Żabi Targ Dawny'), await aStoreWithCustomer('Żabi Targ Nowy')];
  await become('moved-staff', { storeId: former });
  await open(page, 'moved-staff');
  await fill(page, 'Tylko w dawnym');
  await expect(sendButton(page)).toHaveText('Wyślij do klientów sklepu Żabi Targ Dawny (1)');
  await become('moved-staff', { storeId: next });
  await sendButton(page).click();
  await expect(page.getByRole('alert')).toContainText('nie masz już do tego uprawnień');
  await expect(page.getByRole('textbox', { name: 'Tytuł' })).toHaveValue('Tylko w dawnym');
  await expect(sendButton(page)).toHaveText('Wyślij do klientów sklepu Żabi Targ Nowy (1)');
  await sendButton(page).click();
  expect((await sentFrom(page)).storeId).toBe(next);
});
