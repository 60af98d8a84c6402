import { type Thread, threadRoutes, ThreadRow } from '@endcap/contract/assistant';
import { toPage } from '@endcap/contract/core';
import { customerRoutes } from '@endcap/contract/customers';
import { Knowledge, knowledgeRoutes } from '@endcap/contract/knowledge';
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../../test/open-screen.tsx';
import { sample } from '../../../test/sample.ts';
import { pageOf } from '../../../test/shop.ts';
import { answer, refuse } from '../../../test/stand-in-api.ts';

const { details, list } = threadRoutes;
const row = (n: number, facts: Partial<ThreadRow> = {}): ThreadRow =>
  sample(ThreadRow, {
    _id: `thread${n}`,
    id: `thread${n}`,
    threadId: `thread_${n}`,
    userId: 'klient-e2e',
    messageCount: 2,
    firstUserMessage: `Pytanie **${n}** <script>window.pwned=1</script>`,
    unanswered: false,
    ...facts,
  });

/** Eleven threads with questions, and one without, which is found by its id alone. */
const threads = answer(list, ({ query }) => {
  const page = Number(query.get('page'));
  const threadId = query.get('threadId');
  if (threadId) return pageOf('thread_silent'.includes(threadId) ? [row(12, { threadId: 'thread_silent', firstUserMessage: null })] : []);
  const all = Array.from({ length: 11 }, (_, n) => row(11 - n));
  return toPage(all.slice(10 * (page - 1), 10 * page), 11, { page, pageSize: 10 });
});
type Screen = Awaited<ReturnType<typeof openScreen>>;
const bodyRows = ({ getAllByRole }: Pick<Screen, 'getAllByRole'>) => getAllByRole('row').slice(1);
const textOf = (row: HTMLElement | undefined): string => row?.textContent ?? '';
const box = ({ getByRole }: Pick<Screen, 'getByRole'>, name: string) => getByRole('textbox', { name });

test(
  'lists threads with their first message as Markdown, numbered through the pages, and filters them by id with Apply and Clear',
  {
    tags: [
      'NAV-07',
      'THR-LIST-01',
      'THR-LIST-02',
      'THR-LIST-03',
      'THR-LIST-04',
      'THR-LIST-05',
      'THR-LIST-06',
      'THR-LIST-07',
      'THR-LIST-08',
      'THR-LIST-09',
      'THR-LIST-10',
      'THR-LIST-11',
      'THR-LIST-12',
      'THR-LIST-13',
      'THR-LIST-14',
      'THR-LIST-15',
      'THR-LIST-16',
      'THR-LIST-17',
      'THR-LIST-18',
      'THR-LIST-19',
      'THR-LIST-20',
      'THR-LIST-21',
      'THR-LIST-22',
      'NAV-34',
      'A-28',
      'CONST-01',
    ],
  },
  async () => {
    const screen = await openScreen('/store', { answers: [threads] });
    const { user, address, api, findByRole, getByRole, getAllByRole, findByText, fill } = screen;
    await user.click(await findByRole('link', { name: 'Assistant Threads' }));
    await findByRole('link', { name: 'Messages: thread_11' });
    expect(address()).toBe('/threads');
    const asked = (at: number) => api.requestsOf(list).at(at)?.query;
    expect(['pageSize', 'filterUserMessages', 'sortField', 'threadId'].map((name) => asked(0)?.get(name))).toEqual([
      '10',
      'true',
      '-created_at',
      null,
    ]);
    expect(getAllByRole('columnheader').map(({ textContent }) => textContent?.trim())).toEqual([
      'No.',
      'First user message',
      'Date',
      'User id',
      'Message count',
      'Thread id',
      'Actions',
    ]);
    expect(bodyRows(screen)).toHaveLength(10);
    expect(textOf(bodyRows(screen)[0])).toContain('thread_11');
    expect([...(bodyRows(screen)[0]?.querySelectorAll('strong') ?? [])].at(-1)).toHaveTextContent('11');
    expect(document.querySelector('tbody script')).toBeNull();
    await user.click(getByRole('link', { name: 'Page 2' }));
    await waitFor(() => expect(address()).toBe('/threads?page=2'));
    await waitFor(() => expect(textOf(bodyRows(screen)[0])).toMatch(/^11/));
    expect(getByRole('button', { name: 'Clear' })).toBeDisabled();
    const before = api.requestsOf(list).length;
    fill(box(screen, 'Thread id'), 'silent');
    expect(address()).toBe('/threads?page=2');
    expect(api.requestsOf(list)).toHaveLength(before);
    await user.click(getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(address()).toBe('/threads?threadId=silent'));
    await findByRole('link', { name: 'Messages: thread_silent' });
    expect(bodyRows(screen)).toHaveLength(1);
    // a thread that is looked for by its id may have no question.
    expect([asked(-1)?.get('threadId'), asked(-1)?.get('filterUserMessages')]).toEqual(['silent', 'false']);
    await user.click(getByRole('button', { name: 'Clear' }));
    await waitFor(() => expect(address()).toBe('/threads'));
    expect(box(screen, 'Thread id')).toHaveValue('');
    await user.click(await findByRole('button', { name: 'Date' }));
    await waitFor(() => expect(address()).toBe('/threads?sortField=created_at'));
    fill(box(screen, 'Thread id'), 'nosuchthread');
    await user.click(getByRole('button', { name: 'Apply' }));
    await findByText('No thread has such an id');
  },
);

