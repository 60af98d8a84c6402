import { toPage } from '@endcap/contract/core';
import { StoreRow, storeRoutes } from '@endcap/contract/stores';
import { fireEvent, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openScreen } from '../../../../test/open-screen.tsx';
import { sample } from '../../../../test/sample.ts';
import { pageOf, stores } from '../../../../test/shop.ts';
import { answer, lostConnection, refuse } from '../../../../test/stand-in-api.ts';

const { list, remove, usage } = storeRoutes;

test(
  'reloads a list that failed to load, and reports a rejected delete as unchanged and a lost response as unconfirmed',
  { tags: ['ERR-16'] },
  async () => {
    const { findByRole, findAllByRole, findByText, user, api } = await openScreen('/store', {
      answers: [
        // Pickers read all stores at once, with a page size.
        answer(list, ({ query }) => (query.has('pageSize') ? pageOf(stores) : refuse('internal', { requestId: 'req42' }))),
        answer(usage, []),
        answer(remove, refuse('conflict', { requestId: 'req43' })),
      ],
    });
    expect(await findByRole('alert')).toHaveTextContent('req42');
    api.change(answer(list, pageOf(stores)));
    await user.click(await findByRole('button', { name: 'Try again' }));
    const [first] = await findAllByRole('button', { name: /^Delete: / });
    if (first) await user.click(first);
    const dialog = within(await findByRole('dialog'));
    const confirm = dialog.getByRole('button', { name: 'Delete' });
    await user.click(confirm);
    expect(await dialog.findByRole('alert')).toHaveTextContent('Nothing changed');
    api.change(answer(remove, lostConnection));
    await user.click(confirm);
    await findByText('The server did not confirm whether it was deleted. You can try again.');
    await waitFor(() => expect(api.requestsOf(remove)).toHaveLength(2));
  },
);

test('goes to the last page when the address has a page beyond the end', { tags: ['STORE-LIST-15', 'Q11', 'Q14'] }, async () => {
  const answers = [
    answer(list, ({ query }) => {
      const page = Number(query.get('page') ?? 1);
      return query.has('pageSize') ? pageOf(stores) : toPage(page > 3 ? [] : stores, 43, { page, pageSize: 20 });
    }),
  ];
  const { address, findAllByRole, api } = await openScreen('/store?page=999', { answers });
  await waitFor(() => expect(address()).toBe('/store?page=3'));
  expect(await findAllByRole('button', { name: /^Delete: / })).toHaveLength(stores.length);
  expect(api.requestsOf(list).map(({ query }) => query.get('page'))).toContain('3');
});

test('searches literally for a name that looks like JSON, and ignores an invalid page', { tags: ['Q11', 'Q14'] }, async () => {
  const search = `f=eyJhIjoxfQ==&page=abc&name=${encodeURIComponent('{"a":1}')}`;
  const { findByText, api } = await openScreen(`/store?${search}`, {
    answers: [answer(list, ({ query }) => pageOf(query.has('pageSize') ? stores : []))],
  });
  await findByText('No store matches the search');
  const asked = api.requestsOf(list).find(({ query }) => !query.has('pageSize'));
  expect([asked?.query.get('name'), asked?.query.get('page')]).toEqual(['{"a":1}', '1']);
});

/** Requests of the list itself, without those of pickers. */
const listed = (api: Awaited<ReturnType<typeof openScreen>>['api']) => api.requestsOf(list).filter(({ query }) => !query.has('pageSize'));
const rows = [
  sample(StoreRow, {
    _id: 'store118',
    name: 'Koszyk Białystok Lipowa',
    storeNo: 118,
    address: 'ul. Lipowa 29, 15-424 Białystok',
    storeType: 'generalist',
  }),
  ...stores,
];
/** Pages of twenty stores, of 43 without a search, of one with a name, and none where nothing is found. */
const paged = answer(list, ({ query }) => {
  if (query.has('pageSize')) return pageOf(stores);
  const found = query.get('address') === 'nigdzie' ? 0 : query.get('name') ? 1 : 43;
  return toPage(rows.slice(0, found), found, { page: Number(query.get('page')), pageSize: 20 });
});

