import { expectAccessible } from './accessible.ts';
import { expectPresentableInBoth } from './both-languages.ts';
import { callAs, expect, openAs, speak, test, urls } from './product.ts';
import { unfoldSections } from './settings-sections.ts';
import { smallPdf } from './small-pdf.ts';

const screen = `${urls.adminUrl}/settings`;
const api = '/api/v1/settings-editor';
type Pair = { id: string; question: string; answer: string; color: string };
type Settings = {
  loyalty: {
    questions: Pair[];
    thresholds: { value: number | null }[];
    regulations: { type: string; name: string; file: string | null }[];
  };
} & Record<string, unknown>;
const stored = async (): Promise<Settings> => (await callAs('admin', api)).body as Settings;
const set = (body: unknown) => callAs('admin', api, { method: 'POST', body });
const save = (page: import('@playwright/test').Page) => page.getByRole('button', { name: 'Save', exact: true });
const saved = (page: import('@playwright/test').Page) => expect(page.getByText(/Saved at/)).toBeVisible();
const questions = (page: import('@playwright/test').Page) =>
  page.getByRole('region', { name: 'Questions and answers' }).getByRole('listitem');
const unfold = async (page: import('@playwright/test').Page) => {
  await page.getByRole('button', { name: 'Add a question' }).click();
  return page.getByRole('group', { name: 'New question' });
};

test.describe.configure({ mode: 'serial' });
let before: Settings;
test.beforeAll(async () => {
  before = await stored();
});
test.afterAll(() => set(before));

test(
  'saves all settings at once and stays on the page; a failed save is shown with Retry focused; the script never runs',
  {
    tag: [
      '@GEN-08',
      '@NAV-24',
      '@SET-01',
      '@SET-02',
      '@SET-03',
      '@SET-04',
      '@SET-05',
      '@SET-06',
      '@SET-07',
      '@SET-08',
      '@SET-09',
      '@SET-10',
      '@SET-11',
      '@SET-12',
      '@SET-13',
      '@SET-15',
      '@SET-16',
      '@SET-20',
      '@ERR-09',
      '@A-104',
      '@A-108',
      '@D-50',
    ],
  },
  async ({ page }) => {
    await openAs(page, 'admin');
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await expect(page).toHaveURL(screen);
    await unfoldSections(page);
    await page.getByRole('textbox', { name: 'Caption under valid content' }).fill('Oferta ważna');
    await page.getByRole('textbox', { name: 'Caption under future content' }).fill('Wkrótce');
    await page.getByRole('textbox', { name: 'Hide the client code in versions' }).fill('< 3.0.0');
    await page.getByRole('textbox', { name: 'Text in place of the client code' }).fill('Zaktualizuj aplikację');
    await page.getByRole('checkbox', { name: 'Enforce verification' }).check();
    await page.getByRole('textbox', { name: 'Domain of the web shop' }).fill('evil.com/');
    await expect(page.getByText('Not a domain')).toBeVisible();
    await expect(save(page)).toBeDisabled();
    await page.getByRole('textbox', { name: 'Domain of the web shop' }).fill('sklep.koszyk.pl');
    await page.getByRole('textbox', { name: 'Address of the game' }).fill('https://gra.koszyk.pl');
    const script = '<script>window.__pwned = 1</script>\n  window.__pwned = 2; ';
    await page.getByRole('textbox', { name: 'Script of the game' }).fill(script);
    const warnings: string[] = [];
    page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
    await page.route(
      `**${api}`,
      (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ status: 500, json: { error: { code: 'internal', message: 'x', requestId: 'abc-1' } } })
          : route.continue(),
      { times: 1 },
    );
    await save(page).click();
    const alert = page.getByRole('alert');
    const retry = alert.getByRole('button', { name: 'Try again' });
    await expect(alert).toContainText('It may or may not have been saved');
    await expect(retry).toBeFocused();
    await expect(alert).toBeInViewport({ ratio: 1 });
    await expect(alert).toContainText('abc-1');
    expect(warnings).toContainEqual(expect.stringMatching(/^Saving settings failed: 500 internal abc-1/));
    await expectAccessible(page);
    await expect(page.getByRole('textbox', { name: 'Address of the game' })).toHaveValue('https://gra.koszyk.pl');
    const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().includes(api));
    await retry.press('Enter');
    expect((await sent).headers()['if-match']).toBeTruthy();
    await saved(page);
    await expect(alert).toHaveCount(0);
    await expect(save(page)).toBeFocused();
    expect(new URL(page.url()).pathname).toBe('/settings');
    expect(await stored()).toMatchObject({
      signatureValid: 'Oferta ważna',
      signatureFuture: 'Wkrótce',
      hideClientCodeVersion: '< 3.0.0',
      phoneVerificationEnforcement: true,
      ecommerce: { domain: 'sklep.koszyk.pl' },
      game: { url: 'https://gra.koszyk.pl', script },
    });
    expect(await page.evaluate(() => '__pwned' in window)).toBe(false);
    await page.reload();
    await unfoldSections(page);
    await expect(page.getByRole('textbox', { name: 'Script of the game' })).toHaveValue(script);
  },
);

