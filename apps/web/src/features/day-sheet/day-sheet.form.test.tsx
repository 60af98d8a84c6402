import { DaySheet, daySheetRoutes, SheetItem } from '@endcap/contract/day-sheet';
import { dayAfter } from '@endcap/contract/trading-days';
import { startOfDay } from '@endcap/contract/warsaw-time';
import { waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openScreen } from '../../../test/open-screen.tsx';
import { blank, sample } from '../../../test/sample.ts';
import { answer, lostConnection, refuse, type StandIn } from '../../../test/stand-in-api.ts';

const { read, report } = daySheetRoutes;
const AT = '2026-11-28T08:00:00.000Z';
const sheet = (facts: Partial<DaySheet> = {}): DaySheet =>
  blank(DaySheet, {
    store: { _id: 'store101', name: 'Koszyk Warszawa Marszałkowska', storeNo: 101, address: 'ul. Marszałkowska 1, 00-001 Warszawa' },
    day: '2026-11-28',
    at: AT,
    ...facts,
  });
const open = (search: string, answers: StandIn[] = []) =>
  openScreen(`/day-sheet?${search}`, { language: 'pl', answers: [answer(read, sheet()), ...answers] });

test('focuses the store picker and loads no sheet when the address has no store', { tags: ['SHEET-01'] }, async () => {
  const { findByText, findByRole, api } = await open('store=&date=2026-02-31');
  await findByText(/^Karta pokazuje, co obowiązuje/);
  const stores = await findByRole('combobox', { name: 'Sklep' });
  await waitFor(() => expect(stores).toHaveFocus());
  expect(api.requestsOf(read)).toEqual([]);
});

test('shows that the store of the address does not exist, without an alert', { tags: ['SHEET-01'] }, async () => {
  const { findAllByText, queryByRole } = await open(`store=${'a'.repeat(24)}`, [answer(read, refuse('not_found'))]);
  await waitFor(async () => expect(await findAllByText('Nie ma takiego sklepu')).toHaveLength(2));
  expect(queryByRole('alert')).toBeNull();
});

test('shows today when the address has no valid day, and keeps an invalid date in the field', { tags: ['SHEET-01'] }, async () => {
  const { findField, fill, user, findByText, api } = await open('store=store101&date=nonsense');
  const day = await findField('Dzień');
  await waitFor(() => expect(api.requestsOf(read)).not.toEqual([]));
  const today = api.requestsOf(read)[0]?.query.get('day');
  expect(today).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  expect(day).toHaveValue(today);
  fill(day, '31.02.2027');
  await user.tab();
  expect(day).toHaveValue('31.02.2027');
  await findByText(/^To nie jest data/);
  expect(api.requestsOf(read).map(({ query }) => query.get('day'))).not.toContain('31.02.2027');
});

test(
  'shows the current text of each push, marks corrected ones and strikes through recalled ones',
  { tags: ['SHEET-01', 'RECALL-01', 'RECALL-02'] },
  async () => {
    const push = { at: AT, planned: false, correctedAt: null, recalledAt: null };
    const { findByText, getAllByRole } = await open('store=store101', [
      answer(
        read,
        sheet({
          pushes: [
            { ...push, _id: 'a', title: 'Pigwy', text: 'Po 9,99 zł' },
            { ...push, _id: 'b', title: 'Aronie', text: 'Po 7,99 zł', correctedAt: AT },
            { ...push, _id: 'c', title: 'Rokitniki', text: 'Po 5 zł', correctedAt: AT, recalledAt: AT },
          ],
        }),
      ),
    ]);
    await findByText('Pigwy');
    const line = (title: string) => getAllByRole('listitem').find(({ textContent }) => textContent?.includes(title));
    expect(line('Pigwy')).toHaveTextContent(/Pigwy Po 9,99 zł$/);
    expect(line('Aronie')).toHaveTextContent(/Aronie Po 7,99 zł \(poprawione\)$/);
    expect(line('Rokitniki')).toHaveTextContent(/Rokitniki Po 5 zł \(wycofane\)$/);
    expect(line('Rokitniki')?.querySelector('s')).toHaveTextContent('Rokitniki Po 5 zł');
    expect(line('Aronie')?.querySelector('s')).toBeNull();
  },
);

test('shows a report as made, without an error, when its response was lost', { tags: ['SHEET-03', 'ux-22'] }, async () => {
  let reportedAt: string | null = null;
  const { findByRole, findByText, queryByRole, user } = await open('store=store101', [
    answer(read, () =>
      sheet({
        items: [
          sample(SheetItem, {
            _id: 'item1',
            contentType: 'promoCode',
            name: 'Kawa',
            code: '5901234123457',
            barcode: null,
            isValid: true,
            reportedAt,
          }),
        ],
      }),
    ),
    answer(report, () => {
      reportedAt = AT;
      return lostConnection;
    }),
  ]);
  await user.click(await findByRole('button', { name: 'Zgłoś: nie skanuje się: Kawa' }));
  await findByText(/^Zgłoszono/);
  expect(queryByRole('button', { name: 'Zgłoś: nie skanuje się: Kawa' })).toBeNull();
  expect(within(document.body).queryByRole('alert')).toBeNull();
});

