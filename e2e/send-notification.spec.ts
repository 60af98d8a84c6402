import { randomUUID } from 'node:crypto';
import { deviceRoutes } from '@endcap/contract/devices';
import { notificationRoutes } from '@endcap/contract/notifications';
import type { Page } from '@playwright/test';
import { aHand } from './hand.ts';
import { expectPartPresentable } from './presentable-part.ts';
import { aPhone, onPhone } from './phones.ts';
import { pollOften } from './poll-often.ts';
import { allStores, aStore, callAs, editor, expect, expectSignedOutWithout, openAs, read, test, urls } from './product.ts';

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

test(
  'takes an image by pick, drop and paste, previews and removes it, refuses wrong kinds; of two pasted ones the last counts, sending waits for it, and cells of a sheet are text',
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
    await test.step('of two pictures that are pasted the last one counts, sending waits for it, and cells of a sheet are text', async () => {
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

      // A refused image ends the upload of the one before it.
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
    });
  },
);

test(
  'the audience estimate follows the choice, equals the API, and contradictions are pointed out; the calendar of its end can be read',
  {
    tag: [
      '@D-43',
      '@NOTIF-FORM-16',
      '@NOTIF-FORM-17',
      '@NOTIF-FORM-18',
      '@NOTIF-FORM-19',
      '@NOTIF-FORM-40',
      '@NOTIF-FORM-51',
      '@ux-1',
      '@ux-2',
    ],
  },
  async ({ page }) => {
    const audience = page.getByTestId('audience');
    const shown = async () => Number(await audience.getAttribute('data-devices'));
    const estimate = async (body: unknown) =>
      ((await callAs('admin', `${editor}/audience`, { method: 'POST', body })).body as { devices: number }).devices;
    // The number of devices changes while other tests register phones, so the page is compared with the response it received.
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
    await expect(audience).toHaveText(/^(?:około )?[\d\s]+ urządze\S+ w 1 sklepie$/);
    await page.getByRole('combobox', { name: 'Wyklucz sklepy' }).fill('krakow dluga');
    await page.getByRole('option').click();
    await expect(page.getByText(/Wykluczenie ma pierwszeństwo: Koszyk Kraków Długa/)).toBeVisible();
    await expect(audience).toHaveText('Nikt nie otrzyma tego powiadomienia.');
    await page.getByRole('combobox', { name: 'Uwzględnij grupy sklepów' }).fill('malopolska');
    await page.getByRole('option').click();
    await expect(audience).toHaveText(/w 3 sklepach$/);
    // The texts of each choice are tested on the form (send-notification.form.test.tsx).
    await page.getByRole('radio', { name: 'Wszystkie' }).check();
    await expectPartPresentable(page, page.getByTestId('covered'), 'send-covered');
    await page.getByRole('button', { name: 'Ogranicz do wybranych' }).press('Enter');
    await expect(page.getByRole('radio', { name: 'Tylko wybrane sklepy' })).toBeFocused();
    // Which days it offers is tested on the form.
    await page.getByRole('button', { name: 'Wybierz z kalendarza' }).click();
    const calendar = page.getByRole('dialog', { name: 'Wybierz z kalendarza' });
    await expect(calendar.locator(':focus')).toHaveCount(1);
    await expectPartPresentable(page, calendar, 'send-calendar');
  },
);

