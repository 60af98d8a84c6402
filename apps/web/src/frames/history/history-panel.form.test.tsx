import { testPhoneRoutes } from '@endcap/contract/devices';
import { HistoryChange, HistoryRow, historyRoutes } from '@endcap/contract/history';
import { Knowledge, knowledgeRoutes } from '@endcap/contract/knowledge';
import { linkRoutes } from '@endcap/contract/links';
import { notificationRoutes } from '@endcap/contract/notifications';
import { Popup, popupRoutes } from '@endcap/contract/popups';
import { emptySettings, Settings, settingsRoutes } from '@endcap/contract/settings';
import { StoreGroup, storeGroupRoutes } from '@endcap/contract/store-groups';
import { Store, storeRoutes } from '@endcap/contract/stores';
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../../test/open-screen.tsx';
import { sample } from '../../../test/sample.ts';
import { pageOf } from '../../../test/shop.ts';
import { answer, refuse, type StandIn } from '../../../test/stand-in-api.ts';

const person = { id: 'admin', name: 'Anna Wójcik' };
const rowOf = (_id: string, kind: string, facts: Partial<HistoryRow> = {}): HistoryRow =>
  sample(HistoryRow, {
    _id,
    kind,
    action: 'update',
    person,
    at: '2026-11-20T10:00:00.000Z',
    item: 'item1',
    label: 'Pozycja',
    deleted: false,
    ...facts,
  });
/** A change of some fields, whose version has all of `version`. */
const changeOf = (_id: string, kind: string, changes: HistoryChange['changes'], version: object, names: Record<string, string> = {}) =>
  sample(HistoryChange, { ...rowOf(_id, kind), changes, version, names, missingFiles: [] });

const openHistory = async (address: string, answers: StandIn[], language: 'pl' | 'en' = 'pl') => {
  const screen = await openScreen(address, { language, answers: [answer(linkRoutes.check, []), ...answers] });
  const panel = () => within(screen.getByRole('dialog'));
  await screen.findByRole('dialog');
  return {
    ...screen,
    panel,
    rows: () => panel().getAllByRole('listitem'),
    /** The panel's entry for a field, or null. */
    fieldChange: (label: string): Element | null => panel().queryByRole('heading', { name: label })?.closest('li') ?? null,
  };
};

const long = `Zwroty. ${'Tak. '.repeat(400)}`;
const store = sample(Store, { _id: 'store1', storeType: 'super', latitude: 54.5, longitude: 18.8, drive: true });
const group = sample(StoreGroup, { _id: 'group1', name: 'Grupa', includeStores: ['store104'] });
const knowledge = sample(Knowledge, { _id: 'know1', id: 'know1', content: `${long}Do 14 dni.` });
const settings = sample(Settings, emptySettings);
const question = { question: 'Jak <b>zwrócić</b>?', answer: 'W sklepie', color: '#112233' };
const withQuestion = { ...settings.loyalty, questions: [question] };

test.each([
  [
    'store',
    '/store/store1',
    [answer(storeRoutes.details, store), answer(storeRoutes.usage, [])],
    changeOf('1', 'store', { storeType: ['contact', 'super'], latitude: [54.6, 54.5], drive: [false, true] }, store),
    [
      ['Typ sklepu', /Było\s*Contact\s*Jest\s*Super/],
      ['Szerokość geograficzna', /Było\s*54,6\s*Jest\s*54,5/],
      ['Drive (odbiór samochodem)', /Było\s*nie\s*Jest\s*tak/],
    ],
  ],
  [
    'storeGroup',
    '/store-group/group1',
    [
      answer(storeGroupRoutes.details, group),
      answer(storeGroupRoutes.list, pageOf([])),
      answer(storeGroupRoutes.usage, []),
      answer(notificationRoutes.estimate, {}),
    ],
    changeOf('1', 'storeGroup', { includeStores: [[], ['store104']] }, group, { store104: 'Koszyk w panelu, Hel' }),
    [['Sklepy w grupie', /Dodane \(1\)\s*Koszyk/]],
  ],
  [
    'knowledge',
    '/knowledge/know1',
    [answer(knowledgeRoutes.details, knowledge)],
    changeOf('1', 'knowledge', { content: [long, `${long}Do 14 dni.`] }, knowledge),
    [['Treść', /Do 14 dni\./]],
  ],
  [
    'settings',
    '/settings',
    [answer(settingsRoutes.read, settings), answer(testPhoneRoutes.list, [])],
    changeOf(
      '1',
      'settings',
      { signatureValid: ['Ważne', 'Ważne w panelu'], loyalty: [settings.loyalty, withQuestion] },
      { ...settings, signatureValid: 'Ważne w panelu', loyalty: withQuestion },
    ),
    [
      ['Podpis pod obowiązującą treścią', /Ważne w panelu/],
      ['Pytania i odpowiedzi', /<b>zwrócić<\/b>\?/],
    ],
  ],
] as const)(
  'shows the changes of a %s in the words of its form',
  { tags: ['HIST-01', 'HIST-02'] },
  async (kind, path, answers, change, fields) => {
    const { fieldChange } = await openHistory(`${path}?history=1`, [
      ...answers,
      answer(historyRoutes.list, { items: [rowOf('1', kind)], next: null }),
      answer(historyRoutes.change, change),
    ]);
    for (const [label, words] of fields) await waitFor(() => expect(fieldChange(label)).toHaveTextContent(words));
    // A text of customers is no markup, and of what stayed the same a few words are enough.
    expect(fieldChange('Pytania i odpowiedzi')?.querySelector('b') ?? null).toBeNull();
    expect(fieldChange('Treść')?.textContent.length ?? 0).toBeLessThan(500);
  },
);