test(
  'saves thresholds and regulations, and added, edited and removed questions',
  {
    tag: [
      '@LOY-01',
      '@LOY-02',
      '@LOY-03',
      '@LOY-04',
      '@LOY-05',
      '@LOY-06',
      '@LOY-07',
      '@LOY-08',
      '@LOY-09',
      '@LOY-10',
      '@LOY-11',
      '@LOY-12',
      '@LOY-13',
      '@LOY-14',
      '@LOY-16',
      '@LOY-17',
      '@LOY-19',
      '@LOY-20',
      '@LOY-21',
      '@LOY-22',
      '@ux-9',
      '@ux-21',
    ],
  },
  async ({ page }) => {
    await set({ loyalty: { questions: [], regulations: [{}, {}], thresholds: [1, 2, 3, 4].map(() => ({ value: null })) } });
    await openAs(page, 'admin', screen);
    await unfoldSections(page);
    await page.getByLabel('Start of the campaign').fill('2026-12-01');
    await expect(page.getByRole('textbox', { name: /^Threshold \d$/ })).toHaveCount(4);
    await page.getByRole('textbox', { name: 'Threshold 1' }).fill('abc');
    await expect(page.getByText('This is not a number')).toBeVisible();
    await expect(save(page)).toBeDisabled();
    await page.getByRole('textbox', { name: 'Threshold 1' }).fill('100');
    await page.getByRole('textbox', { name: 'Threshold 2' }).fill('250,50');
    await page.getByRole('textbox', { name: 'Threshold 3' }).fill('1 000');
    await expect(page.getByRole('img', { name: 'Thresholds on a scale: 100, 250.5, 1,000' })).toBeVisible();
    await expect(page.getByText('deprecated')).toBeVisible();
    await page.getByLabel('Regulation: pdf file').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('x') });
    await expect(page.getByText('Only pdf files are allowed.')).toBeVisible();
    await test.step('what is typed while a file is on its way stays, and so does the other file', async () => {
      let release = (): void => {};
      const held = new Promise<void>((resolve) => (release = resolve));
      await page.route('**/api/v1/file-upload', async (route) => {
        await held;
        await route.fallback();
      });
      for (const label of ['Regulation', 'FAQ'])
        await page.getByLabel(`${label}: pdf file`).setInputFiles({ name: label, mimeType: 'application/pdf', buffer: smallPdf(label) });
      await page.getByRole('textbox', { name: 'Regulation: name' }).fill('Regulamin kampanii');
      release();
      await expect(page.getByRole('link', { name: 'Open the file' })).toHaveCount(2);
      await expect(page.getByRole('textbox', { name: 'Regulation: name' })).toHaveValue('Regulamin kampanii');
    });

    const adding = await unfold(page);
    const add = adding.getByRole('button', { name: 'Add', exact: true });
    await expect(add).toBeDisabled();
    for (const [question, answer] of [
      ['Jak zbierać **punkty**?', 'Pokaż kartę.'],
      ['Ile ważne są punkty?', 'Rok.'],
      ['Gdzie sprawdzę stan?', 'W aplikacji.'],
    ] as const) {
      await adding.getByRole('textbox', { name: 'Question', exact: true }).fill(question);
      await expect(add).toBeDisabled();
      await adding.getByRole('textbox', { name: 'Answer', exact: true }).fill('   ');
      await expect(add).toBeDisabled();
      await adding.getByRole('textbox', { name: 'Answer', exact: true }).fill(answer);
      await add.click();
      await expect(add).toBeDisabled();
      await expect(adding.getByRole('textbox', { name: 'Question', exact: true })).toHaveValue('');
    }
    await expect(questions(page).first().locator('strong strong')).toHaveText('punkty');
    await page.getByRole('button', { name: 'Edit question 2' }).click();
    await questions(page).nth(1).getByRole('textbox', { name: 'Answer', exact: true }).fill('Dwa lata.');
    // Groups and descriptions distinguish several open questions and their colours.
    const colour = page.getByRole('group', { name: 'Question 2' }).getByLabel('Card colour', { exact: true });
    await expect(colour).toHaveAccessibleDescription('#FFFFFF · white');
    await colour.fill('#1f6f4a');
    await expect(colour).toHaveAccessibleDescription('#1F6F4A · dark green');
    await questions(page).nth(1).getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Remove question 3' }).click();
    await save(page).click();
    await saved(page);
    const { loyalty } = await stored();
    expect(loyalty).toMatchObject({
      campaignStart: '2026-11-30T23:00:00.000Z',
      thresholds: [{ value: 100 }, { value: 250.5 }, { value: 1_000 }, { value: null }],
      regulations: [
        { type: 'regulation', name: 'Regulamin kampanii', file: expect.stringMatching(/^file:.*\.pdf$/) },
        { type: 'faq', name: null, file: expect.stringMatching(/^file:.*\.pdf$/) },
      ],
      questions: [
        { question: 'Jak zbierać **punkty**?', answer: 'Pokaż kartę.', color: '#FFFFFF' },
        { question: 'Ile ważne są punkty?', answer: 'Dwa lata.', color: '#1F6F4A' },
      ],
    });
  },
);

