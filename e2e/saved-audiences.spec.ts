import { type SavedAudience, savedAudienceRoutes } from '@endcap/contract/notifications';
import type { Page } from '@playwright/test';
import { expectPartPresentable } from './presentable-part.ts';
import { aStore, callAs, expect, openAs, read, speak, test, urls } from './product.ts';

const api = '/api/v1/saved-audiences';
const form = `${urls.adminUrl}/notification/new`;
const saved = async (): Promise<SavedAudience[]> => (await read('admin', savedAudienceRoutes.list)).saved;
const save = async (name: string, rule: Record<string, unknown>): Promise<void> => {
  const answer = await callAs('admin', api, { method: 'POST', body: { name, ...rule } });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
};
const open = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const dialog = (page: Page, title: string) => page.getByRole('dialog', { name: title });
const words = (page: Page) => page.getByTestId('audience-words');
const stores: string[] = [];
const shop = async (name: string): Promise<{ _id: string; name: string }> => {
  const made = await aStore({ name: `Żabi Targ ${name}`, city: 'Żabice' });
  stores.push(made._id);
  return made;
};
test.afterAll(async () => {
  for (const { _id, name } of await saved()) if (name.startsWith('Żab')) await callAs('admin', `${api}/${_id}`, { method: 'DELETE' });
  for (const id of stores) await callAs('admin', `/api/v1/store-editor/${id}`, { method: 'DELETE' });
});

test(
  'the audience of the form is saved under a name, picked in another form, renamed, replaced and deleted',
  { tag: ['@PLAN-06'] },
  async ({ page }) => {
    const [first, second] = [await shop('Pierwszy'), await shop('Drugi')];
    await speak(page, 'pl');
    await openAs(page, 'admin', form);
    await page.getByRole('combobox', { name: /^Uwzględnij sklepy/ }).fill(first.name);
    await page.getByRole('option').filter({ hasText: first.name }).click();
    await expect(words(page)).toContainText(first.name);
    await open(page, 'Zapisani odbiorcy');
    const list = dialog(page, 'Zapisani odbiorcy');
    await expect(list).toContainText(`Obecni odbiorcy: ${first.name}`);
    await list.getByLabel('Nazwa').fill('Żabia wyprzedaż');
    await page.keyboard.press('Enter');
    const row = list.getByRole('button', { name: /^Żabia wyprzedaż/ });
    await expect(row).toContainText(first.name);
    await expect(row).toHaveAttribute('aria-current', 'true');
    await expect(list).toContainText('Ci odbiorcy są już zapisani.');
    await expectPartPresentable(page, list, 'saved-audiences');

    // In another form, by the keyboard alone; what was typed stays.
    await page.goto(form);
    await page.getByRole('textbox', { name: 'Tytuł' }).fill('Żabie truskawki');
    await expect(words(page)).toContainText('Wszyscy użytkownicy aplikacji');
    await page.getByRole('button', { name: 'Zapisani odbiorcy' }).focus();
    await page.keyboard.press('Enter');
    await expect(row).toBeVisible();
    await row.focus();
    await page.keyboard.press('Enter');
    await expect(list).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Zapisani odbiorcy' })).toBeFocused();
    await expect(page.getByTestId('picked-audience')).toHaveText('Wybrano: Żabia wyprzedaż');
    await expect(words(page)).toContainText(first.name);
    await expect(page.getByRole('radio', { name: 'Tylko wybrane sklepy' })).toBeChecked();
    await expect(page.getByTestId('audience')).toContainText('Nikt');
    await expect(page.getByRole('textbox', { name: 'Tytuł' })).toHaveValue('Żabie truskawki');

    // Another audience replaces it under the same name, in any spelling.
    await page.getByRole('combobox', { name: /^Uwzględnij sklepy/ }).fill(second.name);
    await page.getByRole('option').filter({ hasText: second.name }).click();
    await expect(page.getByTestId('picked-audience')).toHaveText('');
    await open(page, 'Zapisani odbiorcy');
    await expect(list.getByLabel('Nazwa')).toHaveValue('Żabia wyprzedaż');
    await list.getByLabel('Nazwa').fill('zabia WYPRZEDAZ');
    await expect(list).toContainText('Zastąpi to, co zapisano jako „Żabia wyprzedaż”.');
    await list.getByRole('button', { name: 'Zastąp obecnymi odbiorcami' }).click();
    await expect(row).toContainText(`${first.name}, ${second.name}`);
    await list.getByRole('button', { name: 'Zmień nazwę: Żabia wyprzedaż' }).click();
    await page.keyboard.type(' letnia');
    await page.keyboard.press('Enter');
    await expect(list.getByRole('button', { name: /^Żabia wyprzedaż letnia/ })).toBeVisible();
    await list.getByRole('button', { name: 'Usuń: Żabia wyprzedaż letnia' }).click();
    // Cancel has the focus.
    await expect(list.getByRole('button', { name: 'Anuluj' })).toBeFocused();
    await list.getByRole('button', { name: 'Usuń', exact: true }).click();
    await expect(list).not.toContainText('letnia');
    expect((await saved()).filter(({ name }) => name.startsWith('Żabia'))).toEqual([]);
  },
);

test(
  'a saved audience names and drops deleted stores; a dropped exclusion requires choosing the recipients again',
  { tag: ['@PLAN-06', '@D-30'] },
  async ({ page }) => {
    const [gone, kept] = [await shop('Zamknięty'), await shop('Otwarty')];
    await save('Żabie oba', { includeStoreType: '', includeStores: [gone._id, kept._id] });
    await save('Żabie bez jednego', { includeStoreType: 'all', excludeStores: [gone._id] });
    await callAs('admin', `/api/v1/store-editor/${gone._id}`, { method: 'DELETE' });
    await speak(page, 'en');
    await openAs(page, 'admin', form);
    await open(page, 'Saved audiences');
    const list = dialog(page, 'Saved audiences');
    await expect(list.getByRole('button', { name: /^Żabie bez jednego/ })).toContainText(
      'No longer there: store “Żabi Targ Zamknięty, Żabice”. After choosing it, recipients have to be chosen again.',
    );
    await expectPartPresentable(page, list, 'saved-audiences-gone');
    await list.getByRole('button', { name: /^Żabie oba/ }).click();
    await expect(page.getByTestId('audience-without')).toHaveText(
      'Left out, because it no longer exists: store “Żabi Targ Zamknięty, Żabice”.',
    );
    await expect(words(page)).toContainText(kept.name);
    await open(page, 'Saved audiences');
    await list.getByRole('button', { name: /^Żabie bez jednego/ }).click();
    await expect(page.getByTestId('audience-without')).toContainText('the recipients have to be chosen again');
    await expect(page.getByRole('radio', { name: 'Only chosen stores' })).toBeChecked();
    await expect(words(page)).toContainText('Nobody');
  },
);
