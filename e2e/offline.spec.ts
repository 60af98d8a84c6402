import { expectAccessible } from './accessible.ts';
import { expect, expectPresentable, openAs, signIn, test, urls } from './product.ts';

// It is about loading the page's files.
test.use({ ownContext: true });

test(
  'without a connection a banner shows since when, screens still open, and data reloads once it is back',
  { tag: ['@D-49', '@ux-22'] },
  async ({ page, context }) => {
    await openAs(page, 'admin');
    const banner = page.getByTestId('connection');
    const loaded = (name: string): Promise<unknown> =>
      page.waitForFunction(
        (wanted) => performance.getEntriesByType('resource').some((entry) => new URL(entry.name).pathname.startsWith(`/assets/${wanted}`)),
        name,
      );
    for (const name of ['settings-page', 'send-notification-page', 'thread-page', 'key-help', 'toasts']) await loaded(name);
    await expect(banner).toBeEmpty();
    await context.setOffline(true);
    await expect(banner).toHaveText(/^No connection since \d\d:\d\d\./);
    await expect(page.getByRole('row').getByRole('link').first()).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Stores', exact: true }).click();
    await expect(page.getByRole('alert')).toContainText('The server cannot be reached.');
    await expect(page).toHaveURL(`${urls.adminUrl}/store`);
    await context.setOffline(false);
    await expect(banner).toBeEmpty();
    await expect(page.getByRole('row').nth(1)).toBeVisible();
  },
);

test('sends nothing automatically when the connection is back', { tag: ['@D-49'] }, async ({ page, context }) => {
  await openAs(page, 'admin', `${urls.adminUrl}/notification/new`);
  await page.getByRole('textbox', { name: 'Tytuł' }).fill('Bez sieci');
  await page.getByRole('textbox', { name: 'Treść' }).fill('Tego nie wysyła nikt poza człowiekiem');
  await expect(page.getByRole('button', { name: 'Wyślij test' })).toBeEnabled();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Wyślij test' }).click();
  await expect(page.getByText('Brak odpowiedzi serwera.')).toBeVisible();
  const sends: string[] = [];
  page.on('request', (request) => /notification-editor(\/test)?$/.test(request.url()) && sends.push(request.url()));
  const response = page.waitForResponse((response) => response.url().endsWith('/check-can-send'));
  await context.setOffline(false);
  await expect(page.getByTestId('connection')).toBeEmpty();
  // The automatic refetch is done.
  await response;
  expect(sends).toEqual([]);
  await page.reload();
  // Waits until the outcome of the attempt was requested and the screen is at rest.
  await page.getByRole('button', { name: 'Przywróć' }).click();
  await expect(page.getByRole('button', { name: 'Wyślij test' })).toBeEnabled();
  await expect(page.getByRole('textbox', { name: 'Tytuł' })).toHaveValue('Bez sieci');
  expect(sends).toEqual([]);
});

test(
  'a screen whose code cannot load keeps the shell in place, and opens once the code loads',
  { tag: ['@D-49', '@F74'] },
  async ({ page, context }) => {
    await page.route('**/assets/settings-page*', (route) => route.abort());
    await page.route('**/assets/profile-menu-open*', (route) => route.abort());
    await signIn(page, 'admin');
    await context.setOffline(true);
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('The server cannot be reached.');
    await expect(page.getByRole('navigation', { name: 'Navigation' })).toBeVisible();
    // The server responds again but the file is missing, as after the deployment of a new version.
    await context.setOffline(false);
    await expect(alert).toContainText('This screen could not be loaded.');
    // Tooltips stand outside all landmarks.
    await page.mouse.move(700, 500);
    await expect(page.getByTestId('hint')).toHaveCount(0);
    await expectAccessible(page);
    // The file is available from the reload on. Earlier, the screen would load by itself and remove the button.
    await page.route(`${urls.adminUrl}/settings`, async (route) => {
      await page.unroute('**/assets/settings-page*');
      await route.continue();
    });
    await alert.getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  },
);

test(
  'a part of a screen whose code is missing shows an error, keeps the input, and loads on a retry',
  { tag: ['@D-49', '@F74'] },
  async ({ page }) => {
    await page.route('**/assets/pick-options*', (route) => route.abort());
    await page.route('**/assets/date-calendar*', (route) => route.abort());
    await openAs(page, 'admin', `${urls.adminUrl}/notification/new`);
    await page.getByRole('textbox', { name: 'Tytuł' }).fill('Zostaje');
    const missing = page.getByTestId('missing-part');
    await expect(missing).toBeEmpty();
    await page.getByRole('combobox', { name: 'Uwzględnij sklepy' }).fill('104');
    await expect(missing).toContainText('Part of this page could not be loaded.');
    await page.getByRole('combobox', { name: 'Uwzględnij sklepy' }).press('Escape');
    await page.getByRole('button', { name: 'Wybierz z kalendarza' }).click();
    // Also from the end of the page.
    await page.mouse.wheel(0, 10_000);
    await expect(missing).toBeInViewport({ ratio: 1 });
    await expectPresentable(page, 'part-missing');
    const tried = page.waitForEvent('requestfailed', (request) => /\/assets\/(pick-options|date-calendar)/.test(request.url()));
    await missing.getByRole('button', { name: 'Try again' }).click();
    await tried;
    await expect(missing).toContainText('Part of this page could not be loaded.');
    // A reload loads the files of a new version, and the draft keeps the input.
    page.once('dialog', (question) => void question.accept());
    await missing.getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('button', { name: 'Przywróć' }).click();
    await expect(page.getByRole('textbox', { name: 'Tytuł' })).toHaveValue('Zostaje');
    await page.getByRole('combobox', { name: 'Uwzględnij sklepy' }).fill('104');
    await expect(missing).toContainText('Part of this page could not be loaded.');
    await page.unroute('**/assets/pick-options*');
    await page.unroute('**/assets/date-calendar*');
    await missing.getByRole('button', { name: 'Try again' }).press('Enter');
    await expect(missing).toBeEmpty();
    await expect(page.getByRole('main')).toBeFocused();
    await expect(page.getByRole('textbox', { name: 'Tytuł' })).toHaveValue('Zostaje');
    await page.getByRole('combobox', { name: 'Uwzględnij sklepy' }).fill('105');
    await expect(page.getByRole('option').first()).toBeVisible();
  },
);