test('questions keep an order set by keyboard or drag after a reload', { tag: ['@LOY-15', '@LOY-17', '@LOY-18'] }, async ({ page }) => {
  await set({ loyalty: { questions: ['A', 'B', 'C'].map((question) => ({ question, answer: 'x' })) } });
  await openAs(page, 'admin', `${screen}#section-campaign`);
  await page.getByRole('button', { name: 'Move question 1', exact: true }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('The question is at place 1 of 3.')).toBeAttached();
  // dnd-kit listens to the arrows from the next timer on, which a busy browser runs after it has announced the place.
  await page.evaluate(() => new Promise((done) => setTimeout(done)));
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText('The question is at place 2 of 3.')).toBeAttached();
  await page.keyboard.press('Space');
  await expect(questions(page).nth(1)).toContainText('A');
  const grip = page.getByRole('button', { name: 'Move question 3', exact: true });
  // `hover` waits for the cards to settle: the page scrolls and the cards move for a moment after a drop.
  await grip.hover({ position: { x: 8, y: 8 } });
  const [from, to] = [await grip.boundingBox(), await page.getByRole('button', { name: 'Move question 1', exact: true }).boundingBox()];
  if (!from || !to) throw new Error('The cards are not in view');
  await page.mouse.down();
  await page.mouse.move(from.x + 8, from.y - 20, { steps: 4 });
  await page.mouse.move(to.x + 8, to.y - 4, { steps: 12 });
  await expect(page.getByText('The question is at place 1 of 3.')).toBeAttached();
  await page.mouse.up();
  await expect(questions(page).first()).toContainText('C');
  await save(page).click();
  await saved(page);
  expect((await stored()).loyalty.questions.map(({ question }) => question)).toEqual(['C', 'B', 'A']);
  await page.reload();
  await expect(questions(page).first()).toContainText('C');
});

const sidebar = (page: import('@playwright/test').Page) => page.getByRole('navigation', { name: 'Nawigacja' });

