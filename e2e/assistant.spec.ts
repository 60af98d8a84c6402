import { randomUUID } from 'node:crypto';
import { threadRoutes } from '@endcap/contract/assistant';
import { knowledgeRoutes } from '@endcap/contract/knowledge';
import type { Locator, Page } from '@playwright/test';
import { respondBeforeProcessing } from './delayed-response.ts';
import { loseAnswer } from './lost-answer.ts';
import { aPhone, askAssistant } from './phones.ts';
import { read, callAs, endSession, expect, openAs, test, urls } from './product.ts';

const threads = `${urls.adminUrl}/threads`;
const knowledge = `${urls.adminUrl}/knowledge`;
const knowledgeApi = '/api/v1/knowledge-editor';
const items = async () => (await read('admin', knowledgeRoutes.list, { query: { pageSize: 1000 } })).items;
test.afterAll(async () => {
  for (const { _id, name } of await items())
    // Its own alone: other files have knowledge of theirs open meanwhile.
    if (/^(A )?Wiedza (dawna|o|ręczna|z) ?/.test(name)) await callAs('admin', `${knowledgeApi}/${_id}`, { method: 'DELETE' });
});

test('a name that is begun in the very moment in which the question comes stays', { tag: ['@APP-12', '@ux-9'] }, async ({ page }) => {
  const id = await askAssistant(await aPhone({ userId: 'klient-e2e' }), 'Czy zdążę wpisać nazwę?');
  const { messages } = await read('admin', threadRoutes.details, { params: { id } });
  const name = page.getByRole('textbox', { name: 'Name' });
  await respondBeforeProcessing(page, {
    url: `${urls.adminUrl}/api/v1/assistant/threads/${id}`,
    open: () => openAs(page, 'admin', `${knowledge}/new?thread=${id}&message=${messages[0]?.id}`),
    processed: page.getByRole('textbox', { name: 'Content' }),
    unprocessed: name,
  });
  await expect(page.getByRole('textbox', { name: 'Customer’s question' })).toHaveValue('Czy zdążę wpisać nazwę?');
  await page.clock.resume();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Z');
  await expect(name).toHaveValue('Z');
  await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue('');
});

test(
  'another new item that an ended session left does not take the place of what answers the question, nor the other way round',
  { tag: ['@APP-12', '@D-53'] },
  async ({ page }) => {
    const question = 'Czy pytanie ma pierwszeństwo?';
    const id = await askAssistant(await aPhone({ userId: 'klient-e2e' }), question);
    const { messages } = await read('admin', threadRoutes.details, { params: { id } });
    const name = page.getByRole('textbox', { name: 'Name' });
    await openAs(page, 'admin', `${knowledge}/new`);
    await name.fill('Zupełnie inna wiedza');
    await endSession(page);
    await expect(page).toHaveURL(/\/login\?/);
    await openAs(page, 'admin', `${knowledge}/new?thread=${id}&message=${messages[0]?.id}`);
    await expect(name).toHaveValue(question);
    await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue(question);
    await page.evaluate(() => dispatchEvent(new Event('pagehide')));
    await openAs(page, 'admin', `${knowledge}/new`);
    await expect(name).toHaveValue('Zupełnie inna wiedza');
    await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue('');
  },
);

