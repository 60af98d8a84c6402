import { deviceRoutes } from '@endcap/contract/devices';
import { notificationRoutes } from '@endcap/contract/notifications';
import type { Page } from '@playwright/test';
import { expectPartPresentable } from './presentable-part.ts';
import { aPhone, onPhone } from './phones.ts';
import { pollOften } from './poll-often.ts';
import { aStore, callAs, editor, expect, expectPresentable, openAs, read, test, urls } from './product.ts';
import { seeded } from './seeded.ts';

const stored = (notificationId: string) => read('admin', notificationRoutes.details, { params: { notificationId } });
const open = async (page: Page, id: string, person = 'admin'): Promise<void> => {
  await openAs(page, person, `${urls.adminUrl}/notification/${id}`);
};
const value = (page: Page, name: string) => page.getByTestId(name);
/** Overrides fields in the response of the details call. */
const answerWith = (page: Page, id: string, change: () => Record<string, unknown>) =>
  page.route(`**${editor}/${id}`, async (route) => {
    const body: Record<string, unknown> = await (await route.fetch()).json();
    await route.fulfill({ json: { ...body, ...change() } });
  });

// A poll may be under way when a test ends.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

test(
  'shows the sent message, its audience, and the counts of the database',
  {
    tag: [
      '@NOTIF-DET-01',
      '@NOTIF-DET-02',
      '@NOTIF-DET-04',
      '@NOTIF-DET-07',
      '@NOTIF-DET-19',
      '@NOTIF-DET-20',
      '@NOTIF-DET-21',
      '@NOTIF-DET-22',
      '@NOTIF-DET-23',
      '@NOTIF-DET-24',
      '@NOTIF-DET-25',
      '@NOTIF-DET-35',
      '@NOTIF-DET-37',
      '@NAV-06',
    ],
  },
  async ({ page }) => {
    const id = await seeded('Weekend z rabatem');
    await open(page, id);
    await expect(page.getByRole('heading', { name: 'Weekend z rabatem 20 %' })).toBeVisible();
    const counted = ['successful', 'remaining', 'failed', 'converted'] as const;
    const shown = () => Promise.all(counted.map((name) => value(page, name).getAttribute('data-value')));
    // The demo chain may still be sending.
    await expect(async () => {
      const { details } = await stored(id);
      expect(await shown()).toEqual(counted.map((name) => String(details?.[name])));
    }).toPass();
    await expect(page.getByRole('img', { name: /^Dostarczone [\d\s]+, pozostałe [\d\s]+, nieudane [\d\s]+$/ })).toBeVisible();
    await expect(page.getByText('Postęp', { exact: true })).toBeVisible();
    await expect(value(page, 'conversion')).toHaveText(/^\d+(,\d)?\s%$/);
    // Absent facts have no row (NOTIF-DET-37).
    await expect(page.locator('dt')).toHaveText(['Treść', 'Typ sklepów']);
    await expect(page.getByText('Przyczyny niepowodzeń')).toBeVisible();
    await expectPresentable(page, 'notification-details');
    await page.getByRole('link', { name: 'Powiadomienia', exact: true }).click();
    await expect(page).toHaveURL(/\/notification$/);
  },
);

test(
  'equal errors are one line with their number, ten at once, the rest on demand, nothing cut off',
  { tag: ['@D-4A', '@NOTIF-DET-18', '@ux-7'] },
  async ({ page }) => {
    const id = await seeded('Kupon 15 zł');
    const long = 'x'.repeat(300);
    await answerWith(page, id, () => ({
      title: `Kupon ${'bardzo'.repeat(30)}`,
      errors: [
        ...Array.from({ length: 150 }, (_, n) => `The push service refused the content of the notification. błąd ${n} ${long}`),
        ...Array.from({ length: 500 }, () => 'inny błąd'),
      ],
    }));
    await open(page, id);
    const alert = page.getByRole('alert');
    await expect(alert.getByRole('listitem')).toHaveCount(10);
    await expect(alert.getByRole('listitem').first()).toHaveText('500 × inny błąd');
    await expectPartPresentable(page, alert, 'notification-errors');
    await page.setViewportSize({ width: 360, height: 800 });
    for (const part of [page.getByRole('heading', { level: 1 }), alert.getByRole('listitem').last()])
      expect(await part.evaluate((element) => element.getBoundingClientRect().right)).toBeLessThanOrEqual(360);
    await alert.getByRole('button', { name: 'Pokaż pozostałe 141' }).press('Enter');
    const rest = page.getByRole('region', { name: 'Pozostałe błędy' });
    // The button is gone, so the list that it showed has the focus (D-45, WCAG 2.4.3).
    await expect(rest).toBeFocused();
    // Retried, because the height of rows that were never in view is estimated and the end moves.
    await expect(async () => {
      await page.keyboard.press('End');
      await expect(rest.getByRole('listitem').filter({ hasText: 'błąd 149' })).toBeVisible({ timeout: 500 });
    }).toPass();
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(9_000);
    expect(await rest.getByRole('listitem').count()).toBeLessThan(60);
  },
);

