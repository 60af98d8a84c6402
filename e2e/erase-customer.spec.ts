import { randomUUID } from 'node:crypto';
import { customerRoutes } from '@endcap/contract/customers';
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expectPresentableInBoth } from './both-languages.ts';
import { aPhone, askAssistant } from './phones.ts';
import { expect, openAs, read, speak, test, urls } from './product.ts';

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
    await expect(dialog.getByText(`Data of ${userId} that will be erased:`)).toBeVisible();
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
    const entry = page.locator('tbody tr[data-row]').first();
    await expect(entry).toContainText(/Customer data: [0-9a-f]{12}/);
    await expect(entry).toContainText('erased');
    await entry.getByRole('link').click();
    const change = page.getByRole('dialog');
    await expect(change).toContainText('Devices');
    await expect(change).toContainText('Messages in them');
    await expect(change).not.toContainText(userId);
  },
);

test('the questions whom to erase and whether to erase are presentable', { tag: ['@D-27'] }, async ({ page }) => {
  await speak(page, 'pl');
  const { userId } = await aCustomer(2);
  await openAs(page, 'admin', `${urls.adminUrl}/threads`);
  await page.getByRole('button', { name: 'Usuń dane klienta …' }).click();
  const field = dialogOf(page).getByRole('textbox', { name: 'Identyfikator klienta' });
  await expect(field).toBeFocused();
  await field.fill('ż ż');
  await page.keyboard.press('Enter');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await field.fill(userId);
  await page.keyboard.press('Enter');
  await expect(dialogOf(page).getByRole('listitem')).toHaveCount(2);
  await expectPresentableInBoth(page, 'erase-customer');
});