test(
  'at 360 px the first thread is in view below the search, its question first; the other filters unfold, and are counted when they narrow',
  { tag: ['@ux-24', '@THR-LIST-02'] },
  async ({ page }) => {
    const id = await askAssistant(await aPhone({ userId: 'klient-e2e' }), 'Czy wąski ekran wystarczy?');
    await page.setViewportSize({ width: 360, height: 640 });
    await openAs(page, 'admin', threads);
    const [filters, field] = [page.getByRole('button', { name: 'Filters' }), page.getByRole('textbox', { name: 'Thread id' })];
    await expect(page.getByRole('row').nth(1).getByRole('link').first()).toBeInViewport({ ratio: 1 });
    await expect(field).toBeHidden();
    // The question leads its card, which is the way to the messages; its id takes one line.
    const card = page.getByRole('row').nth(1);
    const heightOf = async (part: Locator): Promise<number> => (await part.boundingBox())?.height ?? Number.NaN;
    const topOf = async (part: Locator): Promise<number> => (await part.boundingBox())?.y ?? Number.NaN;
    await expect(card.getByRole('link')).toHaveCount(1);
    expect(await topOf(card.getByRole('link'))).toBeLessThan(await topOf(card.locator('[data-label]').first()));
    expect(await heightOf(card.locator('code'))).toBeLessThan(30);
    await filters.click();
    await expect(filters).toHaveAttribute('aria-expanded', 'true');
    await field.fill(id);
    await expect(filters).toHaveText('Filters: 1');
    await filters.click();
    await expect(field).toBeHidden();
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByRole('row')).toHaveCount(2);
    await expect(page.getByText('Czy wąski ekran wystarczy?')).toBeInViewport();
    await page.setViewportSize({ width: 768, height: 900 });
    // The question has the room, which its id would take.
    const question = page.getByRole('cell').filter({ has: page.getByRole('link', { name: 'Czy wąski ekran wystarczy?' }) });
    await expect.poll(async () => (await question.boundingBox())?.width ?? 0).toBeGreaterThan(150);
    await page.setViewportSize({ width: 1400, height: 900 });
    await expect(page.getByRole('columnheader', { name: 'Thread id' })).toBeVisible();
    await expect(field).toHaveValue(id);
    await expect(filters).toBeHidden();
  },
);

test(
  'messages are full markdown without HTML, images and foreign schemes; links open in a tab of their own',
  { tag: ['@MD-07', '@M10', '@A-100'] },
  async ({ browser }) => {
    const attack = [
      '# Nagłówek',
      '- jeden\n- *dwa*',
      '`kod` i [sklep](https://example.com/a)',
      '[zły](javascript:window.__pwned=1) [dane](data:text/html,x) ![](https://evil.example/p.png)',
      '<img src=x onerror="window.__pwned=1"><script>window.__pwned=1</script>',
    ].join('\n\n');
    const threadId = await askAssistant(await aPhone({ userId: 'klient-e2e' }), attack);
    const page = await (await browser.newContext({ bypassCSP: true })).newPage();
    await openAs(page, 'admin', `${urls.adminUrl}/thread/${threadId}`);
    const message = page.getByRole('row').nth(1);
    await expect(message.getByRole('listitem')).toHaveText(['jeden', 'dwa']);
    await expect(message.locator('code')).toHaveText('kod');
    const links = message.getByRole('link');
    await expect(links).toHaveText(['sklep']);
    await expect(links).toHaveAttribute('target', '_blank');
    await expect(links).toHaveAttribute('rel', /noopener/);
    expect(await message.locator('img, script').count()).toBe(0);
    await expect(message).toContainText('<img src=x onerror');
    expect(await page.evaluate(() => '__pwned' in window)).toBe(false);
    await page.context().close();
  },
);