test(
  'shows the actions of a send in one row, also at 360 px, with the cancel action last',
  { tag: ['@ux-24', '@delivery.md-10', '@D-38', '@A-72'] },
  async ({ page }) => {
    const id = await seeded('Weekend z rabatem');
    const audience = {
      includeStores: ['gonestore'],
      excludeStoreGroups: ['gonegroup'],
      names: { gonestore: 'Zamknięty, Łódź', gonegroup: 'Nocne' },
      deleted: ['gonestore', 'gonegroup'],
    };
    const details = { successful: 10, remaining: 20, failed: 0, converted: 0 };
    const since = new Date().toISOString();
    let sending: Record<string, unknown> = {};
    await answerWith(page, id, () => ({ details, sending, ...audience }));
    sending = { state: 'sending', since, pauseReason: null };
    await pollOften(page);
    await open(page, id);
    // Further actions are in the menu of an icon button, joined to the button with the label.
    for (const [state, width, actions] of [
      ['sending', 1400, ['Wstrzymaj', 'Wyślij ponownie', '', 'Anuluj wysyłkę']],
      ['sending', 360, ['Wstrzymaj', 'Wyślij ponownie', '', 'Anuluj wysyłkę']],
      ['paused', 1400, ['Wznów', 'Wyślij ponownie', '', 'Anuluj wysyłkę']],
      ['finished', 1400, ['Wyślij ponownie', '']],
    ] as const) {
      sending = { state, since, pauseReason: state === 'paused' ? 'operator' : null };
      await page.setViewportSize({ width, height: 900 });
      const row = page.getByRole('main').getByRole('group', { name: 'Czynności' });
      const all = row.locator('a, button');
      await expect(all).toHaveText([...actions]);
      const tops = await all.evaluateAll((elements) => elements.map((element) => Math.round(element.getBoundingClientRect().top)));
      expect(new Set(tops).size).toBe(1);
    }
    // Its words are tested on the form (notification-details.form.test.tsx).
    await expectPartPresentable(page, page.locator('dl', { has: page.getByTitle('gonestore') }), 'notification-deleted-names');
  },
);

const stuckPhones: string[] = [];
const stuckStores: string[] = [];
// Others send to everyone and list all stores.
test.afterEach(async () => {
  for (const secret of stuckPhones.splice(0)) await onPhone(deviceRoutes.change, { secret, body: { push: null } });
  for (const id of stuckStores.splice(0))
    expect((await callAs('admin', `/api/v1/store-editor/${id}`, { method: 'DELETE' })).status).toBe(204);
});

/** Sends a notification that no phone receives: the gateway responds with 503 for their addresses. */
const stuck = async (name: string): Promise<string> => {
  const store = await aStore({ name });
  stuckStores.push(store._id);
  for (const n of [1, 2, 3]) {
    const push = { kind: 'token', value: `busy-${store._id}-${n}` };
    const secret = await aPhone({ platform: 'android', push });
    stuckPhones.push(secret);
    await onPhone(deviceRoutes.change, { secret, body: { notificationStoreIds: [store._id] } });
  }
  const validUntil = new Date(Date.now() + 86_400_000).toISOString();
  const { body } = await callAs('admin', editor, {
    method: 'POST',
    store: store._id,
    body: { title: name, content: 'Pieczywo prosto z pieca', validUntil },
  });
  return (body as { _id: string })._id;
};

test('delivery.md 10: sending is paused, resumed and cancelled from the screen, each after a question, by keyboard too', async ({
  page,
}) => {
  const id = await stuck('Żar, sterowanie');
  await pollOften(page);
  await open(page, id);
  await expect(value(page, 'remaining')).toHaveAttribute('data-value', '3');
  await page.getByRole('button', { name: 'Wstrzymaj', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Pozostałe urządzenia (3)');
  // The harmless answer has the focus.
  await expect(dialog.getByRole('button', { name: 'Anuluj' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expectPartPresentable(page, page.getByRole('status').filter({ hasText: 'Wysyłka wstrzymana' }), 'notification-paused');
  await page.getByRole('button', { name: 'Wznów', exact: true }).click();
  await dialog.getByRole('button', { name: 'Wznów wysyłkę' }).click();
  await expect(page.getByRole('button', { name: 'Wstrzymaj', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Anuluj wysyłkę' }).click();
  await dialog.getByRole('button', { name: 'Nie anuluj' }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Anuluj wysyłkę' }).click();
  await dialog.getByRole('button', { name: 'Anuluj wysyłkę' }).click();
  await expectPartPresentable(page, page.getByRole('status').filter({ hasText: 'Wysyłka anulowana' }), 'notification-cancelled');
  await expect(value(page, 'failed')).toHaveAttribute('data-value', '3');
  await expect(page.getByText('Te urządzenia nie dostaną tego powiadomienia.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Wstrzymaj' })).toHaveCount(0);
});
