import { DaySheet, daySheetRoutes, SheetItem } from '@endcap/contract/day-sheet';
import { dayAfter } from '@endcap/contract/trading-days';
import { startOfDay } from '@endcap/contract/warsaw-time';
import { waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openScreen } from '../../../test/open-screen.tsx';
import { sample } from '../../../test/sample.ts';
import { answer, lostConnection, refuse, type StandIn } from '../../../test/stand-in-api.ts';

const { read, report } = daySheetRoutes;
const AT = '2026-11-28T08:00:00.000Z';
const sheet = (facts: Partial<DaySheet> = {}): DaySheet =>
  sample(DaySheet, {
    store: { _id: 'store101', name: 'Koszyk Warszawa Marszałkowska', storeNo: 101, address: 'ul. Marszałkowska 1, 00-001 Warszawa' },
    day: '2026-11-28',
    at: AT,
    keptDay: null,
    items: [],
    gone: [],
    pushes: [],
    ...facts,
  });
const open = (search: string, answers: StandIn[] = []) =>
  openScreen(`/day-sheet?${search}`, { language: 'pl', answers: [answer(read, sheet()), ...answers] });

test('asks for a store where the address names none', { tags: ['SHEET-01'] }, async () => {
  const { findByText, findByRole, api } = await open('store=&date=2026-02-31');
  await findByText(/^Karta pokazuje, co obowiązuje/);
  const stores = await findByRole('combobox', { name: 'Sklep' });
  await waitFor(() => expect(stores).toHaveFocus());
  expect(api.askedOf(read)).toEqual([]);
});

test('says that there is no such store, without an alert', { tags: ['SHEET-01'] }, async () => {
  const { findAllByText, queryByRole } = await open(`store=${'a'.repeat(24)}`, [answer(read, refuse('not_found'))]);
  await waitFor(async () => expect(await findAllByText('Nie ma takiego sklepu')).toHaveLength(2));
  expect(queryByRole('alert')).toBeNull();
});

test('shows today where the address names no day, and keeps what is typed and no date', { tags: ['SHEET-01'] }, async () => {
  const { findField, fill, user, findByText, api } = await open('store=store101&date=nonsense');
  const day = await findField('Dzień');
  await waitFor(() => expect(api.askedOf(read)).not.toEqual([]));
  const today = api.askedOf(read)[0]?.query.get('day');
  expect(today).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  expect(day).toHaveValue(today);
  fill(day, '31.02.2027');
  await user.tab();
  expect(day).toHaveValue('31.02.2027');
  await findByText(/^To nie jest data/);
  expect(api.askedOf(read).map(({ query }) => query.get('day'))).not.toContain('31.02.2027');
});

test(
  'shows a push as it reads now: corrected ones say so, taken back ones are struck out',
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

test('says that a report was made whose answer was lost, and not that it failed', { tags: ['SHEET-03', 'ux-22'] }, async () => {
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
  await user.click(await findByRole('button', { name: 'Nie skanuje się: Kawa' }));
  await findByText(/^Zgłoszono/);
  expect(queryByRole('button', { name: 'Nie skanuje się: Kawa' })).toBeNull();
  expect(within(document.body).queryByRole('alert')).toBeNull();
});

test('becomes the sheet of the new day at midnight in Warsaw, without the codes that ended', { tags: ['SHEET-01'] }, async () => {
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
  expect(api.askedOf(read).at(-1)?.query.get('day')).toBe(today);
});