test('switches to the sheet of the new day at midnight in Warsaw and drops expired codes', { tags: ['SHEET-01'] }, async () => {
  const today = '2026-11-28';
  vi.useFakeTimers({ shouldAdvanceTime: true, now: Date.parse(startOfDay(today)) - 30 * 60_000 });
  onTestFinished(() => void vi.useRealTimers());
  const ended = sample(SheetItem, {
    _id: 'item1',
    contentType: 'promoCode',
    name: 'Wczorajsza',
    code: '5901234123457',
    barcode: null,
    isValid: true,
    reportedAt: null,
  });
  const { findField, findByText, queryByText, api } = await open('store=store101', [
    answer(read, ({ query }) => sheet({ day: query.get('day') ?? '', items: query.get('day') === today ? [] : [ended] })),
  ]);
  const day = await findField('Dzień');
  expect(day).toHaveValue(dayAfter(today, -1));
  await findByText('Wczorajsza');
  await vi.advanceTimersByTimeAsync(60 * 60_000);
  await waitFor(() => expect(day).toHaveValue(today));
  await waitFor(() => expect(queryByText('Wczorajsza')).toBeNull());
  expect(api.requestsOf(read).at(-1)?.query.get('day')).toBe(today);
});

/** A Saturday in Warsaw, at nine. */
const onSaturday = (): void => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(AT) });
  onTestFinished(() => void vi.useRealTimers());
};

test('reads a typed weekday, a relative day or a date without a year as the nearest such day', { tags: ['SHEET-01', 'E-63'] }, async () => {
  onSaturday();
  const { findField, fill, api } = await open('store=store101');
  const day = await findField('Dzień');
  for (const [typed, asked] of [
    ['pon', '2026-11-30'],
    ['wczoraj', '2026-11-27'],
    ['25.11', '2026-11-25'],
    ['15.02', '2027-02-15'],
  ] as const) {
    fill(day, typed);
    await waitFor(() => expect(api.requestsOf(read).at(-1)?.query.get('day')).toBe(asked));
  }
});

test('hides the sheet and disables Print with the reason while the typed day is invalid', { tags: ['SHEET-01', 'SHEET-02'] }, async () => {
  onSaturday();
  const { findField, fill, findByText, queryByText, queryByRole, button, user } = await open('store=store101&date=2026-11-27');
  const printed = vi.fn();
  vi.stubGlobal('print', printed);
  onTestFinished(() => void vi.stubGlobal('print', undefined));
  const day = await findField('Dzień');
  await findByText('Koszyk Warszawa Marszałkowska');
  await user.click(button('Drukuj'));
  expect(printed).toHaveBeenCalledTimes(1);
  fill(day, '31.02.2027');
  await findByText('Nie wiadomo, na który dzień ma być karta');
  expect(queryByText('Koszyk Warszawa Marszałkowska')).toBeNull();
  expect(queryByRole('article')).toBeNull();
  expect(button('Drukuj')).toBeDisabled();
  expect(button('Drukuj')).toHaveAccessibleDescription('Najpierw popraw datę.');
  // The day that the address already has replaces the invalid text.
  fill(day, '27.11.2026');
  await waitFor(() => expect(button('Drukuj')).toBeEnabled());
  expect(button('Drukuj')).toHaveAccessibleDescription('');
  await findByText('Koszyk Warszawa Marszałkowska');
});

test('disables Print with the reason while no store is selected', { tags: ['SHEET-02'] }, async () => {
  const { findByRole } = await open('');
  const print = await findByRole('button', { name: 'Drukuj' });
  expect(print).toBeDisabled();
  expect(print).toHaveAccessibleDescription('Najpierw wybierz sklep.');
});

test('moves to today, tomorrow, the previous day and the next day with one press each', { tags: ['SHEET-01'] }, async () => {
  onSaturday();
  const { findField, fill, button, user, address, api } = await open('store=store101&date=2026-11-20');
  const day = await findField('Dzień');
  const isOn = async (shown: string): Promise<void> => {
    await waitFor(() => expect(day).toHaveValue(shown));
    await waitFor(() => expect(api.requestsOf(read).at(-1)?.query.get('day')).toBe(shown));
  };
  await isOn('2026-11-20');
  await user.click(button('Następny dzień'));
  await isOn('2026-11-21');
  await user.click(button('Poprzedni dzień'));
  await user.click(button('Poprzedni dzień'));
  await isOn('2026-11-19');
  await user.click(button('Jutro'));
  await isOn('2026-11-29');
  expect(button('Jutro')).toHaveAttribute('aria-pressed', 'true');
  await user.click(button('Dziś'));
  await isOn('2026-11-28');
  expect(button('Dziś')).toHaveAttribute('aria-pressed', 'true');
  // The address of today has no day, so that the sheet moves on at midnight.
  expect(address()).toBe('/day-sheet?store=store101');
  fill(day, 'kiedyś');
  expect(button('Dziś')).toHaveAttribute('aria-pressed', 'false');
  await user.click(button('Dziś'));
  await isOn('2026-11-28');
});

