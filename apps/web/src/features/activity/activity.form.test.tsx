import { HistoryChange, HistoryRow, historyRoutes } from '@endcap/contract/history';
import { Popup, popupRoutes } from '@endcap/contract/popups';
import { waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { openScreen } from '../../../test/open-screen.tsx';
import { sample } from '../../../test/sample.ts';
import { answer } from '../../../test/stand-in-api.ts';

const person = { id: 'admin', name: 'Anna Wójcik' };
const rowOf = (_id: string, facts: Partial<HistoryRow>): HistoryRow =>
  sample(HistoryRow, {
    _id,
    kind: 'popup',
    action: 'update',
    person,
    item: 'p1',
    label: 'Okno',
    deleted: false,
    safety: false,
    summary: null,
    ...facts,
  });
const value = (field: string, before: string | number | boolean | null, after: string | number | boolean | null) =>
  ({ field, is: 'value', before, after }) as const;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-29T12:00:00Z') });
  return () => vi.useRealTimers();
});

const open = async (
  rows: HistoryRow[],
  { address = '/activity', language = 'pl' as 'pl' | 'en', more = [] as ReturnType<typeof answer>[] } = {},
) => {
  const screen = await openScreen(address, {
    language,
    answers: [answer(historyRoutes.people, [person]), answer(historyRoutes.list, { items: rows, next: null }), ...more],
  });
  const row = (id: string) => document.querySelector(`tr[data-row="${id}"]`);
  await waitFor(() => expect(row(rows[0]?._id ?? '')).toBeInTheDocument());
  return { ...screen, row };
};

const changed = [
  rowOf('9', {
    kind: 'content',
    at: '2026-11-29T11:00:00.000Z',
    summary: {
      fields: [
        value('validityEnd', '2026-11-30T22:59:00Z', '2026-12-08T22:59:00Z'),
        { field: 'includeStores', is: 'list', before: null, after: null, added: 2, removed: 0 },
        value('pinned', false, true),
      ],
      more: 2,
    },
  }),
  rowOf('8', {
    kind: 'store',
    at: '2026-11-29T10:00:00.000Z',
    summary: {
      fields: [value('storeType', 'contact', 'super'), value('latitude', 54.6, 54.52971), value('mondayHours', '06:00-22:00', null)],
      more: 0,
    },
  }),
  rowOf('7', {
    kind: 'notification',
    at: '2026-11-29T09:00:00.000Z',
    summary: {
      fields: [
        value('validUntil', '2026-11-30T23:00:00Z', '2027-01-02T11:30:00Z'),
        { field: 'content', is: 'text', before: true, after: true },
        value('image', null, 'cloudinary:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.png'),
      ],
      more: 0,
    },
  }),
];

test('a row shows changed values with the labels of the form', { tags: ['E-66'] }, async () => {
  const { row } = await open(changed);
  expect(row('9')).toHaveTextContent('Ważne do: 30 lis → 8 gru · Uwzględnij sklepy: +2 · Przypięte: nie → tak · + 2 pola');
  expect(row('8')).toHaveTextContent(
    'Typ sklepu: Contact → Super · Szerokość geograficzna: 54,6 → 54,52971 · Poniedziałek: 6:00–22:00 → (puste)',
  );
  // A year or time of day that differs is shown.
  expect(row('7')).toHaveTextContent('Ważne do: 30 lis 2026, koniec dnia → 2 sty 2027, 12:30 · Treść: zmieniono · Obraz: dodano');
});

test('a row names the validity that an import program changed in knowledge', { tags: ['E-66', 'KNOW-EDIT-11'] }, async () => {
  const summary = { fields: [value('validityEnd', null, '2026-12-31T23:00:00Z')], more: 0 };
  const { row } = await open([rowOf('6', { kind: 'knowledge', at: '2026-11-29T11:00:00.000Z', summary })]);
  expect(row('6')).toHaveTextContent('Ważne do: bez końca → 31 gru, koniec dnia');
});

