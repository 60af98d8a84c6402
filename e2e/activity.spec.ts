import { readFileSync } from 'node:fs';
import { knowledgeRoutes } from '@endcap/contract/knowledge';
import { notificationRoutes } from '@endcap/contract/notifications';
import { popupRoutes } from '@endcap/contract/popups';
import type { Page } from '@playwright/test';
import { callAs, expect, expectPresentable, openAs, read, speak, test, urls } from './product.ts';

const screen = `${urls.adminUrl}/activity`;
const rows = (page: Page) => page.locator('tbody tr[data-row]');
const panel = (page: Page) => page.getByRole('dialog');

/** An item with a unique name and forty changes. */
let muchChanged = '';
test.beforeAll(async () => {
  expect((await callAs('admin', '/session/register-login', { method: 'POST' })).status).toBe(204);
  const body = { name: 'Aktywna wiedza', description: 'Opis', content: 'Treść' };
  muchChanged = (await read('admin', knowledgeRoutes.create, { body }))._id;
  for (let n = 1; n < 40; n += 1)
    await read('admin', knowledgeRoutes.change, { params: { knowledgeId: muchChanged }, body: { description: `Opis ${n}` } });
});

test(
  'administrators have Activity as the last sidebar entry, with filters in the URL and pages of older changes',
  { tag: ['@HIST-07'] },
  async ({ page }) => {
    await speak(page, 'en');
    await openAs(page, 'admin');
    const entries = page.getByRole('navigation', { name: 'Navigation' }).getByRole('link');
    await expect(entries.last()).toHaveText('Activity');
    await expect(entries).toHaveCount(13);
    await entries.last().click();
    await expect(page).toHaveURL(screen);
    await expect(rows(page)).toHaveCount(30);
    await expect(page.getByRole('columnheader')).toHaveText(['What', 'Action', 'Who', 'When']);

    await page.getByRole('textbox', { name: 'Search by name or title' }).fill('AKTYWNA wiedz');
    await expect(page).toHaveURL(`${screen}?text=AKTYWNA+wiedz`);
    await expect(rows(page).first()).toContainText(
      /Assistant knowledge: Aktywna wiedza\s*Description: Opis 38 → Opis 39\s*changed\s*Anna Wójcik/,
    );
    await page.getByLabel('Type', { exact: true }).selectOption('Assistant knowledge');
    await page.getByLabel('Action').selectOption('created');
    await expect(page).toHaveURL(`${screen}?text=AKTYWNA+wiedz&kind=knowledge&action=create`);
    await expect(rows(page)).toHaveCount(1);
    await expect(page.getByLabel('Action').getByRole('option')).toHaveText(['All', 'created', 'changed', 'deleted']);
    await page.getByLabel('Action').selectOption('All');

    await page.getByRole('combobox', { name: 'Person' }).fill('wojcik');
    await page.getByRole('option', { name: 'Anna Wójcik' }).click();
    await expect(page).toHaveURL(/person=/);
    await page.getByRole('textbox', { name: 'From day' }).fill('31.02.2020');
    await page.getByRole('textbox', { name: 'From day' }).blur();
    await expect(page.getByText('This is not a date')).toBeVisible();
    await page.getByRole('textbox', { name: 'From day' }).fill('2020-01-01');
    await page.getByRole('textbox', { name: 'To day' }).fill('2099-12-31');
    await expect(page).toHaveURL(/from=2020-01-01&to=2099-12-31/);
    await expect(rows(page)).toHaveCount(30);

    const first = await rows(page).first().getAttribute('data-row');
    await page.getByRole('link', { name: 'Older' }).click();
    await expect(page).toHaveURL(/before=/);
    await expect(rows(page)).toHaveCount(10);
    await expect(page.getByRole('link', { name: 'Older' })).toHaveCount(0);
    await page.goBack();
    await expect(page.locator(`tr[data-row="${first}"]`)).toBeVisible();

    await page.goto(`${screen}?item=${muchChanged}`);
    await expect(page.getByText('One item only')).toBeVisible();
    await expect(rows(page)).toHaveCount(30);
    await page.getByRole('textbox', { name: 'Search by name or title' }).fill('nothing of this name');
    await expect(page.getByRole('heading', { name: 'Nothing matches the filters' })).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page).toHaveURL(screen);
  },
);