const six = [{ opens: 360, closes: 1320 }];
const plain: NonNullable<DaySheet['hours']> = {
  ranges: six,
  changed: false,
  usual: null,
  closure: null,
  kind: 'weekday',
  trades: true,
  holiday: null,
  note: null,
};
test.each<[string, DaySheet['hours']]>([
  ['Otwarte 6:00–22:00', plain],
  ['Otwarte 6:00–22:00 · niedziela handlowa', { ...plain, kind: 'tradingSunday' }],
  ['Otwarte 8:00–14:00 · zwykle 6:00–22:00', { ...plain, ranges: [{ opens: 480, closes: 840 }], changed: true, usual: six }],
  ['Otwarte 6:00–22:00 · tylko tego dnia · niedziela niehandlowa', { ...plain, changed: true, kind: 'closedSunday', trades: false }],
  ['Otwarte całą dobę', { ...plain, ranges: [{ opens: 0, closes: 1440 }] }],
  ['Zamknięte', { ...plain, ranges: [] }],
  ['Zamknięte: tylko tego dnia', { ...plain, ranges: [], changed: true }],
  ['Zamknięte: Boże Narodzenie', { ...plain, ranges: [], kind: 'holiday', trades: false, holiday: 'christmas' }],
  ['Zamknięte: niedziela niehandlowa', { ...plain, ranges: [], kind: 'closedSunday', trades: false }],
  // The store is closed on Sundays that trade.
  ['Zamknięte', { ...plain, ranges: [], kind: 'tradingSunday' }],
  ['Zamknięte: Żałoba narodowa', { ...plain, ranges: [], kind: 'closedDay', trades: false, note: 'Żałoba narodowa' }],
  ['Zamknięte', { ...plain, ranges: [], kind: 'closedDay', trades: false }],
  ['Zamknięte do 10 stycznia 2027 włącznie: remont', { ...plain, ranges: [], closure: { until: '2027-01-10', reason: 'remont' } }],
  ['Zamknięte: remont', { ...plain, ranges: [], closure: { until: '2026-11-28', reason: 'remont' } }],
  ['Nie podano godzin otwarcia sklepu.', null],
])('shows the opening hours of the store in the header: %s', { tags: ['SHEET-01'] }, async (line, hours) => {
  const { findByRole } = await open('store=store101', [answer(read, sheet({ hours }))]);
  const head = (await findByRole('article')).querySelector('header');
  expect(head?.querySelector('p')).toHaveTextContent(new RegExp(`^${line.replaceAll('.', String.raw`\.`)}$`));
});

test('names the hours in English', { tags: ['SHEET-01'] }, async () => {
  const closedFor = { ...plain, ranges: [], closure: { until: '2027-01-10', reason: 'remont' } };
  const { findByText } = await openScreen('/day-sheet?store=store101', {
    language: 'en',
    answers: [answer(read, sheet({ hours: closedFor }))],
  });
  await findByText('Closed until 10 January 2027 inclusive: remont');
});

test('shows pushes planned for a future day, and a matching text for a day without any', { tags: ['SHEET-01'] }, async () => {
  onSaturday();
  const push = { _id: 'a', title: 'Pigwy', text: 'Po 9,99 zł', correctedAt: null, recalledAt: null };
  const { findByText, findField, fill } = await open('store=store101&date=2026-11-29', [
    answer(read, ({ query }) => {
      const day = query.get('day') ?? '';
      return sheet({ day, pushes: day === '2026-11-30' ? [{ ...push, at: '2026-11-30T08:00:00.000Z', planned: true }] : [] });
    }),
  ]);
  await findByText('Nic nie zaplanowano.');
  fill(await findField('Dzień'), '2026-11-28');
  await findByText('Nic jeszcze nie wysłano.');
  fill(await findField('Dzień'), '2026-11-27');
  await findByText('Nic nie wysłano.');
  fill(await findField('Dzień'), '2026-11-30');
  const line = (await findByText('Pigwy')).closest('li');
  expect(line).toHaveTextContent(/^09:00 Pigwy Po 9,99 zł \(zaplanowane\)$/);
});

test('marks a plan that waits for approval, and hides its time once it passed', { tags: ['SHEET-01', 'CARE-04'] }, async () => {
  onSaturday();
  const push = { text: 'Po 9,99 zł', planned: true, unapproved: true, correctedAt: null, recalledAt: null };
  const { findByText, getByText } = await open('store=store101&date=2026-11-28', [
    answer(
      read,
      sheet({
        pushes: [
          { ...push, _id: 'a', title: 'Pigwy', at: '2026-11-28T07:00:00.000Z' },
          { ...push, _id: 'b', title: 'Aronie', at: '2026-11-28T17:00:00.000Z' },
        ],
      }),
    ),
  ]);
  expect((await findByText('Pigwy')).closest('li')).toHaveTextContent(/^Pigwy Po 9,99 zł \(czeka na zatwierdzenie\)$/);
  expect(getByText('Aronie').closest('li')).toHaveTextContent(/^18:00 Aronie Po 9,99 zł \(czeka na zatwierdzenie\)$/);
});
