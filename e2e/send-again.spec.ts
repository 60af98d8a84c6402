import type { Page } from '@playwright/test';
import { create } from './content.ts';
import { expectPartPresentable } from './presentable-part.ts';
import { aStore, callAs, editor, endSession, expect, openAs, speak, test, urls } from './product.ts';

const sent = async (facts: Record<string, unknown>): Promise<{ _id: string; title: string }> => {
  const validUntil = new Date(Date.now() + 86_400_000).toISOString();
  const body = { content: 'Po 9,99 zł', isTest: true, includeStoreType: '', validUntil, ...facts };
  const answer = await callAs('admin', editor, { method: 'POST', body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body as { _id: string; title: string };
};
const rowOf = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });
const choose = async (page: Page, title: string, item: string): Promise<void> => {
  await rowOf(page, title)
    .getByRole('button', { name: `Więcej: ${title}` })
    .click();
  await page.getByRole('menuitem', { name: item }).click();
};
const title = (page: Page) => page.getByRole('textbox', { name: 'Tytuł' });

test(
  'a row of the list offers sending again to the same audience, or the message alone as a draft',
  { tag: ['@PLAN-05'] },
  async ({ page }) => {
    const store = await aStore({ name: 'Żabi Targ Ponowny' });
    const name = `Ponownie maliny ${Date.now()}`;
    await sent({ title: name, includeStores: [store._id] });
    await speak(page, 'pl');
    await openAs(page, 'admin', `${urls.adminUrl}/notification?text=${encodeURIComponent(name)}`);
    await choose(page, name, 'Wyślij ponownie');
    await expect(title(page)).toHaveValue(name);
    await expect(page.getByRole('radio', { name: 'Tylko wybrane sklepy' })).toBeChecked();
    await expect(page.getByTestId('audience-words')).toContainText('Żabi Targ Ponowny');
    await expect(page.getByTestId('start-without')).toHaveCount(0);
    await page.goBack();
    await page.getByRole('dialog').getByRole('button', { name: 'Opuść bez zapisywania' }).click();
    // By the keyboard alone.
    await rowOf(page, name)
      .getByRole('button', { name: `Więcej: ${name}` })
      .focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Wyślij ponownie' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(title(page)).toHaveValue(name);
    await expect(page.getByRole('radio', { name: 'Wszystkie' })).toBeChecked();
    await callAs('admin', `/api/v1/store-editor/${store._id}`, { method: 'DELETE' });
  },
);

test('sending again names and drops deleted stores and content, and never adds recipients', { tag: ['@PLAN-05'] }, async ({ page }) => {
  const [gone, kept] = [await aStore({ name: 'Żabi Targ Zamknięty' }), await aStore({ name: 'Żabi Targ Otwarty' })];
  const item = await create({ name: 'Znikająca kawa', title: 'Kawa' });
  const both = await sent({ title: 'Kawa u obu', includeStores: [gone._id, kept._id], url: `endcap://${item._id}` });
  const without = await sent({ title: 'Kawa bez jednego', includeStoreType: 'all', excludeStores: [gone._id] });
  await callAs('admin', `/api/v1/store-editor/${gone._id}`, { method: 'DELETE' });
  await callAs('admin', `/api/v1/content-editor/${item._id}`, { method: 'DELETE' });
  await speak(page, 'pl');
  await openAs(page, 'admin', `${urls.adminUrl}/notification/${both._id}`);
  // Details may be a second stale.
  await expect(page.getByText('Żabi Targ Zamknięty, Hel (usunięty)')).toBeVisible();
  await page.getByRole('link', { name: 'Wyślij ponownie' }).click();
  const notice = page.getByTestId('start-without');
  await expect(notice).toHaveText('Pominięto to, czego już nie ma: sklep „Żabi Targ Zamknięty, Hel”, treść „Kawa”.');
  await expect(page.getByRole('textbox', { name: 'Adres docelowy (opcjonalnie)' })).toHaveValue('');
  await expect(page.getByTestId('audience-words')).toContainText('Żabi Targ Otwarty');
  await expect(page.getByRole('button', { name: 'Wyślij test' })).toBeEnabled();
  await expectPartPresentable(page, notice, 'send-again-without');
  const other = await page.context().newPage();
  await speak(other, 'pl');
  await openAs(other, 'admin', `${urls.adminUrl}/notification/new?from=${without._id}`);
  await expect(other.getByTestId('start-without')).toContainText('odbiorców trzeba wybrać od nowa');
  await expect(other.getByTestId('scope-banner')).not.toHaveText('Powiadomienie trafi do wszystkich');
  await callAs('admin', `/api/v1/store-editor/${kept._id}`, { method: 'DELETE' });
});

test(
  'edits made while the original loads are kept, also across an ended session',
  { tag: ['@PLAN-05', '@ux-9', '@D-53'] },
  async ({ page }) => {
    const name = `Ponownie śliwki ${Date.now()}`;
    const { _id } = await sent({ title: name });
    const content = page.getByRole('textbox', { name: 'Treść' });
    await speak(page, 'pl');
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(`**${editor}/${_id}*`, async (route) => {
      await held;
      await route.fallback();
    });
    await openAs(page, 'admin', `${urls.adminUrl}/notification/new?from=${_id}`);
    await title(page).fill('Moje śliwki');
    release();
    await expect(content).toHaveValue('Po 9,99 zł');
    await expect(title(page)).toHaveValue('Moje śliwki');

    await content.fill('Po 4,99 zł');
    await endSession(page);
    await expect(page).toHaveURL(/\/login\?/);
    await page.getByRole('button', { name: /^Zaloguj/ }).click();
    const person = page.locator('button[value="admin"]');
    await expect(person.or(title(page))).toBeVisible();
    const hasRead = page.waitForResponse((answer) => answer.url().includes(`${editor}/audience`) && answer.ok());
    if (await person.isVisible()) await person.click();
    await hasRead;
    await expect(page).toHaveURL(new RegExp(`from=${_id}`));
    await expect(title(page)).toHaveValue('Moje śliwki');
    await page.waitForLoadState('networkidle');
    await expect(content).toHaveValue('Po 4,99 zł');
    await expect(title(page)).toHaveValue('Moje śliwki');
  },
);

test(
  'a draft left by an ended session is offered, but does not replace the notification that is sent again',
  { tag: ['@PLAN-05', '@D-53'] },
  async ({ page }) => {
    const name = `Ponownie wiśnie ${Date.now()}`;
    const { _id } = await sent({ title: name });
    await speak(page, 'pl');
    await openAs(page, 'admin', `${urls.adminUrl}/notification/new`);
    await title(page).fill('Zupełnie inny tekst');
    await endSession(page);
    await expect(page).toHaveURL(/\/login\?/);
    await openAs(page, 'admin', `${urls.adminUrl}/notification/new?from=${_id}`);
    await expect(title(page)).toHaveValue(name);
    await expect(page.getByText(/^Masz niewysłane powiadomienie z/)).toBeVisible();
    await page.getByRole('button', { name: 'Przywróć' }).click();
    await expect(title(page)).toHaveValue('Zupełnie inny tekst');
  },
);