test('a row opens its change beside the form, even if deleted, or in the list', { tag: ['@HIST-07', '@HIST-06'] }, async ({ page }) => {
  await speak(page, 'pl');
  const popup = await read('admin', popupRoutes.create, { body: { name: 'Okno aktywności', text: 'Tekst' } });
  await callAs('admin', `/api/v1/popup-editor/${popup._id}`, { method: 'DELETE' });
  // A send of its own, because the first one in the list may belong to a test of approvals.
  const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();
  const message = { title: 'Wysyłka aktywności', content: 'Tekst', isTest: true, validUntil: inDays(2) };
  const sent = (await callAs('admin', notificationRoutes.send.path, { method: 'POST', body: message })).body as { _id: string };
  const extended = await callAs('admin', `${notificationRoutes.send.path}/${sent._id}`, {
    method: 'PATCH',
    body: { validUntil: inDays(5) },
  });
  expect(extended.status).toBe(200);
  await openAs(page, 'admin', `${screen}?text=okno+aktywno`);
  await expect(rows(page)).toHaveText([/Popup: Okno aktywności\s*usunięcie/, /Popup: Okno aktywności \(usunięte\)\s*utworzenie/]);
  await rows(page).first().getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/popup/${popup._id}\\?history=\\d+$`));
  await panel(page).getByRole('button', { name: 'Utwórz ponownie' }).click();
  await expect(page).toHaveURL(`${urls.adminUrl}/popup/new`);
  await expect(page.getByLabel('Nazwa')).toHaveValue('Okno aktywności');

  await page.goto(`${screen}?kind=notification&action=update&item=${sent._id}`);
  await expect(rows(page)).toHaveCount(1);
  await rows(page).first().getByRole('link').click();
  await expect
    .poll(() => Object.fromEntries(new URL(page.url()).searchParams))
    .toEqual({ kind: 'notification', action: 'update', item: sent._id, change: expect.stringMatching(/^\d+$/) });
  await expect(panel(page).getByRole('heading', { name: 'Ważne do' })).toBeVisible();
  await expectPresentable(page, 'activity-change');
  await panel(page).getByRole('link', { name: 'Otwórz powiadomienie' }).click();
  await expect(page).toHaveURL(`${urls.adminUrl}/notification/${sent._id}`);
});

test(
  'the export has what the filters find, whole; it is noted like the one of the subscriptions',
  { tag: ['@HIST-07'] },
  async ({ page }) => {
    await speak(page, 'pl');
    await openAs(page, 'admin', `${screen}?text=aktywna+wiedza`);
    await expect(rows(page)).toHaveCount(30);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Eksportuj do CSV' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^history-\d{4}-\d\d-\d\d\.csv$/);
    const lines = readFileSync(await file.path(), 'utf8')
      .trimEnd()
      .split('\r\n');
    expect(lines).toHaveLength(41);
    expect(lines[1]).toMatch(/^"\d{4}-\d\d-\d\d \d\d:\d\d";"Anna Wójcik";"Wiedza asystenta";"zmiana";"Aktywna wiedza";1;/);
    await page.goto(`${urls.adminUrl}/notification/subscription-stats`);
    const sheet = page.waitForEvent('download');
    await page.getByRole('button', { name: /xlsx/i }).click();
    await sheet;
    await expect
      .poll(async () => (await callAs('admin', '/api/v1/history?kind=subscriptions')).body as { items: unknown[] })
      .toMatchObject({ items: [{ action: 'export', label: 'xlsx', person: { name: 'Anna Wójcik' } }] });
    await page.goto(`${screen}?action=export`);
    await expect(rows(page).first()).toContainText(/Subskrypcje: xlsx\s*eksport/);
  },
);

test.afterAll(async () => {
  const { items } = await read('admin', knowledgeRoutes.list, { query: { pageSize: 1000 } });
  for (const { _id, name } of items)
    if (name === 'Aktywna wiedza') await callAs('admin', `/api/v1/knowledge-editor/${_id}`, { method: 'DELETE' });
});
