import { randomUUID } from 'node:crypto';
import { deviceRoutes } from '@endcap/contract/devices';
import { notificationRoutes } from '@endcap/contract/notifications';
import type { Page } from '@playwright/test';
import { expectPartPresentable } from './presentable-part.ts';
import { aPhone, onPhone } from './phones.ts';
import { pollOften } from './poll-often.ts';
import { aStore, callAs, editor, expect, openAs, read, speak, test, urls } from './product.ts';

const DAY = 86_400_000;
const PHONES = 12;
const COLLEAGUE = 'approvals-jan';

const become = async (id: string, facts: Record<string, unknown>): Promise<void> => {
  const made = await fetch(`${urls.issuer}/sandbox/people/${id}`, { method: 'POST', body: JSON.stringify(facts) });
  expect(made.ok).toBe(true);
};
/** Two administrators agree, so that it takes effect at once. */
const approvals = async (sending: Record<string, unknown>): Promise<void> => {
  for (const person of ['admin', COLLEAGUE])
    expect((await callAs(person, '/api/v1/settings-editor', { method: 'POST', body: { sending } })).status).toBe(200);
};
/** For the moment of one send alone, and above what others' stores have: tests beside this one send as well. */
const whileApprovalRequired = async <T>(send: () => Promise<T>): Promise<T> => {
  await approvals({ approval: true, approvalAbove: PHONES - 1 });
  try {
    return await send();
  } finally {
    await approvals({ approval: false, approvalAbove: null });
  }
};
const subscribePhones = async (store: string, count: number): Promise<void> => {
  for (let n = 0; n < count; n += 1) {
    const secret = await aPhone({ push: { kind: 'token', value: `approval-${randomUUID()}` } });
    await onPhone(deviceRoutes.change, { secret, body: { notificationStoreIds: [store] } });
  }
};
const storeWithPhones = async (name: string, count = PHONES): Promise<string> => {
  const store = await aStore({ name: `Żabi Targ ${name}`, city: 'Żabieniec' });
  await subscribePhones(store._id, count);
  return store._id;
};
const requestApproval = (store: string, facts: Record<string, unknown> = {}, person = 'admin'): Promise<string> =>
  whileApprovalRequired(async () => {
    const body = {
      title: 'Do zatwierdzenia',
      content: 'Jabłka po 2,99 zł',
      validUntil: new Date(Date.now() + 90 * DAY).toISOString(),
      ...facts,
    };
    const answer = await callAs(person, editor, { method: 'POST', store, body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return (answer.body as { _id: string })._id;
  });
const stored = (notificationId: string) => read('admin', notificationRoutes.details, { params: { notificationId } });
const selectStore = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('combobox', { name: /Selected store|Wybrany sklep/ }).fill(name);
  await page.getByRole('option').filter({ hasText: name }).click();
};
const notice = (page: Page) => page.getByTestId('approval-notice');
const standing = (page: Page) => page.getByTestId('standing');
const details = (id: string): string => `${urls.adminUrl}/notification/${id}`;
/** Mocks the audience response of an installation where sends need approval. */
const mockUnapprovedAudience = (page: Page) =>
  page.route(`**${editor}/audience`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), unapproved: true } });
  });

test.beforeAll(() => become(COLLEAGUE, { isAdmin: true, name: 'Jan Nowak' }));
test.beforeEach(({ page }) => pollOften(page));

