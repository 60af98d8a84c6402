import { type StoreSubscription, storeRoutes } from '@endcap/contract/stores';
import { fireEvent, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openScreen } from '../../../test/open-screen.tsx';
import { answer, type StandIn } from '../../../test/stand-in-api.ts';

const screen = '/notification/subscription-stats';
const { subscriptions, earlierSubscriptions } = storeRoutes;
const store = (n: number, facts: Partial<StoreSubscription> = {}): StoreSubscription => ({
  _id: `store${100 + n}`,
  storeNo: 100 + n,
  name: `Koszyk ${n}`,
  address: `ul. Prosta ${n}, 00-001 Warszawa`,
  main: n,
  notifications: 1,
  ...facts,
});
const stores = Array.from({ length: 25 }, (_, n) => store(n + 1));
stores[0] = store(1, { main: 1_500, notifications: 300 });
stores[4] = store(5, { address: 'ul. Piotrkowska 1, 90-001 Łódź' });
stores[5] = store(6, { address: 'ul. Zielona 3, 90-002 Łódź', main: 5_000 });

const openStats = async (search = '', answers: StandIn[] = []) => {
  const opened = await openScreen(`${screen}${search}`, {
    answers: [answer(subscriptions, stores), answer(earlierSubscriptions, { day: null, isWhole: false, stores: [] }), ...answers],
  });
  await opened.findByRole('heading', { level: 1, name: 'Notification subscriptions' });
  const rows = () => [...document.querySelectorAll<HTMLElement>('tbody tr')];
  await waitFor(() => expect(rows()[0]).toHaveTextContent(/Koszyk|Nothing/));
  return {
    ...opened,
    rows,
    search: (column: string) => opened.getByRole<HTMLInputElement>('textbox', { name: `Search: ${column}` }),
    numbers: () => rows().map((row) => row.querySelector('td')?.textContent),
  };
};

test(
  'lists stores by number, twenty a page, marked in the sidebar, without the store selector',
  {
    tags: [
      'NAV-04',
      'SIDE-02',
      'NOTIF-STATS-01',
      'NOTIF-STATS-02',
      'NOTIF-STATS-03',
      'NOTIF-STATS-04',
      'NOTIF-STATS-05',
      'NOTIF-STATS-06',
      'NOTIF-STATS-07',
      'NOTIF-STATS-08',
      'NOTIF-STATS-09',
      'NOTIF-STATS-10',
      'TOP-02',
    ],
  },
  async () => {
    const { rows, numbers, getAllByRole, getByRole, queryByRole, user, address } = await openStats('', [
      answer(subscriptions, stores.toReversed()),
    ]);
    expect(queryByRole('combobox', { name: /store|sklep/i })).toBeNull();
    const entry = getByRole('link', { name: 'Notification Subs' });
    expect(entry).toHaveAttribute('aria-current', 'page');
    expect(entry).toHaveAttribute('href', screen);
    const columns = ['Store number', 'Address', 'Main', 'Notifications (favorite)'];
    const heads = getAllByRole('columnheader').map(({ textContent }) => textContent);
    expect(heads.map((head, n) => head.startsWith(columns[n] ?? '-'))).toEqual([true, true, true, true]);
    expect(numbers()).toEqual(Array.from({ length: 20 }, (_, n) => String(101 + n)));
    expect(rows()[0]).toHaveTextContent('101Koszyk 1ul. Prosta 1, 00-001 Warszawa');
    const [, , main, favorite] = rows()[0]?.querySelectorAll('td') ?? [];
    expect(main).toHaveTextContent(/^1,500/);
    expect(favorite).toHaveTextContent(/^300/);
    await user.click(getByRole('link', { name: 'Page 2' }));
    await waitFor(() => expect(numbers()).toEqual(['121', '122', '123', '124', '125']));
    expect(address()).toBe(`${screen}?page=2`);
  },
);

