import { randomUUID } from 'node:crypto';
import { customerRoutes } from '@endcap/contract/customers';
import type { Page } from '@playwright/test';
import { loseAnswer } from './lost-answer.ts';
import { aPhone, askAssistant } from './phones.ts';
import { expect, expectPresentable, openAs, read, speak, test, urls } from './product.ts';

/** A customer with so many phones, who asked on each of them; answers their id and a thread. */
const aCustomer = async (phones: number): Promise<{ userId: string; threadId: string }> => {
  const userId = `Zz-${randomUUID().slice(0, 8)}`;
  let threadId = '';
  for (let n = 0; n < phones; n += 1) {
    threadId = await askAssistant(await aPhone({ userId }), `Żżdziwne pytanie ${n}`);
  }
  return { userId, threadId };
};
const keptOf = async (userId: string) => (await read('admin', customerRoutes.kept, { body: { userId } })).kept;
const dialogOf = (page: Page) => page.getByRole('dialog');

test(
  'from a thread a customer is erased after a question that names what will go; the activity has it',
  { tag: ['@D-27', '@OPS-07'] },
  async ({ page }) => {
    await speak(page, 'en');
    const { userId, threadId } = await aCustomer(2);
    await openAs(page, 'admin', `${urls.adminUrl}/thread/${threadId}`);
    const erase = page.getByRole('button', { name: 'Erase customer data …' });
    await erase.click();
    const dialog = dialogOf(page);
    await expect(dialog.getByText(`What will be erased of ${userId}:`)).toBeVisible();
    await expect(dialog.getByRole('listitem')).toHaveText([
      '2 devices with push address and chosen stores',
      '2 conversations with the assistant (4 messages)',
    ]);
    await expect(dialog.getByText('This action is irreversible.')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(erase).toBeFocused();
    expect(await keptOf(userId)).toMatchObject({ devices: 2, threads: 2 });

    await erase.click();
    await dialog.getByRole('button', { name: 'Erase', exact: true }).click();
    await expect(page).toHaveURL(`${urls.adminUrl}/threads`);
    await expect(page.getByText('The customer’s data is erased')).toBeVisible();
    await expect(page.getByText(threadId)).toHaveCount(0);
    expect(await keptOf(userId)).toMatchObject({ devices: 0, threads: 0 });

    await page.goto(`${urls.adminUrl}/activity?kind=customer`);
    const entry = page.getByRole('row').nth(1);
    await expect(entry).toContainText(/Customer data: [0-9a-f]{12}/);
    await expect(entry).toContainText('erased');
    await entry.getByRole('link').click();
    const change = page.getByRole('dialog');
    await expect(change).toContainText('Devices');
    await expect(change).toContainText('Messages in them');
    await expect(change).not.toContainText(userId);
  },
);

test(
  'a customer without conversations is found by their id in the list; what is none is said, and nobody is asked twice',
  { tag: ['@D-27'] },
  async ({ page }) => {
    await speak(page, 'pl');
    const userId = `Zz-${randomUUID().slice(0, 8)}`;
    await aPhone({ userId });
    await openAs(page, 'admin', `${urls.adminUrl}/threads`);
    const open = page.getByRole('button', { name: 'Usuń dane klienta …' });
    await open.click();
    const dialog = dialogOf(page);
    const field = dialog.getByRole('textbox', { name: 'Id klienta' });
    await expect(field).toBeFocused();
    await field.fill('ż ż');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('Od 1 do 200 znaków bez spacji i polskich liter.')).toBeVisible();
    await field.fill(` ${userId} `);
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('listitem')).toHaveText(['1 urządzenie z adresem powiadomień i wybranymi sklepami']);
    await dialog.getByRole('button', { name: 'Usuń dane' }).click();
    await expect(page.getByText('Dane klienta usunięte')).toBeVisible();
    await expect(dialog).toHaveCount(0);

    await open.click();
    await field.fill(userId);
    await dialog.getByRole('button', { name: 'Sprawdź' }).click();
    await expect(dialog.getByText(`Nie ma żadnych danych klienta ${userId}.`)).toBeVisible();
    await expect(dialog.getByText(/Dane tego klienta usunięto już raz: \d{4}-\d{2}-\d{2}/)).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Usuń dane' })).toHaveCount(0);
    await expect(dialog.getByText('Tej czynności nie można cofnąć.')).toHaveCount(0);
  },
);

test('a failed erasure says so and can be asked again', { tag: ['@D-27'] }, async ({ page }) => {
  await speak(page, 'en');
  const { userId, threadId } = await aCustomer(1);
  await openAs(page, 'admin', `${urls.adminUrl}/thread/${threadId}`);
  await page.getByRole('button', { name: 'Erase customer data …' }).click();
  const dialog = dialogOf(page);
  await page.route('**/customers/erase', (route) =>
    route.fulfill({ status: 429, json: { error: { code: 'too_many_requests', message: 'x' } } }),
  );
  await dialog.getByRole('button', { name: 'Erase', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('Not everything could be erased.');
  await page.unroute('**/customers/erase');
  await dialog.getByRole('button', { name: 'Erase', exact: true }).click();
  await expect(page).toHaveURL(`${urls.adminUrl}/threads`);
  expect(await keptOf(userId)).toMatchObject({ devices: 0, threads: 0 });
});

test(
  'of an erasure whose answer is lost nobody says that something was left; what is kept is looked up again',
  { tag: ['@D-27', '@ux-20', '@ux-22'] },
  async ({ page }) => {
    await speak(page, 'en');
    const { userId, threadId } = await aCustomer(1);
    await openAs(page, 'admin', `${urls.adminUrl}/thread/${threadId}`);
    await page.getByRole('button', { name: 'Erase customer data …' }).click();
    const dialog = dialogOf(page);
    const erase = dialog.getByRole('button', { name: 'Erase', exact: true });
    // Before it was done, and after.
    await page.route('**/customers/erase', (route) => route.abort(), { times: 1 });
    await erase.click();
    const alert = dialog.getByRole('alert');
    await expect(alert).toContainText('The server did not confirm it: nobody knows whether everything was erased.');
    await expect(alert).not.toContainText('Not everything');
    await expect(dialog.getByText(`What will be erased of ${userId}:`)).toBeVisible();
    await loseAnswer(page, '**/customers/erase');
    await erase.click();
    await expect(dialog.getByText(`Nothing is kept about ${userId}.`)).toBeVisible();
    await expect(dialog.getByText(/This customer was erased before:/)).toBeVisible();
    await expect(alert).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(dialog).toHaveCount(0);
    expect(await keptOf(userId)).toMatchObject({ devices: 0, threads: 0 });
  },
);

for (const language of ['pl', 'en'] as const)
  test(`the question and its place, light and dark, at every width (${language})`, { tag: ['@D-27'] }, async ({ page }) => {
    await speak(page, language);
    const { threadId } = await aCustomer(2);
    const name = language === 'pl' ? 'Usuń dane klienta …' : 'Erase customer data …';
    await openAs(page, 'admin', `${urls.adminUrl}/thread/${threadId}`);
    await expectPresentable(page, `thread-erase-${language}`);
    await page.getByRole('button', { name }).click();
    await expect(dialogOf(page).getByRole('listitem')).toHaveCount(2);
    await expectPresentable(page, `erase-customer-${language}`);
    await page.goto(`${urls.adminUrl}/threads`);
    await page.getByRole('button', { name }).click();
    await expect(dialogOf(page).getByRole('textbox')).toBeFocused();
    await expectPresentable(page, `erase-whom-${language}`);
  });