test(
  'a send requested on the form is found above the list, approved by another administrator by keyboard, and shown in Activity',
  { tag: ['@CARE-04'] },
  async ({ page, browser }) => {
    await storeWithPhones('zatwierdzeń');
    await openAs(page, 'admin', `${urls.adminUrl}/notification/new`);
    await mockUnapprovedAudience(page);
    await page.route(`**${editor}`, async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      const response = await whileApprovalRequired(() => route.fetch());
      await route.fulfill({ response });
    });
    await selectStore(page, 'Żabi Targ zatwierdzeń');
    await page.getByRole('textbox', { name: 'Tytuł' }).fill('Cena jabłek');
    await page.getByRole('textbox', { name: 'Treść' }).fill('Po 2,99 zł');
    await expect(page.getByTestId('will-wait')).toHaveText('Wysyłka poczeka, aż zatwierdzi ją inny administrator.');
    const ask = page.getByRole('button', { name: 'Poproś o zatwierdzenie' });
    await expect(ask).toBeEnabled();
    await expectPartPresentable(page, page.getByTestId('will-wait'), 'approval-form');
    await page.getByRole('radio', { name: 'Później' }).check();
    await expect(page.getByTestId('will-wait')).toContainText('o podanej porze');
    await page.getByRole('radio', { name: 'Teraz', exact: true }).check();
    await expect(ask).toBeEnabled();
    await ask.click();
    await expect(standing(page)).toHaveText('Czeka na zatwierdzenie');
    await expect(notice(page)).toContainText('O zatwierdzenie prosi: Anna Wójcik');
    await expect(notice(page)).toContainText('do 12 urządzeń');
    await expect(notice(page)).toContainText('Własnej wysyłki nie można zatwierdzić');
    await expect(page.getByRole('button', { name: 'Zatwierdź' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: /Wyślij teraz|Przesuń/ })).toHaveCount(0);
    const id = page.url().split('/').at(-1) ?? '';

    const context = await browser.newContext();
    const colleague = await context.newPage();
    await pollOften(colleague);
    await openAs(colleague, COLLEAGUE);
    await selectStore(colleague, 'Żabi Targ zatwierdzeń');
    const waiting = colleague.getByTestId('waiting-sends');
    await expect(waiting).toHaveText('1 wysyłka czeka na Twoje zatwierdzenie');
    await expectPartPresentable(colleague, waiting, 'approval-list');
    await waiting.getByRole('link').press('Enter');
    await expect(colleague).toHaveURL(/state=unapproved/);
    await expect(colleague.getByRole('button', { name: 'Do zatwierdzenia', exact: true })).toHaveAttribute('aria-pressed', 'true');
    const row = colleague.getByRole('row').filter({ hasText: 'Cena jabłek' });
    await expect(row.getByTestId('planned')).toHaveText('Czeka na zatwierdzenie');
    await row.getByRole('link', { name: 'Cena jabłek', exact: true }).press('Enter');
    await expect(colleague.getByRole('button', { name: 'Zatwierdź' })).toBeVisible();
    await expectPartPresentable(colleague, notice(colleague), 'approval-details');
    await colleague.getByRole('button', { name: 'Zatwierdź' }).press('Enter');
    const question = colleague.getByRole('dialog', { name: 'Zatwierdzić wysyłkę?' });
    // The harmless choice has the focus.
    await expect(question.getByRole('button', { name: 'Anuluj' })).toBeFocused();
    await expectPartPresentable(colleague, question, 'approval-dialog');
    await colleague.keyboard.press('Tab');
    await expect(question.getByRole('button', { name: 'Zatwierdź' })).toBeFocused();
    await colleague.keyboard.press('Enter');
    await expect(question).toHaveCount(0);
    await expect(colleague.getByTestId('successful')).toHaveAttribute('data-value', String(PHONES));
    await expect(colleague.getByTestId('approval')).toContainText('zatwierdzono: Jan Nowak');
    await expect(colleague.getByTestId('approval')).toContainText('prośba: Anna Wójcik');
    expect(await stored(id)).toMatchObject({ approval: { state: 'approved' } });

    await colleague.goto(`${urls.adminUrl}/activity?item=${id}`);
    const rows = colleague.locator('tbody tr[data-row]');
    await expect(rows.filter({ hasText: 'Jan Nowak' })).toContainText('approved');
    await expect(rows.filter({ hasText: 'asked for approval' })).toContainText('Anna Wójcik');
    await rows.filter({ hasText: 'Jan Nowak' }).getByRole('link').click();
    await expect(colleague.getByRole('dialog')).toContainText('approved');
    await context.close();
  },
);

