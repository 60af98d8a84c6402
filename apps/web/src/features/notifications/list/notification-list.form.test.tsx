import { contentRoutes } from '@endcap/contract/content';
import { toPage } from '@endcap/contract/core';
import { type CanSend, NotificationRow, notificationRoutes } from '@endcap/contract/notifications';
import { myStoreRoutes } from '@endcap/contract/session';
import { storeRoutes } from '@endcap/contract/stores';
import { warsawDay } from '@endcap/contract/warsaw-time';
import { waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { defaultStart } from '../../../ui/date-kind.ts';
import { openScreen } from '../../../../test/open-screen.tsx';
import { longDay } from '../../../../test/long-day.ts';
import { sample } from '../../../../test/sample.ts';
import { pageOf } from '../../../../test/shop.ts';
import { answer, refuse, type StandIn } from '../../../../test/stand-in-api.ts';

const { list, deliveries, waiting, canSend, estimate } = notificationRoutes;
const row = (title: string, facts: Partial<NotificationRow> = {}): NotificationRow =>
  sample(NotificationRow, {
    _id: `sent${title.length}`,
    title,
    isTest: false,
    errors: [],
    storeId: null,
    approval: null,
    correctionWaits: false,
    correctedAt: null,
    recalledAt: null,
    ...facts,
  });
const rows = ['Gazetka już jest', 'Świeży chleb od 6:00', 'Dynie za 1,99'].map((title) => row(title));
const found = answer(list, ({ query }) => pageOf(rows.filter(({ title }) => title.includes(query.get('text') ?? ''))));

const openList = async (search = '', answers: StandIn[] = [], as: 'admin' | 'staff' = 'admin') => {
  const screen = await openScreen(`/notification${search}`, {
    as,
    answers: [
      found,
      answer(deliveries, []),
      answer(waiting, { overdue: 0, unapproved: 0, approvals: false }),
      answer(canSend, { canSend: true, reason: null }),
      ...answers,
    ],
  });
  await screen.findByRole('heading', { level: 1, name: 'Powiadomienia' });
  return {
    ...screen,
    searchField: () => screen.getByRole('textbox', { name: 'Szukaj w tytule i treści' }),
    texts: () => screen.api.requestsOf(list).map(({ query }) => query.get('text')),
  };
};

test(
  'searches once, 800 ms after the last key, and keeps the search in the address',
  {
    tags: ['NOTIF-LIST-02', 'NOTIF-LIST-03', 'NOTIF-LIST-04', 'NOTIF-LIST-05', 'NAV-03', 'NAV-30', 'NAV-31', 'NAV-32', 'CONST-03'],
  },
  async () => {
    const { searchField, fill, texts, address, findByText, queryByText, unmount } = await openList();
    await findByText('Dynie za 1,99');
    const before = texts().length;
    // Stop the clock, so that it advances only by the steps below.
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    let typed = '';
    for (const sign of 'Gazetk') {
      typed += sign;
      fill(searchField(), typed);
      await vi.advanceTimersByTimeAsync(300);
    }
    await vi.advanceTimersByTimeAsync(450);
    expect(texts()).toHaveLength(before);
    await vi.advanceTimersByTimeAsync(100);
    vi.useRealTimers();
    await waitFor(() => expect(address()).toBe('/notification?text=Gazetk'));
    await waitFor(() => expect(queryByText('Dynie za 1,99')).toBeNull());
    expect(texts().slice(before)).toEqual(['Gazetk']);
    unmount();
    const again = await openList('?text=Gazetk');
    await again.findByText('Gazetka już jest');
    expect(again.searchField()).toHaveValue('Gazetk');
    expect(new Set(again.texts())).toEqual(new Set(['Gazetk']));
  },
);

test(
  'links to at most five pages, loads the page of the address, and starts a search on the first page',
  { tags: ['D-54', 'NOTIF-LIST-06', 'NOTIF-LIST-07', 'NOTIF-LIST-21', 'NAV-32'] },
  async () => {
    const paged = answer(list, ({ query }) => toPage(rows.slice(0, 2), 19, { page: Number(query.get('page') ?? 1), pageSize: 2 }));
    const { findByRole, getByRole, user, address, api, searchField, fill } = await openList('', [paged]);
    await findByRole('navigation', { name: 'Strony' });
    const links = () => within(getByRole('navigation', { name: 'Strony' })).getAllByRole('link', { name: /^Strona/ });
    const names = () => links().map(({ textContent }) => textContent);
    expect(names()).toEqual(['1', '2', '3', '4', '5']);
    expect(links()[1]).toHaveAttribute('href', '/notification?page=2');
    await user.click(links()[4] as HTMLElement);
    await waitFor(() => expect(address()).toBe('/notification?page=5'));
    await waitFor(() => expect(names()).toEqual(['3', '4', '5', '6', '7']));
    expect(getByRole('link', { name: 'Strona 5' })).toHaveAttribute('aria-current', 'page');
    expect(api.requestsOf(list).at(-1)?.query.get('page')).toBe('5');
    fill(searchField(), 'chleb');
    await waitFor(() => expect(address()).toBe('/notification?text=chleb'));
  },
);

test.each(['?page=abc', '?page=-5', '?page=1.5&text=%5B', '?unknown=1'])(
  'ignores invalid parameters of the address %s',
  { tags: ['NAV-34', 'A-28', 'Q14'] },
  async (search) => {
    const { findByRole, queryByRole, api } = await openList(search, [answer(list, pageOf(rows))]);
    await findByRole('link', { name: 'Dynie za 1,99' });
    expect(queryByRole('alert')).toBeNull();
    expect(api.requestsOf(list)[0]?.query.get('page') ?? '1').toBe('1');
  },
);

test('moves from a page beyond the end to the last one', { tags: ['NAV-34', 'A-28', 'Q14'] }, async () => {
  const { findByText, address } = await openList('?page=999&text=Dynie', [
    answer(list, ({ query }) =>
      toPage(query.get('page') === '999' ? [] : rows.slice(2), 1, { page: Number(query.get('page') ?? 1), pageSize: 20 }),
    ),
  ]);
  await findByText('Dynie za 1,99');
  expect(address()).toBe('/notification?text=Dynie');
});

test(
  'shows different states for an empty list, a search without a match, a store that sent nothing and a failure',
  { tags: ['NOTIF-LIST-22', 'ERR-16', 'ux-17', 'ux-18'] },
  async () => {
    const { findByText, findByRole, user, api, button, pick, getByRole } = await openList('?text=zzzzz', [
      // The setup guide of a chain that has sent nothing loads these as well.
      answer(estimate, {}),
      answer(contentRoutes.list, pageOf([])),
    ]);
    await findByText('Nic nie pasuje do wyszukiwania');
    api.change(answer(list, refuse('internal', { requestId: 'abc123' })));
    await user.click(button('Wyczyść filtry'));
    const alert = await findByRole('alert');
    expect(alert).toHaveTextContent('Nie udało się wczytać danych.');
    expect(alert).toHaveTextContent('abc123');
    api.change(answer(list, pageOf([])));
    await user.click(button('Spróbuj ponownie'));
    await findByText('Nie ma jeszcze powiadomień');
    await pick(getByRole('combobox', { name: 'Selected store' }), '139');
    await findByText('Sklep Koszyk Słupsk Wojska Polskiego nie wysłał jeszcze żadnego powiadomienia');
  },
);

test('never replaces a newer response with a late one', { tags: ['NFR-03'] }, async () => {
  const late = Promise.withResolvers<void>();
  const { findByText, queryByText, searchField, fill, address, texts } = await openList('', [
    answer(list, async ({ query }) => {
      const text = query.get('text') ?? '';
      if (text === 'chleb') await late.promise;
      return pageOf(rows.filter(({ title }) => title.includes(text)));
    }),
  ]);
  await findByText('Dynie za 1,99');
  fill(searchField(), 'chleb');
  await waitFor(() => expect(texts()).toContain('chleb'));
  fill(searchField(), 'Dynie');
  await waitFor(() => expect(address()).toBe('/notification?text=Dynie'));
  await waitFor(() => expect(queryByText('Gazetka już jest')).toBeNull());
  late.resolve();
  await new Promise((resolve) => setTimeout(resolve, 0));
  await findByText('Dynie za 1,99');
  expect(queryByText('Świeży chleb od 6:00')).toBeNull();
});

test("shows beside the button that today's quota is used, and the first free day", { tags: ['A-37', 'E-6B'] }, async () => {
  const next = defaultStart(new Date(defaultStart(new Date())));
  const { findByText } = await openList('', [
    answer(canSend, ({ query }): CanSend => {
      const isFree = query.get('startsAt') === next;
      return isFree ? { canSend: true, reason: null } : { canSend: false, reason: 'quota' };
    }),
  ]);
  await findByText(`Na dziś jest już powiadomienie · następne ${longDay(warsawDay(next))}`);
});

test('shows that the next seven trading days are taken too when none of them is free', { tags: ['A-37', 'E-6B'] }, async () => {
  const { findByText, api } = await openList('', [answer(canSend, { canSend: false, reason: 'quota' })]);
  await findByText('Na dziś jest już powiadomienie · siedem kolejnych dni handlowych też jest zajętych');
  expect(new Set(api.requestsOf(canSend).map(({ query }) => query.get('startsAt'))).size).toBe(8);
});

test("shows only that today's quota is used while the first free day is unknown", { tags: ['A-37', 'E-6B'] }, async () => {
  const { findByText } = await openList('', [
    answer(canSend, ({ query }) => (query.has('startsAt') ? refuse('unavailable') : { canSend: false, reason: 'quota' as const })),
  ]);
  await findByText('Na dziś jest już powiadomienie', {}, { timeout: 5000 });
});

test('shows the audience of each send, and whether some stores were excluded', { tags: ['A-40'] }, async () => {
  const audiences = [
    [{ includeStoreType: 'all', stores: 0, groups: 0, excludes: false }, 'Wszyscy'],
    [{ includeStoreType: 'all', stores: 0, groups: 0, excludes: true }, 'Wszyscy, z wyjątkami'],
    [{ includeStoreType: '', stores: 3, groups: 0, excludes: true }, '3 sklepy, z wyjątkami'],
  ] as const;
  const sent = audiences.map(([audience, words], at) => row(`Wysyłka ${'!'.repeat(at)}: ${words}`, { audience }));
  const { findByRole } = await openList('', [answer(list, pageOf(sent))]);
  for (const [at, [, words]] of audiences.entries()) {
    const link = await findByRole('link', { name: sent[at]?.title ?? '' });
    const cells = within(link.closest('tr') as HTMLElement);
    expect(await cells.findByText(words)).toBeVisible();
  }
});

test('shows above the list which sends wait for a decision, with a link to them', { tags: ['PLAN-03', 'CARE-04'] }, async () => {
  const { findByTestId, findByRole, user, address } = await openList('', [answer(waiting, { overdue: 3, unapproved: 5, approvals: true })]);
  expect(await findByTestId('waiting-sends')).toHaveTextContent('5 wysyłek czeka na Twoje zatwierdzenie');
  await user.click(await findByRole('link', { name: '3 zaplanowane wysyłki czekają na decyzję' }));
  await waitFor(() => expect(address()).toBe('/notification?state=planned'));
});

test('loads the sends of a store as soon as it is selected', { tags: ['TOP-19', 'NOTIF-LIST-23'] }, async () => {
  const { findByText, pick, getByRole, queryByText, api } = await openList('', [
    answer(list, ({ headers }) => pageOf(headers.get('x-store-id') === 'store139' ? rows.slice(0, 1) : rows)),
  ]);
  await findByText('Dynie za 1,99');
  await pick(getByRole('combobox', { name: 'Selected store' }), '139');
  await waitFor(() => expect(queryByText('Dynie za 1,99')).toBeNull());
  await findByText('Gazetka już jest');
  expect(api.requestsOf(list).at(-1)?.headers.get('x-store-id')).toBe('store139');
});

const ownStore = answer(myStoreRoutes.read, { _id: 'store101', name: 'Koszyk Warszawa Marszałkowska', city: 'Warszawa' });

test(
  'shows staff how many phones chose their store, a dash when that fails, and nothing to administrators',
  { tags: ['NOTIF-LIST-14', 'NOTIF-LIST-15', 'NOTIF-LIST-16', 'NOTIF-LIST-17', 'NOTIF-LIST-25', 'ROLE-04', 'ROLE-05'] },
  async () => {
    const { findByTestId, api, unmount } = await openList(
      '',
      [ownStore, answer(storeRoutes.subscription, { main: 12, notifications: 25 })],
      'staff',
    );
    await waitFor(async () =>
      expect(await findByTestId('store-reach')).toHaveTextContent(/Dla 12 urządzeń to główny sklep; 25 subskrybuje powiadomienia\./),
    );
    expect(api.requestsOf(myStoreRoutes.read).length).toBeGreaterThan(0);
    expect(api.requestsOf(storeRoutes.subscription)[0]?.params).toEqual({ storeId: 'store101' });
    unmount();
    const failing = await openList('', [ownStore, answer(storeRoutes.subscription, refuse('internal'))], 'staff');
    expect(await failing.findByTestId('store-reach')).toHaveTextContent('Dla – urządzeń to główny sklep; – subskrybuje powiadomienia.');
    await failing.findByText('Dynie za 1,99');
    failing.unmount();
    const admin = await openList();
    await admin.findByText('Dynie za 1,99');
    expect(admin.queryByTestId('store-reach')).toBeNull();
  },
);

test('shows staff the name of their own store without loading the list of stores', { tags: ['D-04', 'ROLE-02'] }, async () => {
  const { findByRole, api } = await openList('', [ownStore, answer(list, pageOf([row('Świeży chleb', { storeId: 'store101' })]))], 'staff');
  const sent = (await findByRole('link', { name: 'Świeży chleb' })).closest('tr');
  await waitFor(() => expect(sent).toHaveTextContent('Koszyk Warszawa Marszałkowska'));
  expect(api.requestsOf(storeRoutes.list)).toEqual([]);
});

test.each(['/threads', '/knowledge', '/store', '/store-group', '/content', '/popup', '/settings'])(
  'redirects staff from %s to their notifications',
  { tags: ['ROLE-13', 'ROLE-14', 'NAV-28', 'Z18'] },
  async (path) => {
    const { address, findByText } = await openScreen(path, {
      as: 'staff',
      answers: [found, answer(deliveries, []), answer(waiting, {}), answer(canSend, { canSend: true, reason: null })],
    });
    await findByText('Dynie za 1,99');
    expect(address()).toBe('/notification');
  },
);

test(
  'shows text, audience, standing, results, sender and time of a send, and whether it was handed over',
  {
    tags: [
      'NOTIF-LIST-01',
      'NOTIF-LIST-08',
      'NOTIF-LIST-09',
      'NOTIF-LIST-10',
      'NOTIF-LIST-11',
      'NOTIF-LIST-12',
      'NOTIF-LIST-13',
      'NOTIF-LIST-19',
      'NOTIF-LIST-24',
      'A-34',
      'D-04',
      'D-26',
    ],
  },
  async () => {
    const audience = { includeStoreType: 'all' as const, stores: 0, groups: 0, excludes: false };
    const createdAt = '2026-11-20T10:00:00.000Z';
    const sent = [
      row('Próba: Mikołajki', { _id: 'trial', isTest: true }),
      row('Kupon 15 zł', {
        _id: 'failed',
        notificationIds: [],
        errors: ['The push service refused our credentials. 401'],
        createdAt,
        audience,
      }),
      row('Nowa gazetka', { _id: 'all', notificationIds: ['push1'], content: 'Od czwartku', createdAt, audience }),
      row('Druga kawa', { _id: 'store', notificationIds: ['push2'], storeId: 'store101', sentBy: 'Łucja Dąbrowska' }),
    ];
    const finished = { state: 'finished' as const, since: null, pauseReason: null };
    const details = { successful: 400, remaining: 0, failed: 0, converted: 100 };
    const { findByRole, getAllByRole, getByRole, queryByRole, user, address } = await openList('', [
      answer(list, pageOf(sent)),
      answer(deliveries, [
        { _id: 'all', details, sending: finished },
        { _id: 'failed', details: { successful: 0, remaining: 0, failed: 9, converted: 0 }, sending: { ...finished, state: 'stopped' } },
      ]),
      answer(notificationRoutes.details, refuse('not_found')),
    ]);
    expect(getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Treść',
      'Odbiorcy',
      'Stan',
      'Dostarczono',
      'Test',
      'Kiedy',
      'Działania',
    ]);
    const rowOf = async (title: string) => (await findByRole('link', { name: title })).closest('tr') as HTMLElement;
    await waitFor(async () => expect(await rowOf('Próba: Mikołajki')).toHaveTextContent(/Telefony testowe.*Test/));
    await waitFor(async () => expect(await rowOf('Kupon 15 zł')).toHaveTextContent('Nie wysłano'));
    const whole = await rowOf('Nowa gazetka');
    expect(whole).toHaveTextContent(/Od czwartku.*Wszyscy.*Wysłano.*400otwarto 25\s% z nich.*pt., 20 lis.*11:00/);
    await waitFor(async () => expect(await rowOf('Druga kawa')).toHaveTextContent(/Koszyk Warszawa Marszałkowska.*Łucja Dąbrowska/));
    expect(getByRole('link', { name: 'Szczegóły: nie przekazano do wysyłki: Kupon 15 zł' })).toHaveAttribute('data-handed-over', 'false');
    const handedOver = getByRole('link', { name: 'Szczegóły: przekazano do wysyłki: Nowa gazetka' });
    expect(handedOver).toHaveAttribute('data-handed-over', 'true');
    expect(queryByRole('button', { name: /usuń|delete|remove/i })).toBeNull();
    await user.click(handedOver);
    await waitFor(() => expect(address()).toBe('/notification/all'));
  },
);