test(
  'shows a violated rule at its field; a test send opens its details; Back restores the form, and a new form offers the draft',
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
      '@D-40',
    ],
  },
  async ({ page }) => {
    await pollOften(page);
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
    // Checks both parts at once, since the toast closes by itself.
    await expect(page.locator('.mantine-Notification-root')).toContainText(/Powiadomienie wysłane[^]*Wysłano powiadomienie testowe/);
    await expect(page.getByText('Test', { exact: true })).toBeVisible();
    await expect(page.getByTestId('successful')).toHaveAttribute('data-value', /[1-9]/);
    await page.goBack();
    await expect(page.getByLabel('Tytuł')).toHaveValue('Próbny tytuł');
    await expect(page.getByRole('textbox', { name: 'Treść' })).toHaveValue('Próbna treść');
    await test.step('a new notification starts empty and offers the copy; discarding ends it', async () => {
      await expect(testButton(page)).toBeEnabled();
      await testButton(page).click();
      await expect(page).toHaveURL(/\/notification\/[a-z0-9]{24}$/);
      // The form's own way back stands where that of the details comes.
      await expect(page.getByRole('heading', { name: 'Próbny tytuł' })).toBeVisible();
      await page.getByRole('link', { name: 'Powiadomienia', exact: true }).click();
      await page.getByRole('link', { name: 'Nowe powiadomienie' }).click();
      await expect(page.getByLabel('Tytuł')).toHaveValue('');
      await expect(page.getByText(/Masz niewysłane powiadomienie z \d{4}-\d\d-\d\d \d\d:\d\d\./)).toBeVisible();
      await expectPartPresentable(page, page.getByRole('status').filter({ hasText: 'Masz niewysłane' }), 'send-draft');
      await page.getByRole('button', { name: 'Odrzuć' }).press('Enter');
      // The button disappears with the answer, so the focus moves to the form (D-45, WCAG 2.4.3).
      await expect(page.getByLabel('Tytuł')).toBeFocused();
      await page.reload();
      await expect(page.getByLabel('Tytuł')).toBeVisible();
      await expect(page.getByText(/Masz niewysłane/)).toHaveCount(0);
    });
  },
);

test(
  'keeps a click that follows typing immediately, also at the end of a page that gets shorter',
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

test(
  'links, Wróć, Back and closing ask first; a reload and a crash offer the draft; sending and signing out delete it',
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
    // Reloads before the debounced draft is stored.
    page.once('dialog', (question) => void question.accept());
    await page.reload();
    await expect(page.getByLabel('Tytuł')).toHaveValue('');
    await page.getByRole('button', { name: 'Przywróć' }).click();
    await expect(page.getByLabel('Tytuł')).toHaveValue('Nic nie ginie');
    await expect(page.getByRole('textbox', { name: 'Treść' })).toHaveValue('Ani jedno słowo');
    // Each store has a draft of its own; the typed text moves along.
    const before = await draftKeys();
    await chooseStore(page, 129);
    await expect(page.getByLabel('Tytuł')).toHaveValue('Nic nie ginie');
    await expect.poll(async () => (await draftKeys()).filter((key) => !before.includes(key))).toHaveLength(1);
    expect(await draftKeys()).toHaveLength(1);
    const second = await context.newPage();
    await second.goto(`${urls.adminUrl}/notification/new`);
    await second.getByRole('button', { name: 'Przywróć' }).click();
    await expect(second.getByLabel('Tytuł')).toHaveValue('Nic nie ginie');
    // The second tab saves its draft while closing, so close it before this page sends.
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
    await expectSignedOutWithout(page, /^endcap\.draft\./);
  },
);

test('a failed send is reported in the bar, in view and with the focus', { tag: ['@D-50', '@D-42'] }, async ({ page }) => {
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
  await expectPartPresentable(page, alert, 'send-failed');
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
  'a send to everyone asks for confirmation with the number of devices, takes three clicks, and Enter twice never sends',
  { tag: ['@ux-3', '@look.md'] },
  async ({ page }) => {
    await pollOften(page);
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
    await expectPartPresentable(page, dialog, 'send-confirm');
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
  'a text area grows from three to eight lines, with or without browser support; a narrow window shows the phone in a dialog',
  { tag: ['@ux-4', '@ux-28'] },
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
    await older.close();
    await test.step('a narrow window shows the phone in a dialog on request', async () => {
      await fill(page, 'Świeży chleb');
      const phone = page.getByRole('figure', { name: 'Podgląd' });
      await expect(phone).toBeVisible();
      await page.setViewportSize({ width: 400, height: 800 });
      await expect(phone).toBeHidden();
      await page.getByRole('button', { name: 'Podgląd' }).click();
      await expect(page.getByRole('dialog')).toContainText('Świeży chleb');
    });
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
  'a send for a store goes to that store even if the sender has become an administrator',
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
    // After a reload the form is an administrator's: they choose the audience and confirm a send to everyone.
    await page.goto(`${urls.adminUrl}/notification/new`);
    await expect(page.getByRole('status').filter({ hasText: /Zmieniono Twoje uprawnienia|Your permissions have changed/ })).toBeVisible();
    await expect(page.getByTestId('scope-banner')).toHaveText('Powiadomienie trafi do wszystkich');
  },
);

test('a sender moved to another store is refused once before a send goes to the new store', { tag: ['@ROLE-06'] }, async ({ page }) => {
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