test(
  'a plan that outgrew the limit or its approved number of devices does not start, and shows why',
  { tag: ['@E-02', '@CARE-04'] },
  async ({ page }) => {
    const startsAt = new Date(Date.now() + 3 * DAY).toISOString();
    const store = await storeWithPhones('wzrostu', 1);
    // All sends of a person count towards the limit, so this author sends nothing else.
    const author = 'approvals-grower';
    await become(author, { isAdmin: true, name: 'Anna Wójcik' });
    // One device is below the limit, so no approval is needed.
    const id = await requestApproval(store, { startsAt }, author);
    expect(await stored(id)).toMatchObject({ approval: null });
    await subscribePhones(store, PHONES - 1);
    await whileApprovalRequired(async () => {
      expect((await callAs(author, `${editor}/${id}/start`, { method: 'POST' })).status).toBe(200);
      await expect.poll(async () => (await stored(id)).sending.pauseReason).toBe('approval');
      await openAs(page, 'admin', details(id));
      await expect(standing(page)).toHaveText('Czeka na zatwierdzenie');
      await expect(notice(page)).toContainText('Przy planowaniu zatwierdzenie nie było potrzebne.');
      await expect(notice(page)).toContainText('do 12 urządzeń');

      // Approved for 12, it has 14 when it starts.
      await subscribePhones(store, 2);
      const { approval } = await stored(id);
      const approved = await callAs(COLLEAGUE, `${editor}/${id}/approve`, { method: 'POST', body: { revision: approval?.revision } });
      expect(approved.status).toBe(200);
      await expect(notice(page)).toContainText('Zatwierdzono je dla 12 urządzeń.');
      await expect(notice(page)).toContainText('do 14 urządzeń');
      await expectPartPresentable(page, notice(page), 'approval-outgrown');
    });
    await openAs(page, COLLEAGUE, details(id));
    await page.getByRole('button', { name: 'Zatwierdź' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Zatwierdź' }).click();
    await expect(page.getByTestId('successful')).toHaveAttribute('data-value', '14');
  },
);

test(
  'a correction of an approved message waits, and the page shows the approval beside the text that was approved alone',
  { tag: ['@E-03', '@CARE-04'] },
  async ({ page, browser }) => {
    const id = await requestApproval(await storeWithPhones('zmian'));
    const { approval } = await stored(id);
    const approved = await callAs(COLLEAGUE, `${editor}/${id}/approve`, { method: 'POST', body: { revision: approval?.revision } });
    expect(approved.status).toBe(200);
    await openAs(page, 'admin', details(id));
    await expect(page.getByTestId('remaining')).toHaveAttribute('data-value', '0');
    await page.getByRole('button', { name: 'Popraw', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByTestId('correction-will-wait')).toContainText('poprawkę też musi zatwierdzić');
    await dialog.getByLabel('Tytuł').fill('Inna cena');
    await expectPartPresentable(page, dialog, 'correction-asks');
    await dialog.getByRole('button', { name: 'Poproś o zatwierdzenie poprawki' }).click();
    await expect(dialog).toHaveCount(0);
    const waiting = page.getByTestId('correction-notice');
    await expect(waiting).toContainText('Inna cena');
    await expect(waiting).toContainText('Własnej poprawki nie można zatwierdzić');
    await expect(page.getByRole('heading', { level: 1, name: 'Do zatwierdzenia' })).toBeVisible();
    await expect(page.getByTestId('approval')).toContainText('zatwierdzono: Jan Nowak');

    const context = await browser.newContext();
    const colleague = await context.newPage();
    await pollOften(colleague);
    await openAs(colleague, COLLEAGUE, details(id));
    await expect(colleague.getByTestId('correction-notice')).toContainText('O zatwierdzenie poprawki prosi: Anna Wójcik');
    await expectPartPresentable(colleague, colleague.getByTestId('correction-notice'), 'correction-waits');
    await colleague.getByRole('button', { name: 'Zatwierdź poprawkę' }).click();
    await colleague.getByRole('dialog', { name: 'Zatwierdzić poprawkę?' }).getByRole('button', { name: 'Zatwierdź' }).click();
    await expect(colleague.getByRole('heading', { level: 1, name: 'Inna cena' })).toBeVisible();
    await expect(colleague.getByTestId('correction-notice')).toHaveCount(0);
    await expect(colleague.getByTestId('approval')).toContainText('zatwierdzono: Jan Nowak');
    await expect(colleague.getByTestId('approval')).toContainText('prośba: Anna Wójcik');

    // Declined, it leaves the text and its approval.
    await expect(page.getByRole('heading', { level: 1, name: 'Inna cena' })).toBeVisible();
    await expect(page.getByText('zakończone')).toHaveCount(2);
    await page.getByRole('button', { name: 'Popraw', exact: true }).click();
    await dialog.getByLabel('Tytuł').fill('Trzecia cena');
    await dialog.getByRole('button', { name: 'Poproś o zatwierdzenie poprawki' }).click();
    await expect(waiting).toContainText('Trzecia cena');
    await colleague.reload();
    await colleague.getByRole('button', { name: 'Odrzuć poprawkę' }).click();
    await colleague.getByRole('textbox', { name: /^Dlaczego/ }).fill('Cena jest dobra');
    await colleague.getByRole('dialog').getByRole('button', { name: 'Odrzuć' }).click();
    await expect(waiting).toContainText('Poprawkę odrzucono: Jan Nowak');
    await expect(waiting).toContainText('Cena jest dobra');
    await expect(page.getByRole('heading', { level: 1, name: 'Inna cena' })).toBeVisible();
    await context.close();
  },
);

test('an employee sees why a send was declined, and can withdraw a request', { tag: ['@CARE-04'] }, async ({ page, browser }) => {
  const store = await storeWithPhones('odmów');
  await become('approvals-staff', { storeId: store, name: 'Ewa Lis' });
  const id = await requestApproval(store, { title: 'Nieudana cena' }, 'approvals-staff');
  await openAs(page, COLLEAGUE, details(id));
  await page.getByRole('button', { name: 'Odrzuć' }).click();
  const question = page.getByRole('dialog', { name: 'Odrzucić wysyłkę?' });
  const word = question.getByRole('textbox', { name: /^Dlaczego/ });
  await expect(word).toBeFocused();
  await question.getByRole('button', { name: 'Odrzuć' }).click();
  await expect(question).toContainText('Napisz, dlaczego');
  await expectPartPresentable(page, question, 'approval-decline');
  await word.fill('Cena jest błędna: 3,99 zł');
  await question.getByRole('button', { name: 'Odrzuć' }).click();
  await expect(standing(page)).toHaveText('Odrzucono');
  // A declined send reaches no device, so there is no field for its end.
  await expect(page.getByRole('textbox', { name: 'Ważne do' })).toHaveCount(0);
  await expectPartPresentable(page, notice(page), 'approval-declined');

  const context = await browser.newContext();
  const author = await context.newPage();
  await speak(author, 'en');
  await openAs(author, 'approvals-staff');
  await expect(author.getByTestId('waiting-sends')).toHaveCount(0);
  const row = author.getByRole('row').filter({ hasText: 'Nieudana cena' });
  await expect(row).toContainText('Declined');
  await row.getByRole('link', { name: 'Nieudana cena', exact: true }).click();
  await expect(notice(author)).toContainText('Declined: Jan Nowak');
  await expect(notice(author)).toContainText('Cena jest błędna: 3,99 zł');

  // The day is free again.
  const again = await requestApproval(store, { title: 'Lepsza cena' }, 'approvals-staff');
  await author.goto(details(again));
  await expect(notice(author)).toContainText('An administrator approves it.');
  await expect(author.getByRole('button', { name: 'Approve' })).toHaveCount(0);
  await author.getByRole('link', { name: 'Change' }).click();
  await expect(author.getByRole('radio', { name: 'Now' })).toBeChecked();
  await author.goto(details(again));
  await author.getByRole('button', { name: 'Withdraw' }).click();
  await author.getByRole('dialog', { name: 'Withdraw it?' }).getByRole('button', { name: 'Withdraw' }).click();
  await expect(standing(author)).toHaveText('Sending cancelled');
  await expect(author.getByTestId('approval')).toContainText('nobody decided');
  await context.close();
});