test('narrows the list by state and by tests, in the address, together with the search', { tags: ['D-04', 'NOTIF-LIST-09'] }, async () => {
  const sent = [row('Nowa gazetka'), row('Próba: Mikołajki', { isTest: true }), row('Kupon 15 zł', { errors: ['Refused'] })];
  const narrowed = answer(list, ({ query }) => {
    const [text, isTest, state] = ['text', 'isTest', 'state'].map((name) => query.get(name));
    return pageOf(
      sent.filter(
        (one) =>
          one.title.includes(text ?? '') &&
          (isTest === null || String(one.isTest) === isTest) &&
          (state === null || (state === 'stopped') === one.errors.length > 0),
      ),
    );
  });
  const { findByRole, getAllByRole, user, button, address, unmount } = await openList('', [narrowed]);
  await findByRole('link', { name: 'Nowa gazetka' });
  const titles = () => getAllByRole('row').flatMap((one) => one.querySelector('td a')?.textContent ?? []);
  await user.click(button('Testowe'));
  await waitFor(() => expect(titles()).toEqual(['Próba: Mikołajki']));
  expect(address()).toBe('/notification?isTest=true');
  await user.click(button('Bez testowych'));
  await waitFor(() => expect(titles()).toEqual(['Nowa gazetka', 'Kupon 15 zł']));
  expect(button('Testowe')).toHaveAttribute('aria-pressed', 'false');
  await user.click(button('Przerwane i nieudane'));
  await waitFor(() => expect(titles()).toEqual(['Kupon 15 zł']));
  expect(address()).toBe('/notification?isTest=false&state=stopped');
  unmount();
  const again = await openList('?isTest=false&state=stopped&text=Nowa+gazetka', [narrowed]);
  await again.findByText('Nic nie pasuje do wyszukiwania');
  for (const chip of ['Bez testowych', 'Przerwane i nieudane']) expect(again.button(chip)).toHaveAttribute('aria-pressed', 'true');
  await again.user.click(again.button('Przerwane i nieudane'));
  await again.findByRole('link', { name: 'Nowa gazetka' });
  expect(again.address()).toBe('/notification?isTest=false&text=Nowa+gazetka');
  await again.user.click(again.button('W toku'));
  await waitFor(() => expect(again.api.requestsOf(list).at(-1)?.query.get('state')).toBe('underWay'));
});