const popup = (facts: Partial<Popup> = {}): Popup =>
  sample(Popup, { _id: 'popup1', name: 'Okno innych (nowe)', text: 'Dzień dobry', version: '', repeat: 1, ...facts });

test('shows the newest thirty changes, and older ones after a press of the button', { tags: ['HIST-01'] }, async () => {
  const first = Array.from({ length: 30 }, (_, n) => rowOf(String(40 - n), 'popup'));
  const older = [...Array.from({ length: 4 }, (_, n) => rowOf(String(10 - n), 'popup')), rowOf('1', 'popup', { action: 'create' })];
  const { rows, panel, user } = await openHistory('/popup/popup1?history=', [
    answer(popupRoutes.details, popup()),
    answer(historyRoutes.list, ({ query }) => (query.get('before') ? { items: older, next: null } : { items: first, next: 'next-page' })),
  ]);
  await waitFor(() => expect(rows()).toHaveLength(30));
  await user.click(panel().getByRole('button', { name: 'Pokaż starsze' }));
  await waitFor(() => expect(rows()).toHaveLength(35));
  expect(rows().at(-1)).toHaveTextContent('utworzenie');
  expect(panel().queryByRole('button', { name: 'Pokaż starsze' })).toBeNull();
});

test('compares a version with the stored one, even if somebody else saved after the editor was opened', { tags: ['HIST-03'] }, async () => {
  const changes = [
    changeOf('1', 'popup', { name: [null, 'Okno innych (nowe)'] }, popup()),
    changeOf('2', 'popup', { repeat: [1, 3] }, popup({ repeat: 3 })),
    changeOf('3', 'popup', { name: ['Okno innych (nowe)', 'Okno już nie to'] }, popup({ repeat: 3, name: 'Okno już nie to' })),
  ];
  let visible = 2;
  const { findByRole, user, panel, rows, fieldChange, getByRole } = await openHistory('/popup/popup1?history=', [
    answer(popupRoutes.details, popup({ repeat: 3 })),
    answer(historyRoutes.list, () => ({
      items: changes
        .slice(0, visible)
        .map(({ _id }) => rowOf(_id, 'popup'))
        .toReversed(),
      next: null,
    })),
    answer(historyRoutes.change, ({ params }) => changes[Number(params['changeId']) - 1] ?? refuse('not_found')),
  ]);
  await waitFor(() => expect(rows()).toHaveLength(2));
  await user.click(panel().getByRole('button', { name: /Zamknij/ }));
  visible = 3;
  await user.click(await findByRole('link', { name: 'Historia' }));
  await waitFor(() => expect(rows()).toHaveLength(3));
  await user.click(within(rows()[1] as HTMLElement).getByRole('button'));
  await user.selectOptions(await panel().findByLabelText('Porównaj z'), 'now');
  await waitFor(() => expect(fieldChange('Nazwa')).toHaveTextContent(/Było\s*Okno innych \(nowe\)\s*Jest\s*Okno już nie to/));
  expect(getByRole('dialog')).toBeInTheDocument();
});