test('a row shows changed values in English', { tags: ['E-66'] }, async () => {
  const { row } = await open(changed, { language: 'en' });
  expect(row('9')).toHaveTextContent('Validity end: 30 Nov → 8 Dec · Include stores: +2 · Pinned: no → yes · + 2 fields');
  expect(row('8')).toHaveTextContent('Latitude: 54.6 → 54.52971');
});

test('filters changes by a field of a type in the address, and Back removes the filter', { tags: ['E-66'] }, async () => {
  const { getByLabelText, queryByLabelText, user, api, address, back } = await open(changed);
  expect(queryByLabelText('Pole')).toBeNull();
  await user.selectOptions(getByLabelText('Typ'), 'content');
  await user.selectOptions(getByLabelText('Pole'), 'Ważne do');
  await waitFor(() => expect(address()).toBe('/activity?kind=content&field=validityEnd'));
  await waitFor(() => expect(api.requestsOf(historyRoutes.list).at(-1)?.query.get('field')).toBe('validityEnd'));
  back();
  await waitFor(() => expect(address()).toBe('/activity?kind=content'));
  expect(getByLabelText('Pole')).toHaveValue('');
  // Fields belong to their kind.
  await user.selectOptions(getByLabelText('Pole'), 'Ważne do');
  await user.selectOptions(getByLabelText('Typ'), 'store');
  await waitFor(() => expect(address()).toBe('/activity?kind=store'));
});

test('shows days as headings in Warsaw time, and only the time in a row', { tags: ['E-6D'] }, async () => {
  const at = (_id: string, when: string) => rowOf(_id, { at: when });
  const { getAllByRole, row } = await open([
    at('5', '2026-11-29T11:05:00.000Z'),
    at('4', '2026-11-28T23:30:00.000Z'),
    at('3', '2026-11-28T22:30:00.000Z'),
    at('2', '2026-11-27T09:00:00.000Z'),
    at('1', '2025-11-27T09:00:00.000Z'),
  ]);
  expect(getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
    'Dzisiaj, niedziela, 29 listopada 2026',
    'Wczoraj, sobota, 28 listopada 2026',
    'piątek, 27 listopada 2026',
    'czwartek, 27 listopada 2025',
  ]);
  expect(row('4')?.previousElementSibling).toBe(row('5'));
  expect(row('4')?.querySelector('time')).toHaveTextContent(/^00:30$/);
});

test('the row of a sign-in names the event only once', { tags: ['E-6D'] }, async () => {
  const rows = [rowOf('s1', { kind: 'session', action: 'signIn', item: null, label: null, at: '2026-11-29T11:05:00.000Z' })];
  const { row } = await open(rows);
  expect(row('s1')).toHaveTextContent(/^Logowanie\s*Anna Wójcik\s*12:05$/);
});

const imported = rowOf('90', {
  kind: 'import',
  action: 'import',
  item: 'stores',
  label: 'stores',
  at: '2026-11-29T11:05:00.000Z',
  person: { id: 'import-api', name: null },
  summary: { fields: [value('created', null, 0), value('updated', null, 1000), value('removed', null, 2)], more: 2 },
});

