import { expect, expectAccessible, signIn, test, urls } from './product.ts';

test('D-49, ux 22: without a connection a banner says since when, screens open all the same, and come up to date by themselves', async ({
  page,
  context,
}) => {
  await signIn(page, 'admin');
  const banner = page.getByTestId('connection');
  const loaded = (name: string): Promise<unknown> =>
    page.waitForFunction(
      (wanted) => performance.getEntriesByType('resource').some((entry) => new URL(entry.name).pathname.startsWith(`/assets/${wanted}`)),
      name,
    );
  for (const name of ['settings-page', 'send-notification-page', 'thread-page', 'toasts']) await loaded(name);
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
});

test('D-49: nothing is sent by itself when the connection is back', async ({ page, context }) => {
  await signIn(page, 'admin');
  await page.goto(`${urls.adminUrl}/notification/new`);
  await page.getByRole('textbox', { name: 'Tytuł' }).fill('Bez sieci');
  await page.getByRole('textbox', { name: 'Treść' }).fill('Tego nie wysyła nikt poza człowiekiem');
  await expect(page.getByRole('button', { name: 'Wyślij test' })).toBeEnabled();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Wyślij test' }).click();
  await expect(page.getByText('Brak odpowiedzi serwera.')).toBeVisible();
  const sends: string[] = [];
  page.on('request', (request) => /notification-editor(\/test)?$/.test(request.url()) && sends.push(request.url()));
  const asked = page.waitForResponse((response) => response.url().endsWith('/check-can-send'));
  await context.setOffline(false);
  await expect(page.getByTestId('connection')).toBeEmpty();
  // Everything that is read again by itself has been.
  await asked;
  expect(sends).toEqual([]);
  await page.reload();
  // It has been asked what became of the attempt, and the screen is at rest.
  await page.getByRole('button', { name: 'Przywróć' }).click();
  await expect(page.getByRole('button', { name: 'Wyślij test' })).toBeEnabled();
  await expect(page.getByRole('textbox', { name: 'Tytuł' })).toHaveValue('Bez sieci');
  expect(sends).toEqual([]);
});

test('D-49, F74: a screen whose code cannot be loaded leaves the shell in place and comes when it can', async ({ page, context }) => {
  await page.route('**/assets/settings-page*', (route) => route.abort());
  await page.route('**/assets/profile-menu-open*', (route) => route.abort());
  await signIn(page, 'admin');
  await context.setOffline(true);
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('The server cannot be reached.');
  await expect(page.getByRole('navigation', { name: 'Navigation' })).toBeVisible();
  // The server is there again, the file is not: a new version.
  await context.setOffline(false);
  await expect(alert).toContainText('This screen could not be loaded.');
  // Tooltips stand outside all landmarks.
  await page.mouse.move(700, 500);
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  await expectAccessible(page);
  await page.unroute('**/assets/settings-page*');
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
});
