import type { Locator } from '@playwright/test';
import { expectPartPresentable } from './presentable-part.ts';
import { expect, openAs, speak, test, urls } from './product.ts';
import { attach, chooseType, unfold } from './content.ts';

// Tests of the settings call the app otherwise meanwhile.
const appName = /^(Endcap|Koszyk( Plus)?)$/;

const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { x: Number.NaN, y: Number.NaN, width: Number.NaN };
const choose = (phone: Locator, word: string) => phone.getByRole('radio', { name: word, exact: true }).click();

test(
  'Android shows a card with the sender and the picture at its right, iOS a large icon; both unfold the picture, light and dark',
  { tag: ['@ux-4'] },
  async ({ page }) => {
    await speak(page, 'pl');
    await openAs(page, 'admin', `${urls.adminUrl}/notification/new`);
    await page.getByRole('textbox', { name: 'Tytuł' }).fill('Świeży chleb');
    await page.getByRole('textbox', { name: 'Treść' }).fill('Od 6:00');
    await attach(page, 'Obraz (opcjonalnie)');
    const phone = page.getByRole('figure', { name: 'Podgląd' });
    const picture = phone.getByRole('img', { name: 'Obraz powiadomienia' });
    await expect(picture).toBeVisible();
    const [sender, title, text] = [phone.getByText(appName), phone.getByText('Świeży chleb'), phone.getByText('Od 6:00')];
    expect((await boxOf(picture)).width).toBeGreaterThan(200);
    expect((await boxOf(picture)).y).toBeGreaterThan((await boxOf(text)).y);
    await choose(phone, 'Zwinięte');
    const small = await boxOf(picture);
    expect(small.width).toBeLessThan(50);
    expect(small.x).toBeGreaterThan((await boxOf(title)).x + (await boxOf(title)).width - 1);
    await expect(sender).toBeVisible();
    const onAndroid = await boxOf(title);
    await choose(phone, 'iOS');
    await expect(sender).toBeHidden();
    expect((await boxOf(title)).y).toBeGreaterThan(onAndroid.y + 50);
    await choose(phone, 'Rozwinięte');
    expect((await boxOf(picture)).y).toBeLessThan((await boxOf(title)).y);
    for (const [word, scheme] of [
      ['Ciemny', 'dark'],
      ['Jasny', 'light'],
    ] as const) {
      await choose(phone, word);
      await expect(title).toHaveCSS('color-scheme', scheme);
    }
    // The button that opens it where there is no room beside the form; a screen's styles are stronger than the common ones.
    await expect(page.getByRole('button', { name: 'Podgląd' })).toBeHidden();
    await expectPartPresentable(page, phone, 'phone-push');
  },
);

test(
  'the phone in the content editor shows the tab of the type, two neighbours, the opened page, and the inactive mark',
  { tag: ['@D-47'] },
  async ({ page }) => {
    await speak(page, 'pl');
    await openAs(page, 'admin', `${urls.adminUrl}/content/new`);
    const phone = page.getByRole('figure', { name: 'Podgląd w aplikacji' });
    const tab = phone.locator('[data-current]');
    await expect(phone).toContainText('Klient jeszcze nic nie zobaczy');
    await expect(phone.getByTestId('neighbour')).toHaveCount(2);
    await expect(phone.getByText(appName)).toBeVisible();
    await expect(tab).toHaveText('Gazetki');
    for (const [type, home] of [
      ['Kod jednorazowy', 'Kupony'],
      ['Pasek postępu', 'Lojalność'],
      ['Baner', 'Start'],
    ] as const) {
      await chooseType(page, type);
      await expect(tab).toHaveText(home);
    }
    await page.getByRole('combobox', { name: 'Zakładka', exact: true }).selectOption('Akcje');
    await expect(tab).toHaveText('Akcje');
    await page.getByRole('textbox', { name: 'Tytuł', exact: true }).fill('Dla klientów');
    await unfold(page);
    await page.getByRole('textbox', { name: 'Opis', exact: true }).fill('Tylko **dziś**');
    const card = phone.getByTestId('card');
    await expect(card).toContainText('Dla klientów');
    await expect(card).not.toContainText('Nieaktywne');
    await page.getByRole('checkbox', { name: 'Nieaktywne' }).check();
    await expect(card).toContainText('Nieaktywne');
    await page.getByRole('checkbox', { name: 'Nieaktywne' }).uncheck();
    await choose(phone, 'Po otwarciu');
    await expect(card).toHaveCount(0);
    await expect(phone.getByText('Dla klientów')).toHaveCount(2);
    await expect(phone.getByRole('group', { name: 'Ekran telefonu' }).locator('strong', { hasText: 'dziś' })).toBeVisible();
    await expect(phone.getByText('Zamknij')).toBeVisible();
    await expectPartPresentable(page, phone, 'phone-content');
  },
);