test('ignores filter days that do not exist in the calendar', { tags: ['A-20', 'NAV-32'] }, async () => {
  const { api, findByRole, queryByRole } = await openScreen('/threads?from=2026-02-30&to=2026-13-01', { answers: [threads] });
  await findByRole('link', { name: 'Messages: thread_11' });
  expect(queryByRole('alert')).toBeNull();
  expect(new Set(api.requestsOf(list).flatMap(({ query }) => [query.get('from'), query.get('to')]))).toEqual(new Set([null]));
});

const messages = (): Thread['messages'] =>
  [
    ['user', 'Kiedy kupię nasiona rzodkiewki?'],
    ['assistant', 'Nasiona rzodkiewki sprzedajemy od marca.'],
    ['user', 'Czy macie zorbing? To dla kota.'],
    ['assistant', 'Nie mam informacji.'],
  ].map(([role, value], n) => ({
    id: `message${n}`,
    created_at: 1_790_000_000 + n,
    role: role as 'user' | 'assistant',
    content: [{ type: 'text', text: { value, annotations: [] } }],
    knowledge: n === 1 ? [{ id: 'garden1', name: 'Wiedza o ogrodzie', deleted: false }] : [],
    unanswered: n === 3,
  }));
const aThread = (facts: Partial<Thread> = {}) =>
  answer(details, {
    id: 'thread1',
    threadId: 'thread_1',
    userId: 'klient-e2e',
    firstUserMessage: 'Kiedy kupię nasiona rzodkiewki?',
    messages: messages(),
    ...facts,
  });

