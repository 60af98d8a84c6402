import { deviceRoutes } from '@endcap/contract/devices';
import type { Locator, Page } from '@playwright/test';
import { dayAhead, instantAhead, UNTIL_TOMORROW } from './days.ts';
import { expectPartPresentable } from './presentable-part.ts';
import { aPhone, onPhone } from './phones.ts';
import { aStore, callAs, editor, expect, expectNoSidewaysScroll, expectPresentable, openAs, speak, test, urls } from './product.ts';

const stores: string[] = [];
test.afterEach(async () => {
  for (const id of stores.splice(0)) expect((await callAs('admin', `/api/v1/store-editor/${id}`, { method: 'DELETE' })).status).toBe(204);
});

const review = (page: Page) => page.getByTestId('review');
const fact = (page: Page, name: string) =>
  review(page)
    .locator('dt', { hasText: new RegExp(`^${name}$`) })
    .locator('+ dd');
const boxOf = async (what: Locator) => {
  const box = await what.boundingBox();
  if (!box) throw new Error('Nowhere on the page');
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
};

/** A store with a phone of its own and hours of every day, selected by the administrator. */
const openForOwnStore = async (page: Page, name: string, facts: Record<string, unknown> = {}): Promise<string> => {
  const store = await aStore({ name: `Żabi Targ ${name}`, city: 'Żabia Wola', ...facts });
  stores.push(store._id);
  const secret = await aPhone({ push: { kind: 'token', value: `review-${store._id}` } });
  await onPhone(deviceRoutes.change, { secret, body: { notificationStoreIds: [store._id] } });
  await openAs(page, 'admin', `${urls.adminUrl}/notification/new`);
  const select = page.getByRole('combobox', { name: /Selected store|Wybrany sklep/ });
  await select.fill(store.name);
  await page.getByRole('option').filter({ hasText: store.name }).click();
  return store._id;
};
const fill = async (page: Page, title: string, text: string): Promise<void> => {
  await page.getByRole('textbox', { name: 'Tytuł' }).fill(title);
  await page.getByRole('textbox', { name: 'Treść' }).fill(text);
};

test(
  'at 1400 × 900 the review and the phone stand beside the form in view; on narrow pages the review stands between form and bar',
  { tag: ['@ux-2', '@ux-24'] },
  async ({ page }) => {
    await speak(page, 'pl');
    await page.setViewportSize({ width: 1400, height: 900 });
    await openForOwnStore(page, 'przeglądu');
    await fill(page, 'Rano chleb', 'Prosto z pieca, tylko do południa');
    await expect(fact(page, 'Odbiorcy')).toContainText('Klienci sklepu Żabi Targ przeglądu');
    await expect(fact(page, 'Odbiorcy')).toContainText('1 urządzenie');
    await expect(fact(page, 'Po dotknięciu')).toHaveText('Otwiera aplikację');
    await expect(fact(page, 'Kiedy')).toHaveText('Od razu');
    const phone = page.getByRole('figure', { name: 'Podgląd' });
    await expect(phone).toContainText('Rano chleb');
    await expect(page.getByTestId('attention')).toContainText('ostatnich 7 dniach');
    const [form, beside, shown] = [
      await boxOf(page.getByRole('textbox', { name: 'Treść' })),
      await boxOf(review(page)),
      await boxOf(phone),
    ];
    expect(form.right).toBeLessThan(beside.x);
    expect(beside.right).toBeLessThan(shown.x);
    expect(Math.max(beside.bottom, shown.bottom)).toBeLessThanOrEqual(900);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await page.getByRole('radio', { name: 'Później' }).check();
    await page.getByRole('textbox', { name: /^Początek wysyłki/ }).fill(`${dayAhead(1)} 7:30`);
    await expect(fact(page, 'Kiedy')).toHaveText(new RegExp(`07:30, ${UNTIL_TOMORROW}`));
    await expectPresentable(page, 'send-review');
    for (const width of [768, 360]) {
      await page.setViewportSize({ width, height: 900 });
      const end = await boxOf(page.getByRole('textbox', { name: /^Początek wysyłki/ }));
      const below = await boxOf(review(page));
      const bar = await boxOf(page.getByRole('button', { name: /^Zaplanuj/ }));
      expect(end.bottom, String(width)).toBeLessThan(below.y);
      // The bar is in view wherever one is, and after the review at the end.
      expect(bar.bottom, String(width)).toBeLessThanOrEqual(900);
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      expect((await boxOf(page.getByRole('button', { name: /^Zaplanuj/ }))).y).toBeGreaterThan((await boxOf(review(page))).bottom);
    }
    await speak(page, 'en');
    await page.reload();
    await expect(review(page)).toContainText('Before you send');
    await expect(fact(page, 'Audience')).toContainText('Customers of Żabi Targ przeglądu');
    await expectNoSidewaysScroll(page);
  },
);

test(
  'the review warns of stores closed at the start, a link to a missing item and a text sent before',
  { tag: ['@TRADE-05', '@LINK-01', '@CARE-01'] },
  async ({ page }) => {
    await speak(page, 'pl');
    const week = Object.fromEntries(
      ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((day) => [`${day}Hours`, '6-22']),
    );
    // Also on a holiday.
    const hoursExceptions = [{ day: dayAhead(2), hours: '6-22' }];
    const store = await openForOwnStore(page, 'dziwny', { ...week, hoursExceptions });
    const text = { title: 'Masło za 3,99', content: 'Tylko dziś' };
    const validUntil = instantAhead(5, '0:00');
    const sent = await callAs('admin', editor, { method: 'POST', store, body: { ...text, validUntil } });
    expect(sent.status, JSON.stringify(sent.body)).toBe(201);
    const { _id } = sent.body as { _id: string };

    await fill(page, text.title, 'Do wyczerpania');
    await page.getByRole('radio', { name: 'Później' }).check();
    const start = page.getByRole('textbox', { name: /^Początek wysyłki/ });
    await start.fill(`${dayAhead(2)} 7:30`);
    await expect(fact(page, 'Odbiorcy')).toContainText('1 urządzenie');
    const odd = page.getByRole('heading', { name: 'Zwróć uwagę' });
    const repeated = page.getByTestId('repeated');
    await expect(repeated).toBeEmpty();
    await expect(odd).toBeHidden();

    await start.fill(`${dayAhead(2)} 4:00`);
    await expect(page.getByTestId('open-now')).toHaveText('W chwili startu sklep jest zamknięty.');
    await expect(odd).toBeVisible();
    await page.getByRole('textbox', { name: 'Adres docelowy (opcjonalnie)' }).fill('endcap://nosuchthing');
    await expect(page.getByTestId('reviewed-link')).toContainText('tej treści nie ma');
    // Ignores case and spaces.
    await page.getByRole('textbox', { name: 'Treść' }).fill('tylko DZIŚ ');
    await expect(repeated).toContainText('Ten sam tytuł i tekst');
    await expect(repeated.getByRole('link', { name: 'Zobacz' })).toHaveAttribute('href', `/notification/${_id}`);
    await expectPartPresentable(page, review(page), 'send-review-odd');
    // Warnings do not block the send.
    await expect(page.getByRole('button', { name: /^Zaplanuj dla klientów sklepu/ })).toBeEnabled();
  },
);