test(
  'combines column searches starting on the first page, keeps them in the address, and sorts by a press',
  { tags: ['NOTIF-STATS-06', 'NOTIF-STATS-20', 'NOTIF-STATS-23', 'NOTIF-STATS-24', 'NAV-30', 'NAV-31'] },
  async () => {
    const first = await openStats('?page=2');
    first.fill(first.search('Address'), 'lodz');
    await waitFor(() => expect(first.numbers()).toEqual(['105', '106']));
    expect(first.address()).toBe(`${screen}?address=lodz`);
    first.fill(first.search('Store number'), '106');
    await waitFor(() => expect(first.numbers()).toEqual(['106']));
    const there = first.address().slice(screen.length);
    first.unmount();
    const { numbers, search, fill, findByText, user, button, getAllByRole } = await openStats(there);
    expect(numbers()).toEqual(['106']);
    fill(search('Main'), 'zzz');
    await findByText('Nothing matches the search');
    await user.click(button('Clear filters'));
    await waitFor(() => expect(numbers()).toHaveLength(20));
    await user.click(button('Main'));
    await user.click(button('Main'));
    await waitFor(() => expect(numbers().slice(0, 2)).toEqual(['106', '101']));
    expect(getAllByRole('columnheader')[2]).toHaveAttribute('aria-sort', 'descending');
  },
);

test(
  'keeps the text of a column search and its caret while it is typed, and empties it with its filter',
  { tags: ['NOTIF-STATS-06'] },
  async () => {
    const { search, fill, user, button, address } = await openStats();
    const main = search('Main');
    const asked = () => new URLSearchParams(address().slice(screen.length)).get('main');
    fill(main, '50');
    await waitFor(() => expect(asked()).toBe('50'));
    // Typed letter by letter before the present text.
    await user.type(main, '>=', { initialSelectionStart: 0, initialSelectionEnd: 0 });
    expect(main).toHaveValue('>=50');
    expect(main.selectionStart).toBe(2);
    await user.type(main, ' 1', { initialSelectionStart: 2, initialSelectionEnd: 2 });
    expect(main).toHaveValue('>= 150');
    await waitFor(() => expect(asked()).toBe('>= 150'));
    expect(main).toHaveValue('>= 150');
    fill(main, 'zzz');
    await user.click(await waitFor(() => button('Clear filters')));
    await waitFor(() => expect(main).toHaveValue(''));
    expect(address()).toBe(screen);
  },
);

test('clears a column search with its filter, even when the same text was just retyped', { tags: ['NOTIF-STATS-06'] }, async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const { search, fill, user, button, address } = await openStats();
  const main = search('Main');
  fill(main, 'zzz');
  await waitFor(() => expect(address()).toBe(`${screen}?main=zzz`));
  // Removed and retyped before the address was updated.
  for (const value of ['', 'zzz']) fireEvent.change(main, { target: { value } });
  expect(main).toHaveValue('zzz');
  // Wait, since nobody presses a button at the moment of the last key.
  await vi.advanceTimersByTimeAsync(2_500);
  await waitFor(() => expect(address()).toBe(`${screen}?main=zzz`));
  await user.click(button('Clear filters'));
  await waitFor(() => expect(address()).toBe(screen));
  await waitFor(() => expect(main).toHaveValue(''));
});

test(
  'shows totals of the filtered rows, shares, and the change over 30 days or since the first stored day',
  { tags: ['B1', 'B2', 'B3', 'B4', 'NOTIF-STATS-20'] },
  async () => {
    const earlier = {
      day: '2026-10-29',
      isWhole: true,
      stores: stores.map(({ _id, main, notifications }, n) => ({ _id, main: n === 0 ? main - 20 : main, notifications })),
    };
    const first = await openStats('', [answer(earlierSubscriptions, earlier)]);
    await first.findByText(/^Below the counts: change over 30 days; /);
    const [, , main, favorite] = first.rows()[0]?.querySelectorAll('td') ?? [];
    expect(main).toHaveTextContent(/^1,500 change \+20$/);
    expect(favorite).toHaveTextContent(/subscriptions compared with main-store devices: 20%$/);
    const total = () => document.querySelector('tfoot tr');
    const sum = stores.reduce((all, one) => all + one.main, 0);
    expect(total()).toHaveTextContent('Total');
    expect(total()?.querySelector('td')).toHaveTextContent(new RegExp(`^${sum.toLocaleString('en')} change \\+20`));
    first.fill(first.search('Main'), '≥ 100');
    await first.findByText('Stores: 2');
    expect(first.getAllByText('Total')).toHaveLength(1);
    expect(total()?.querySelector('td')).toHaveTextContent(/^6,500/);
    first.unmount();
    // Counts were kept for a few days only.
    const { findByText } = await openStats('', [answer(earlierSubscriptions, { ...earlier, day: '2026-11-25', isWhole: false })]);
    await findByText(/^Below the counts: change since 2026-11-25 \(nothing earlier was kept\);/);
  },
);