test(
  'lists stores with number, address and type, on pages that the address names',
  { tags: ['SIDE', 'NAV-12', 'NAV-30', 'NAV-31', 'STORE-LIST-01', 'STORE-LIST-02', 'STORE-LIST-10', 'STORE-LIST-11', 'STORE-LIST-12'] },
  async () => {
    const { user, findByRole, getAllByRole, address } = await openScreen('/popup/new', { answers: [paged] });
    await user.click(await findByRole('link', { name: 'Stores' }));
    await findByRole('heading', { name: 'Stores' });
    expect(address()).toBe('/store');
    await findByRole('link', { name: 'Koszyk Białystok Lipowa' });
    const words = (role: string) => getAllByRole(role).map(({ textContent }) => textContent?.trim());
    expect(words('columnheader')).toEqual(['Name', 'Number', 'Address', 'Store type', 'Actions']);
    expect(words('row')[1]?.replaceAll('\u00a0', ' ')).toMatch(/^Koszyk Białystok Lipowa118ul\. Lipowa 29, 15-424 BiałystokGeneralist/);
    await user.click(await findByRole('link', { name: 'Page 2' }));
    await waitFor(() => expect(address()).toBe('/store?page=2'));
  },
);

test(
  'searches 800 ms after the last letter, combines both searches, and restores them with the focus from the address',
  { tags: ['NAV-32', 'STORE-LIST-03', 'STORE-LIST-04', 'STORE-LIST-05', 'STORE-LIST-15', 'STORE-LIST-16', 'A-16'] },
  async () => {
    const first = await openScreen('/store?page=2', { answers: [paged] });
    await first.findByRole('link', { name: 'Koszyk Białystok Lipowa' });
    const { address, api, fill, getByRole } = first;
    const field = (what: string, on: Pick<typeof first, 'getByRole'> = first) =>
      on.getByRole('textbox', { name: new RegExp(`^Search by ${what}`) });
    const before = listed(api).length;
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers();
    for (const typed of ['k', 'kr', 'kra', 'krak', 'krako', 'krakow']) {
      fireEvent.change(field('name'), { target: { value: typed } });
      await vi.advanceTimersByTimeAsync(typed === 'krakow' ? 750 : 300);
    }
    expect(listed(api)).toHaveLength(before);
    await vi.advanceTimersByTimeAsync(100);
    vi.useRealTimers();
    await waitFor(() =>
      expect(
        listed(api)
          .slice(before)
          .map(({ query }) => query.get('name')),
      ).toEqual(['krakow']),
    );
    expect(address()).toBe('/store?name=krakow&f=name');
    fill(field('address'), 'DŁUGA');
    await waitFor(() => expect(address()).toMatch(/^\/store\?name=krakow&address=D.*&f=address$/));
    const asked = listed(api).at(-1)?.query;
    expect([asked?.get('name'), asked?.get('address'), asked?.get('page')]).toEqual(['krakow', 'DŁUGA', '1']);
    expect(getByRole('main')).toBeInTheDocument();
    first.unmount();
    const second = await openScreen(address(), { answers: [paged], reloaded: true });
    await waitFor(() => expect(field('address', second)).toHaveFocus());
    expect(field('name', second)).toHaveValue('krakow');
    expect(field('address', second)).toHaveValue('DŁUGA');
    second.fill(field('address', second), 'nigdzie');
    await second.findByText('No store matches the search');
    await second.user.click(second.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(second.address()).toBe('/store'));
    await second.findByRole('link', { name: 'Koszyk Białystok Lipowa' });
  },
);

test(
  'searches and sorts by number and filters by type, and keeps them in the address',
  { tags: ['6c', 'O1', 'O2', 'O3', 'NAV-30', 'NAV-32'] },
  async () => {
    const first = await openScreen('/store?page=2', { answers: [paged] });
    const { address, api, fill, findByRole, getByRole, user } = first;
    const search = await findByRole('textbox', { name: 'Search by name or number' });
    const last = (name: string) => listed(api).at(-1)?.query.get(name);
    fill(search, '104');
    await waitFor(() => expect([last('name'), last('page')]).toEqual(['104', '1']));
    fill(search, '');
    await waitFor(() => expect(address()).toBe('/store?f=name'));
    await user.click(await findByRole('button', { name: 'Number' }));
    await waitFor(() => expect(getByRole('columnheader', { name: 'Number' })).toHaveAttribute('aria-sort', 'ascending'));
    await waitFor(() => expect(last('sortField')).toBe('storeNo'));
    const chip = (on: Pick<typeof first, 'getByRole'> = first) =>
      within(on.getByRole('group', { name: 'Store type' })).getByRole('button', { name: 'Super' });
    await user.click(chip());
    await waitFor(() => expect(address()).toBe('/store?sortField=storeNo&storeType=super'));
    await waitFor(() => expect([last('sortField'), last('storeType')]).toEqual(['storeNo', 'super']));
    first.unmount();
    const second = await openScreen(address(), { answers: [paged], reloaded: true });
    await second.findByRole('link', { name: 'Koszyk Białystok Lipowa' });
    expect(chip(second)).toHaveAttribute('aria-pressed', 'true');
    await second.user.click(chip(second));
    await waitFor(() => expect(second.address()).toBe('/store?sortField=storeNo'));
  },
);