test(
  'uploads a knowledge file, shows why a file is refused, and deletes an item',
  {
    tag: [
      '@D-46',
      '@NAV-09',
      '@KNOW-LIST-01',
      '@KNOW-LIST-02',
      '@KNOW-LIST-03',
      '@KNOW-LIST-04',
      '@KNOW-LIST-05',
      '@KNOW-LIST-06',
      '@KNOW-LIST-07',
      '@KNOW-LIST-08',
      '@KNOW-LIST-09',
      '@KNOW-LIST-10',
      '@KNOW-LIST-11',
      '@KNOW-LIST-12',
      '@KNOW-LIST-13',
      '@KNOW-LIST-14',
      '@KNOW-LIST-15',
    ],
  },
  async ({ page }) => {
    await openAs(page, 'admin');
    await page.getByRole('link', { name: 'Assistant Knowledge', exact: true }).click();
    await expect(page).toHaveURL(knowledge);
    await expect(page.getByRole('columnheader')).toHaveText(['File name', 'Validity', 'Actions']);
    const input = page.locator('input[type=file]');
    await expect(input).toHaveAttribute('accept', '.pdf,.txt,.md,.markdown');
    await expect(input).toBeHidden();
    for (const [name, bytes, reason] of [
      ['a.docx', 'x', 'Only pdf, txt and md files'],
      ['a.txt', '', 'The file is empty.'],
      ['skan.pdf', '%PDF-1.4\nnonsense', 'The file is damaged.'],
    ] as const) {
      await input.setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(bytes) });
      await expect(page.getByRole('alert')).toContainText(reason);
    }
    await input.setInputFiles({ name: 'A Wiedza z pliku.md', mimeType: 'text/markdown', buffer: Buffer.from('Zażółć **gęślą** jaźń') });
    await expect(page.getByRole('link', { name: 'Edit: A Wiedza z pliku.md' })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    // D-46, A-26: the newest is first, and what was just uploaded is marked.
    await expect(page.getByRole('row').nth(1)).toContainText('A Wiedza z pliku.md');
    await expect(page.locator('tr[data-marked]')).toContainText('A Wiedza z pliku.md');
    await page.getByRole('link', { name: 'Edit: A Wiedza z pliku.md' }).click();
    await expect(page.getByRole('textbox', { name: 'Content' })).toHaveValue('Zażółć **gęślą** jaźń');
    await page.getByRole('link', { name: 'Back' }).click();
    await page.getByRole('button', { name: 'Delete: A Wiedza z pliku.md' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('This action is irreversible.');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('link', { name: 'Edit: A Wiedza z pliku.md' })).toBeVisible();
    await page.getByRole('button', { name: 'Delete: A Wiedza z pliku.md' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('link', { name: 'Edit: A Wiedza z pliku.md' })).toHaveCount(0);
  },
);

/** Creates the `DataTransfer` of files dragged over a page. */
const dragged = (page: Page, names: readonly string[]) =>
  page.evaluateHandle((files) => {
    const data = new DataTransfer();
    for (const name of files) data.items.add(new File(['Rzodkiewki od marca.'], name));
    return data;
  }, names);

test(
  'a row shows name, description, file type and validity of an item, and files can be dropped on the list',
  { tag: ['@KNOW-LIST-01', '@KNOW-LIST-12', '@KNOW-LIST-15', '@A-64', '@ux-22'] },
  async ({ page }) => {
    await callAs('admin', knowledgeApi, {
      method: 'POST',
      body: {
        name: 'A Wiedza dawna',
        description: 'Choinki w zeszłym roku',
        content: 'Były.',
        validityStart: '2020-12-01',
        validityEnd: '2021-01-01',
      },
    });
    await openAs(page, 'admin', knowledge);
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    await expect(row('A Wiedza dawna')).toContainText('Choinki w zeszłym roku');
    await expect(row('A Wiedza dawna').getByRole('cell').nth(1)).toHaveText(
      'No longer validfrom Tue, 1 Dec 2020, 00:00until Thu, 31 Dec 2020, end of day',
    );
    const dataTransfer = await dragged(page, ['A Wiedza o rzodkiewkach.md', 'zła.docx', 'A Wiedza o marcu.txt']);
    const place = page.getByRole('heading', { level: 1 });
    await place.dispatchEvent('dragenter', { dataTransfer });
    await expect(page.getByText('Drop pdf, txt or md files')).toBeVisible();
    await place.dispatchEvent('drop', { dataTransfer });
    await expect(page.getByText('Drop pdf, txt or md files')).toBeHidden();
    await expect(page.getByRole('alert')).toContainText('zła.docx was not added');
    for (const name of ['A Wiedza o rzodkiewkach', 'A Wiedza o marcu'])
      await expect(row(name)).toContainText(`${name}Rzodkiewki od marca.`);
    await expect(row('A Wiedza o rzodkiewkach').getByText('md', { exact: true })).toBeVisible();
    await expect(row('A Wiedza o marcu').getByRole('cell').nth(1)).toHaveText('Always');
    const drop = async (...names: string[]): Promise<void> => place.dispatchEvent('drop', { dataTransfer: await dragged(page, names) });
    const alert = page.getByRole('alert');
    await test.step('a file whose answer is lost is not called refused, and stands in the list', async () => {
      await loseAnswer(page, `**${knowledgeRoutes.create.path}`);
      await drop('A Wiedza o niczym.md');
      await expect(alert).toContainText('A Wiedza o niczym.md may or may not have been added');
      await expect(alert).toContainText('Look in the list before you add it again.');
      await expect(row('A Wiedza o niczym')).toHaveCount(1);
    });
    await test.step('a file that is stopped while the server has it may be added all the same, and that is said', async () => {
      const network = await page.context().newCDPSession(page);
      const answersTake = (latency: number) =>
        network.send('Network.emulateNetworkConditions', { offline: false, latency, downloadThroughput: -1, uploadThroughput: -1 });
      await answersTake(300_000);
      await drop('A Wiedza zatrzymana.md', 'A Wiedza następna.md');
      await expect(page.getByText('Reading the text of A Wiedza zatrzymana.md')).toBeVisible();
      await page.getByRole('button', { name: 'Stop' }).click();
      await answersTake(0);
      await expect(alert).toContainText('A Wiedza zatrzymana.md may or may not have been added');
      await expect(alert).not.toContainText('następna');
    });
  },
);

test('the assistant can be tried on the list, and before an item is saved as if it were', { tag: ['@APP-12'] }, async ({ page }) => {
  const word = `zorbing${randomUUID().replaceAll('-', '').replace(/\d/g, 'q').slice(0, 12)}`;
  await openAs(page, 'admin', knowledge);
  await page.getByRole('button', { name: 'Try the assistant' }).click();
  const box = page.getByRole('region', { name: 'Try the assistant' });
  const question = box.getByRole('textbox', { name: 'Customer’s question' });
  await expect(box.getByRole('button', { name: 'Ask' })).toBeDisabled();
  await question.fill('Jak zgłosić reklamację?');
  await question.press('Enter');
  await expect(box).toContainText('Wadliwy produkt reklamuje się w punkcie obsługi');
  await expect(box.getByRole('listitem').first()).toContainText('used in the answer');
  await expect(box.getByRole('link', { name: 'Reklamacje' })).toBeVisible();
  await page.getByRole('link', { name: 'New item' }).click();
  await expect(box).toContainText('takes part once all fields are filled in');
  await question.fill(`Czy macie ${word}?`);
  await box.getByRole('button', { name: 'Ask' }).click();
  await expect(box).toContainText('The assistant does not know the answer.');
  await page.getByRole('textbox', { name: 'Name' }).fill('Wiedza o zorbingu');
  await page.getByRole('textbox', { name: 'Description' }).fill('Sporty, które mamy');
  await page.getByRole('textbox', { name: 'Content' }).fill('Kula kosztuje 5 zł.');
  await expect(box).toContainText('The item has changed since this question.');
  await box.getByRole('button', { name: 'Ask' }).click();
  await expect(box).toContainText('This item does not match the question.');
  await page.getByRole('textbox', { name: 'Description' }).fill(`Cena za ${word}`);
  await box.getByRole('button', { name: 'Ask' }).click();
  await expect(box).toContainText('Kula kosztuje 5 zł.');
  await expect(box.getByRole('listitem')).toContainText('Wiedza o zorbingu');
  await expect(box.getByRole('listitem')).toContainText('this item');
  await expect(page).toHaveURL(`${knowledge}/new`);
  expect((await items()).map(({ name }) => name)).not.toContain('Wiedza o zorbingu');
});