test('an import is one row that opens its items, a page at a time', { tags: ['E-6D'] }, async () => {
  const item = (n: number) => rowOf(String(n), { kind: 'store', item: `store${n}`, label: `${n} · Sklep` });
  const { row, api, user, getByRole } = await open([imported], {
    more: [
      answer(historyRoutes.list, ({ query }) => {
        if (query.get('importedBy') === null) return { items: [imported], next: null };
        const first = query.get('before') === null;
        return { items: Array.from({ length: first ? 30 : 5 }, (_, n) => item((first ? 80 : 40) - n)), next: first ? 'further' : null };
      }),
      answer(
        historyRoutes.change,
        sample(HistoryChange, { ...imported, changes: { updated: [null, 1000] }, version: {}, names: {}, missingFiles: [] }),
      ),
    ],
  });
  expect(row('90')).toHaveTextContent(/^Import: sklepy\s*zmienione: 1\s000 · usunięte: 2\s*Program importujący\s*12:05$/);
  expect(api.requestsOf(historyRoutes.list).map(({ query }) => query.get('imports'))).toEqual(['folded']);
  await user.click(within(row('90') as HTMLElement).getByRole('link'));
  const panel = within(await waitFor(() => getByRole('dialog')));
  await panel.findByRole('heading', { name: 'Pozycje importu' });
  const stores = () => panel.getAllByRole('link', { name: /Sklep: / });
  await waitFor(() => expect(stores()).toHaveLength(30));
  expect(stores()[0]).toHaveAttribute('href', '/store/store80?history=80');
  await user.click(panel.getByRole('button', { name: 'Pokaż więcej' }));
  await waitFor(() => expect(stores()).toHaveLength(35));
  expect(panel.queryByRole('button', { name: 'Pokaż więcej' })).toBeNull();
});

test('two clicks lead from an item to the history of one of its fields', { tags: ['E-66'] }, async () => {
  const popup = sample(Popup, { _id: 'p1', name: 'Okno', text: 'Tekst', version: '', repeat: 3 });
  const of = (repeat: number) => ({ summary: { fields: [value('repeat', repeat - 1, repeat)], more: 0 } });
  const rows = [rowOf('3', of(3)), rowOf('2', { summary: { fields: [value('name', 'Stare', 'Okno')], more: 0 } }), rowOf('1', of(2))];
  const ofField = rows.filter(({ summary }) => summary?.fields[0]?.field === 'repeat');
  const { user, findByRole, address, back } = await openScreen('/popup/p1', {
    language: 'pl',
    answers: [
      answer(popupRoutes.details, popup),
      answer(historyRoutes.list, ({ query }) => ({ items: query.get('field') === 'repeat' ? ofField : rows, next: null })),
      answer(
        historyRoutes.change,
        sample(HistoryChange, { ...rows[0], changes: { repeat: [2, 3] }, version: { ...popup }, names: {}, missingFiles: [] }),
      ),
    ],
  });
  await user.click(await findByRole('link', { name: 'Historia' }));
  const panel = within(await findByRole('dialog'));
  await waitFor(() => expect(panel.getAllByRole('listitem')).toHaveLength(3));
  expect(panel.getAllByRole('listitem')[0]).toHaveTextContent(/Anna Wójcik.*zmiana Powtórzenia: 2 → 3$/);
  await user.click(panel.getAllByRole('link', { name: 'Powtórzenia' })[0] as HTMLElement);
  await waitFor(() => expect(panel.getAllByRole('listitem')).toHaveLength(2));
  expect(address()).toBe('/popup/p1?history=&field=repeat');
  expect(panel.getByLabelText('Pole')).toHaveValue('repeat');
  back();
  await waitFor(() => expect(panel.getAllByRole('listitem')).toHaveLength(3));
  // The label in the opened change leads there as well.
  await user.click(within(panel.getAllByRole('listitem')[0] as HTMLElement).getByRole('button'));
  await user.click(within(await panel.findByRole('heading', { name: 'Powtórzenia' })).getByRole('link'));
  await waitFor(() => expect(address()).toBe('/popup/p1?history=&field=repeat'));
  await waitFor(() => expect(panel.getAllByRole('listitem')).toHaveLength(2));
});

test('accepts days in everyday notation in the filters, and reads them as past days', { tags: ['HIST-07', 'E-63'] }, async () => {
  const { findField, fill, address } = await open(changed);
  fill(await findField('Od dnia'), '30.11');
  await waitFor(() => expect(address()).toContain('from=2025-11-30'));
  fill(await findField('Do dnia'), 'wczoraj');
  await waitFor(() => expect(address()).toContain('to=2026-11-28'));
});