test(
  'names the store and its users in the question, deletes nothing on Enter and Escape and once on two clicks, and leaves an emptied last page',
  { tags: ['STORE-LIST-06', 'STORE-LIST-07', 'STORE-LIST-08', 'STORE-LIST-09', 'STORE-LIST-14', 'ERR-06', 'S20', 'ux-19'] },
  async () => {
    let total = 21;
    const { user, address, api, findByRole, findByText, queryByRole } = await openScreen('/store?name=koszyk&page=2', {
      answers: [
        answer(list, ({ query }) => {
          const page = Number(query.get('page'));
          if (query.has('pageSize')) return pageOf(stores);
          return toPage(page === 1 ? rows : total === 21 ? stores.slice(0, 1) : [], total, { page, pageSize: 20 });
        }),
        answer(usage, [{ kind: 'storeGroup', count: 1, items: [{ id: 'group1', name: 'Grupa z usuwanym' }] }]),
        answer(remove, () => {
          total = 20;
          return undefined;
        }),
      ],
    });
    const ask = async () => {
      await user.click(await findByRole('button', { name: 'Delete: Koszyk Warszawa Marszałkowska' }));
      return findByRole('dialog');
    };
    const gone = () => waitFor(() => expect(queryByRole('dialog')).toBeNull());
    const dialog = await ask();
    for (const words of ['Delete “Koszyk Warszawa Marszałkowska”?', 'This action is irreversible.', '1 store group: Grupa z usuwanym'])
      await waitFor(() => expect(dialog).toHaveTextContent(words));
    await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Cancel' })).toHaveFocus());
    await user.keyboard('{Enter}');
    await gone();
    await ask();
    await user.keyboard('{Escape}');
    await gone();
    expect(api.requestsOf(remove)).toEqual([]);
    await user.dblClick(within(await ask()).getByRole('button', { name: 'Delete' }));
    await gone();
    // It was the only row of the last page.
    await waitFor(() => expect(address()).toBe('/store?name=koszyk'));
    await findByText('Total: 20');
    expect(api.requestsOf(remove).map(({ params }) => params)).toEqual([{ storeId: 'store101' }]);
  },
);

test.each([
  ['pl', ['Zamknięte dziś', 'Zamknięte do 2 sty 2027', 'Zamknięte 5 gru – 8 gru', 'Zamknięte 14 gru']],
  ['en', ['Closed today', 'Closed until 2 Jan 2027', 'Closed 5 Dec – 8 Dec', 'Closed 14 Dec']],
] as const)('marks stores that are closed today or within two weeks (%s)', { tags: ['E-67', 'STORE-LIST-01'] }, async (language, chips) => {
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ now: new Date('2026-11-30T12:00:00Z'), toFake: ['Date'] });
  const closures = [
    [{ day: '2026-11-30', hours: null }],
    [
      { day: '2026-11-28', hours: null, until: '2027-01-02', reason: 'Remont' },
      { day: '2026-12-01', hours: '8:00-12:00' },
    ],
    [{ day: '2026-12-05', hours: null, until: '2026-12-08' }],
    [{ day: '2026-12-14', hours: null }],
    [{ day: '2026-12-15', hours: null }],
    [{ day: '2026-11-20', hours: null, until: '2026-11-29' }],
    [{ day: '2026-12-01', hours: '8:00-12:00' }],
    [],
  ];
  const marked = closures.map((hoursExceptions, n) => sample(StoreRow, { _id: `closed${n}`, name: `Sklep ${n}`, hoursExceptions }));
  const { findByRole, getAllByTestId } = await openScreen('/store', {
    language,
    // As the server does it.
    answers: [answer(list, ({ query }) => pageOf(query.has('pageSize') || query.get('hoursExceptions') !== 'true' ? stores : marked))],
  });
  await findByRole('link', { name: 'Sklep 7' });
  expect(getAllByTestId('closed').map(({ textContent }) => textContent)).toEqual(chips);
  expect(getAllByTestId('closed')[1]).toHaveAttribute('title', 'Remont');
});