test(
  'shows who said what in a thread and the knowledge that was used, and leads to it and back to the list',
  {
    tags: [
      'GEN-07',
      'NAV-08',
      'THR-VIEW-01',
      'THR-VIEW-02',
      'THR-VIEW-03',
      'THR-VIEW-04',
      'THR-VIEW-05',
      'THR-VIEW-06',
      'THR-VIEW-07',
      'THR-VIEW-08',
      'THR-VIEW-11',
      'APP-11',
    ],
  },
  async () => {
    const screen = await openScreen('/threads', {
      answers: [threads, aThread(), answer(knowledgeRoutes.details, sample(Knowledge, { _id: 'garden1', name: 'Wiedza o ogrodzie' }))],
    });
    const { user, address, findByRole, getByRole, getAllByRole, findAllByRole } = screen;
    await user.click(await findByRole('link', { name: 'Messages: thread_11' }));
    await waitFor(() => expect(address()).toBe('/thread/thread_11'));
    await findByRole('heading', { level: 1, name: 'Kiedy kupię nasiona rzodkiewki?' });
    await findByRole('columnheader', { name: 'Text' });
    expect(getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Date', 'Role', 'Text']);
    const rows = bodyRows(screen);
    expect(rows).toHaveLength(4);
    for (const [at, words] of [
      [0, 'User'],
      [0, '2026-09-21'],
      [1, 'Nasiona rzodkiewki sprzedajemy od marca.'],
      [3, 'Nie mam informacji'],
    ] as const)
      expect(rows[at]).toHaveTextContent(words);
    await user.click(getByRole('link', { name: 'Wiedza o ogrodzie' }));
    await waitFor(() => expect(address()).toBe('/knowledge/garden1'));
    screen.unmount();
    const again = await openScreen('/thread/thread_1', { answers: [threads, aThread()] });
    const back = within(await again.findByRole('main'));
    await again.user.click(back.getByRole('link', { name: 'Assistant Threads' }));
    await waitFor(() => expect(again.address()).toBe('/threads'));
    expect(await findAllByRole('link', { name: /^Messages: / })).toHaveLength(10);
  },
);

test(
  'shows deleted knowledge without a link, and a notice for a thread that is empty or does not exist',
  { tags: ['NAV-33', 'THR-VIEW-09', 'THR-VIEW-10'] },
  async () => {
    const deleted = messages().map((message) => ({ ...message, knowledge: message.knowledge.map((item) => ({ ...item, deleted: true })) }));
    const first = await openScreen('/thread/thread_1', { answers: [aThread({ messages: deleted })] });
    await first.findByText('Wiedza o ogrodzie (deleted)');
    expect(first.queryByRole('link', { name: /Wiedza o ogrodzie/ })).toBeNull();
    first.unmount();
    const empty = await openScreen('/thread/thread_1', { answers: [aThread({ messages: [], firstUserMessage: null })] });
    await empty.findByText('There are no messages in this thread');
    empty.unmount();
    const none = await openScreen('/thread/thread_nosuch', { answers: [answer(details, refuse('not_found')), threads] });
    await none.findByRole('heading', { name: 'Not found' });
    const ways = within(none.getByRole('main')).getAllByRole('link', { name: 'Assistant Threads' });
    const last = ways.at(-1);
    if (last) await none.user.click(last);
    await waitFor(() => expect(none.address()).toBe('/threads'));
  },
);

test(
  'finds threads by words, person, day and a missing answer only on Apply, and begins a knowledge item with the question',
  { tags: ['ux-16', 'NAV-32'] },
  async () => {
    const question = 'Czy macie zorbing? To dla kota.';
    const screen = await openScreen('/threads', {
      answers: [
        answer(list, ({ query }) =>
          pageOf(query.has('from') && query.has('to') ? [] : [row(1, { firstUserMessage: question, unanswered: true })]),
        ),
        aThread(),
      ],
    });
    const { user, address, api, findByRole, getByRole, findByText, fill } = screen;
    await findByRole('link', { name: 'Messages: thread_1' });
    expect(bodyRows(screen)[0]).toHaveTextContent('The assistant did not know');
    const apply = () => user.click(getByRole('button', { name: 'Apply' }));
    const asked = (): Record<string, string> => Object.fromEntries(api.requestsOf(list).at(-1)?.query ?? []);
    fill(box(screen, 'Words in messages'), ' KOTA zorb');
    fill(box(screen, 'User id starts with'), 'klient-');
    expect(address()).toBe('/threads');
    await apply();
    await waitFor(() => expect(address()).toBe('/threads?text=KOTA+zorb&userId=klient-'));
    await waitFor(() => expect(asked()).toMatchObject({ text: 'KOTA zorb', userId: 'klient-' }));
    await user.click(getByRole('checkbox', { name: 'The assistant did not know' }));
    fill(box(screen, 'From'), '2020-01-01');
    fill(box(screen, 'To'), '2020-01-02');
    await apply();
    await findByText('No thread matches the filters');
    expect(asked()).toMatchObject({ from: '2020-01-01', to: '2020-01-02', unanswered: 'true' });
    fill(box(screen, 'To'), 'nonsense');
    await findByText(/^This is not a date/);
    fill(box(screen, 'To'), '');
    await apply();
    await waitFor(() => expect(address()).toMatch(/from=2020-01-01&unanswered=true$/));
    await user.click(await findByRole('link', { name: question }));
    await user.click(await findByRole('link', { name: 'Add to knowledge' }));
    await waitFor(() => expect(address()).toBe('/knowledge/new?thread=thread_1&message=message2'));
    await waitFor(() => expect(box(screen, 'Description')).toHaveValue(question));
    expect(box(screen, 'Name')).toHaveValue(question.slice(0, 80));
    await waitFor(() => expect(box(screen, 'Customer’s question')).toHaveValue(question));
    await user.click(getByRole('link', { name: 'Back' }));
    await findByRole('dialog');
  },
);

test.each([
  ['pl', 'niepotwierdzony', 'Identyfikator pochodzi z aplikacji i nie jest potwierdzony.', 'Usuń dane klienta …', 'z każdego urządzenia'],
  ['en', 'not verified', 'This id comes from the app and is not verified.', 'Erase customer data …', 'from every device'],
] as const)(
  "marks a customer's id as unverified in the list, in the thread and in the erase dialog (%s)",
  { tags: ['E-43'] },
  async (language, short, id, erase, all) => {
    const inList = await openScreen('/threads', { language, answers: [answer(list, pageOf([row(1)]))] });
    expect(await inList.findByRole('cell', { name: /^klient-e2e/ })).toHaveTextContent(short);
    inList.unmount();
    const kept = answer(customerRoutes.kept, { kept: { devices: 1, threads: 1, messages: 2, receipts: 0, showings: 0 }, erasedAt: null });
    const thread = await openScreen('/thread/thread_1', { language, answers: [aThread(), kept] });
    await thread.findByText(id);
    await thread.user.click(thread.getByRole('button', { name: erase }));
    const dialog = await thread.findByRole('dialog');
    await waitFor(() => expect(dialog).toHaveTextContent(all));
    thread.unmount();
    const nameless = await openScreen('/thread/thread_1', { language, answers: [aThread({ userId: null })] });
    await nameless.findByRole('heading', { level: 1, name: 'Kiedy kupię nasiona rzodkiewki?' });
    expect(nameless.queryByText(id)).toBeNull();
  },
);