test.describe('a page without cached files', () => {
  // A page may be cached for a minute, with the app name of that time.
  test.use({ ownContext: true });
  test(
    "the app's name is shown as the sender and in sidebar, drawer and sign-in; the default is the product's name",
    { tag: ['@SET-01'] },
    async ({ page }) => {
      await set({ appName: null });
      await speak(page, 'pl');
      await openAs(page, 'admin', screen);
      await expect(sidebar(page)).toContainText('Endcap');
      const phone = page.getByRole('figure', { name: 'Podgląd w aplikacji' });
      await page.getByRole('textbox', { name: 'Nazwa aplikacji' }).fill('Koszyk Plus');
      await expect(phone).toContainText('Koszyk Plus');
      await page.getByRole('button', { name: 'Zapisz', exact: true }).click();
      await expect(sidebar(page)).toContainText('Koszyk Plus');
      await expect(page).toHaveTitle('Ustawienia · Koszyk Plus');
      await page.setViewportSize({ width: 400, height: 800 });
      await page.getByRole('button', { name: 'Menu' }).click();
      await expect(page.getByRole('dialog', { name: 'Koszyk Plus' })).toBeVisible();
      await page.keyboard.press('Escape');
      // A page has the app name from its load, and may be cached for a minute. The query string bypasses the cache.
      await page.goto(`${urls.adminUrl}/login?fresh`);
      await expect(page.getByRole('main')).toContainText('Koszyk Plus');
    },
  );
});

test(
  'the settings are presentable, Save quiet at the end of its bar, and show the campaign and the captions as the app does',
  { tag: ['@LOY-03', '@LOY-10', '@E-04', '@ux-10', '@NFR-04', '@NFR-05', '@ux-23', '@ux-24'] },
  async ({ page }) => {
    const thresholds = [100, 250.5, null, null].map((value) => ({ value }));
    const questions = [
      { question: 'Jak **zbierać**?', answer: 'Pokaż kartę przy kasie.\nPunkty dopiszą się *od razu*.', color: '#1F6F4A' },
      { question: 'Ile ważne są punkty?', answer: 'Rok od zakupów.', color: '#E07B00' },
    ];
    const body = { signatureValid: 'Ważne teraz', loyalty: { campaignStart: '2026-12-01', thresholds, questions } };
    await set(body);
    // With a change that waits for another administrator (E-04).
    await page.route(`**${api}`, async (route) => {
      const answer: Settings & { sending: object } = await (await route.fetch()).json();
      const approvalLater = { approval: false, approvalAbove: null, from: new Date().toISOString(), askedBy: 'somebody-else' };
      await route.fulfill({
        json: { ...answer, sending: { ...answer.sending, approval: true, approvalAbove: 50_000_000, approvalLater } },
      });
    });
    await speak(page, 'pl');
    await openAs(page, 'admin', screen);
    await unfoldSections(page);
    await expect(page.getByTestId('approval-later')).toContainText('Oczekuje zmiana: bez zatwierdzania');
    const bar = page.locator('form').getByRole('status').filter({ hasText: 'Brak niezapisanych zmian' });
    const [says, button] = [await bar.boundingBox(), await page.getByRole('button', { name: 'Zapisz', exact: true }).boundingBox()];
    expect(button?.x).toBeGreaterThan((says?.x ?? 0) + (says?.width ?? 0));
    const phone = page.getByRole('figure', { name: 'Podgląd w aplikacji' });
    await expect(phone).toContainText('Kampania od 1 grudnia');
    await expect(phone.getByRole('listitem')).toHaveText(['100 pkt', '250,5 pkt']);
    await expect(phone.locator('strong strong')).toHaveText('zbierać');
    await page.getByRole('textbox', { name: 'Próg 3' }).fill('50');
    await expect(phone.getByRole('listitem')).toHaveText(['50 pkt', '100 pkt', '250,5 pkt']);
    await expectPresentableInBoth(page, 'settings');
    await phone.getByRole('radio', { name: 'Podpisy', exact: true }).click();
    await expect(phone.getByTestId('card').first()).toContainText('Ważne teraz');
  },
);
