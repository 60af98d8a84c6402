import { ContentRow, contentRoutes } from '@endcap/contract/content';
import { LinkCheck, linkRoutes } from '@endcap/contract/links';
import { attentionRoutes, notificationRoutes, repeatedRoutes, savedAudienceRoutes } from '@endcap/contract/notifications';
import { startOfDay, warsawDay } from '@endcap/contract/warsaw-time';
import { storeRoutes } from '@endcap/contract/stores';
import { tradingDayRoutes } from '@endcap/contract/trading-days';
import { storeGroupRoutes } from '@endcap/contract/store-groups';
import { waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openScreen } from '../../../../test/open-screen.tsx';
import { pageOf } from '../../../../test/shop.ts';
import { sample } from '../../../../test/sample.ts';
import { answer, refuse, type StandIn } from '../../../../test/stand-in-api.ts';

const { canSend, estimate, send: sendRoute } = notificationRoutes;
const free = answer(canSend, { canSend: true, reason: null });
const sendable: StandIn[] = [
  free,
  answer(estimate, { devices: 12_000, stores: 40, everyone: true, total: 12_000 }),
  answer(storeGroupRoutes.list, pageOf([])),
  answer(savedAudienceRoutes.list, { saved: [], used: [] }),
  answer(attentionRoutes.forecast, {}),
  answer(repeatedRoutes.repeated, { earlier: null }),
  answer(tradingDayRoutes.opening, {}),
  answer(linkRoutes.checkSent, { link: null }),
  answer(contentRoutes.published, []),
];
const inDays = (days: number): string => warsawDay(startOfDay(warsawDay(new Date()), days));

const openForm = async (answers: StandIn[] = [], as: 'admin' | 'staff' | 'no-store' = 'admin') => {
  const screen = await openScreen('/notification/new', { as, answers: [...sendable, ...answers] });
  await screen.findByRole('heading', { name: 'Nowe powiadomienie' });
  return {
    ...screen,
    write: (title = 'Tytuł', text = 'Treść'): void => {
      screen.fill(screen.field('Tytuł'), title);
      screen.fill(screen.field('Treść'), text);
    },
    send: () => screen.getByRole('button', { name: /^Wyślij( do klientów sklepu .+)?( \([\d\s]+\))?$/ }),
    sendTest: () => screen.getByRole('button', { name: 'Wyślij test' }),
    blocked: () => screen.getByTestId('blocked'),
    chooseStore: (number: number) => screen.pick(screen.getByRole('combobox', { name: 'Selected store' }), String(number)),
  };
};

test(
  'shows an administrator every field, all store types and the pickers of an audience, for everyone unless it is changed',
  {
    tags: [
      'NAV-05',
      'NOTIF-FORM-01',
      'NOTIF-FORM-02',
      'NOTIF-FORM-03',
      'NOTIF-FORM-06',
      'NOTIF-FORM-07',
      'NOTIF-FORM-10',
      'NOTIF-FORM-11',
      'NOTIF-FORM-12',
      'NOTIF-FORM-13',
      'NOTIF-FORM-14',
      'NOTIF-FORM-15',
      'NOTIF-FORM-16',
      'NOTIF-FORM-17',
      'NOTIF-FORM-18',
      'NOTIF-FORM-19',
      'NOTIF-FORM-20',
      'NOTIF-FORM-21',
      'NOTIF-FORM-23',
      'NOTIF-FORM-50',
      'NOTIF-FORM-53',
    ],
  },
  async () => {
    const { field, api, getByRole, getAllByRole, getByTestId, user, address } = await openForm([
      answer(notificationRoutes.list, pageOf([])),
      answer(notificationRoutes.waiting, {}),
    ]);
    for (const label of ['Tytuł', 'Treść', 'Adres docelowy (opcjonalnie)', 'Ważne do']) expect(field(label)).toHaveRole('textbox');
    for (const picker of ['Uwzględnij sklepy', 'Wyklucz sklepy', 'Uwzględnij grupy sklepów', 'Wyklucz grupy sklepów'])
      expect(field(picker)).toHaveRole('combobox');
    expect(getByRole('radiogroup', { name: 'Typ sklepów' }).querySelectorAll('input[type=radio]')).toHaveLength(5);
    expect(getByRole('radio', { name: 'Wszystkie' })).toBeChecked();
    expect(getByTestId('scope-banner')).toHaveTextContent('Powiadomienie trafi do wszystkich');
    expect(field('Ważne do')).toHaveValue(inDays(14));
    expect(api.askedOf(storeRoutes.list)[0]?.query.get('pageSize')).toBe('100000');
    expect(getAllByRole('link', { name: 'Wróć' })).toHaveLength(1);
    await user.click(getByRole('link', { name: 'Wróć' }));
    await waitFor(() => expect(address()).toBe('/notification'));
  },
);

test('shows store staff no audience: their own store is the only one', { tags: ['ROLE-10', 'ROLE-11', 'ROLE-12'] }, async () => {
  const { queryByRole, queryAllByRole, queryByTestId } = await openForm([], 'staff');
  expect(queryByRole('radiogroup', { name: 'Typ sklepów' })).toBeNull();
  expect(queryAllByRole('combobox', { name: /sklep/i })).toEqual([]);
  expect(queryByTestId('scope-banner')).toBeNull();
});

test(
  'hides and empties the audience once a store is selected, and asks about the place of that store',
  { tags: ['NOTIF-FORM-22', 'NOTIF-FORM-38', 'NOTIF-FORM-39', 'NOTIF-FORM-41', 'NOTIF-FORM-52', 'ROLE-07', 'STATE-14'] },
  async () => {
    const { chooseStore, user, getByRole, findByText, getByTestId, queryByRole, write, sendTest, api } = await openForm([
      answer(estimate, ({ headers }) =>
        headers.get('x-store-id')
          ? { devices: 7, stores: 1, everyone: false, total: null }
          : { devices: 12_000, stores: 40, everyone: true, total: 12_000 },
      ),
      answer(sendRoute, refuse('unavailable')),
    ]);
    await user.click(getByRole('radio', { name: 'Super' }));
    await chooseStore(139);
    await findByText(/Powiadomienie trafi do użytkowników sklepu Koszyk Słupsk/);
    await waitFor(() => expect(api.askedOf(canSend).at(-1)?.headers.get('x-store-id')).toBe('store139'));
    expect(queryByRole('radiogroup', { name: 'Typ sklepów' })).toBeNull();
    await waitFor(() => expect(getByTestId('audience')).toHaveTextContent(/w 1 sklepie.*z włączonymi powiadomieniami\.$/));
    write();
    await user.click(sendTest());
    await waitFor(() => expect(api.askedOf(sendRoute)).toHaveLength(1));
    expect(api.askedOf(sendRoute)[0]?.body).toMatchObject({
      isTest: true,
      includeStoreType: '',
      includeStores: [],
      excludeStores: [],
      includeStoreGroups: [],
      excludeStoreGroups: [],
    });
  },
);

test(
  'counts characters and line breaks, names each problem in words, and keeps Send and Test disabled until none is left',
  {
    tags: [
      'NOTIF-VAL-01',
      'NOTIF-VAL-02',
      'NOTIF-VAL-04',
      'NOTIF-VAL-06',
      'NOTIF-VAL-10',
      'NOTIF-VAL-12',
      'NOTIF-FORM-31',
      'NOTIF-FORM-32',
      'NOTIF-FORM-47',
    ],
  },
  async () => {
    const form = await openForm();
    const { write, send, sendTest, blocked, button, user, field, fill, getAllByText, findByText, findByTestId } = form;
    expect(send()).toBeDisabled();
    expect(sendTest()).toBeDisabled();
    expect(blocked()).toHaveTextContent('Zostało do uzupełnienia: 2');
    await user.click(button('Zostało do uzupełnienia: 2'));
    expect(field('Tytuł')).toHaveFocus();
    expect(getAllByText('To pole jest wymagane')).toHaveLength(2);
    write('   ', 'x');
    await waitFor(() => expect(getAllByText('To pole jest wymagane')).toHaveLength(1));
    write('Tytuł', 'ą'.repeat(231));
    await findByText('Tekst powiadomienia może mieć najwyżej 230 znaków');
    expect(await findByTestId('characters')).toHaveTextContent('231/230');
    expect(send()).toBeDisabled();
    fill(field('Treść'), 'a\nb\nc\nd');
    await findByText('Dozwolone są maksymalnie dwie nowe linie');
    expect(await findByTestId('line-breaks')).toHaveTextContent('↵ 3/2');
    fill(field('Treść'), 'a\nb\nc');
    fill(field('Adres docelowy (opcjonalnie)'), 'javascript:alert(1)');
    await findByText('Podaj adres https:// lub link aplikacji');
    expect(sendTest()).toBeDisabled();
    fill(field('Adres docelowy (opcjonalnie)'), 'endcap://abc#2');
    await waitFor(() => expect(send()).toBeEnabled());
    expect(sendTest()).toBeEnabled();
  },
);

test('refuses an end of validity in the past', { tags: ['NOTIF-VAL-13'] }, async () => {
  const { write, field, fill, user, findByText, send } = await openForm();
  write();
  fill(field('Ważne do'), '2020-01-01');
  await user.keyboard('{Enter}');
  await findByText('Data musi być w przyszłości');
  expect(send()).toBeDisabled();
});

test(
  'reads the end of validity as people type it, keeps what is no date with its error, and takes a day of the calendar',
  { tags: ['D-43'] },
  async () => {
    const { write, field, fill, user, send, button, findByRole } = await openForm();
    write();
    fill(field('Ważne do'), 'zawsze');
    await user.tab();
    expect(field('Ważne do')).toHaveValue('zawsze');
    expect(field('Ważne do')).toBeInvalid();
    expect(send()).toBeDisabled();
    const [year, month, date] = inDays(30).split('-').map(Number);
    fill(field('Ważne do'), `${date}.${month}.${year}`);
    await user.tab();
    expect(field('Ważne do')).toHaveValue(inDays(30));
    await waitFor(() => expect(send()).toBeEnabled());
    await user.click(button('Wybierz z kalendarza'));
    await user.click(await findByRole('button', { name: '+7 dni' }));
    expect(field('Ważne do')).toHaveValue(inDays(37));
  },
);

test.each([
  ['quota', 'Nie możesz dziś wysłać więcej powiadomień. Dozwolone jest tylko jedno powiadomienie dziennie.'],
  // The flag decides, whatever the reason says.
  [null, 'Wysyłanie powiadomień jest teraz niedostępne.'],
] as const)(
  'blocks Send and says why when the day has no place left (reason %s); Test stays',
  { tags: ['NOTIF-FORM-33', 'NOTIF-FORM-34', 'NOTIF-FORM-35', 'NOTIF-FORM-36', 'NOTIF-FORM-37', 'NOTIF-FORM-42', 'ERR-04', 'D-42'] },
  async (reason, words) => {
    const { write, blocked, send, sendTest } = await openForm([answer(canSend, { canSend: false, reason })]);
    write();
    await waitFor(() => expect(blocked()).toHaveTextContent(words));
    expect(send()).toBeDisabled();
    await waitFor(() => expect(sendTest()).toBeEnabled());
  },
);

test(
  'blocks Send when the check of the daily limit fails, without a word about the limit',
  { tags: ['NOTIF-FORM-42', 'ERR-11'] },
  async () => {
    const { write, blocked, send } = await openForm([answer(canSend, refuse('unavailable'))]);
    write();
    await waitFor(() => expect(blocked()).toHaveTextContent('Nie udało się sprawdzić, czy można wysłać powiadomienie.'));
    expect(blocked()).not.toHaveTextContent('jedno powiadomienie dziennie');
    expect(send()).toBeDisabled();
  },
);

test(
  'says that the daily limit is being checked only once nothing is left to fill in, and blocks Send meanwhile',
  { tags: ['ux-4', 'NOTIF-FORM-33'] },
  async () => {
    const { write, blocked, send } = await openForm([answer(canSend, () => new Promise(() => {}))]);
    expect(blocked()).toHaveTextContent(/^Zostało do uzupełnienia: 2$/);
    write();
    await waitFor(() => expect(blocked()).toHaveTextContent(/^Sprawdzanie dziennego limitu …$/));
    expect(send()).toBeDisabled();
  },
);

test('enables Send by itself when a new day begins under an open form', { tags: ['API-NOTIF-10', 'NOTIF-FORM-37'] }, async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { write, blocked, send, api } = await openForm([answer(canSend, { canSend: false, reason: 'quota' })]);
  write();
  await waitFor(() => expect(blocked()).toHaveTextContent('Dozwolone jest tylko jedno powiadomienie dziennie.'));
  api.change(free);
  await vi.advanceTimersByTimeAsync(61_000);
  await waitFor(() => expect(send()).toBeEnabled());
  expect(blocked()).toHaveTextContent(/^$/);
});

test('says of each failed send what it was, with the number to quote, and never that nobody answered', { tags: ['D-42'] }, async () => {
  const { chooseStore, write, send, user, api, findByRole, getByRole } = await openForm();
  await chooseStore(104);
  write();
  for (const [refusal, words] of [
    [refuse('internal', { requestId: 'abc-1' }), /Serwer zgłosił błąd i nie wiadomo.*Numer zgłoszenia: abc-1/],
    [refuse('unavailable'), /Serwer jest chwilowo niedostępny/],
    [refuse('forbidden'), /nie masz już do tego uprawnień/],
    [refuse('too_many_requests'), /za dużo prób/],
  ] as const) {
    api.change(answer(sendRoute, refusal));
    await waitFor(() => expect(send()).toBeEnabled());
    await user.click(send());
    await findByRole('alert');
    await waitFor(() => expect(getByRole('alert')).toHaveTextContent(words));
    expect(getByRole('alert')).not.toHaveTextContent('Brak odpowiedzi serwera');
  }
});

test(
  'shows what the server refuses at its field, which takes the focus, until the field is changed',
  { tags: ['NOTIF-FORM-49'] },
  async () => {
    const { write, sendTest, user, field, fill, findByText, getByRole, queryByText } = await openForm([
      answer(sendRoute, refuse('invalid', { fields: { title: ['tooLong'] } })),
    ]);
    write();
    await waitFor(() => expect(sendTest()).toBeEnabled());
    await user.click(sendTest());
    await findByText('Tekst jest za długi');
    expect(field('Tytuł')).toHaveFocus();
    expect(getByRole('alert')).toHaveTextContent('Wpisane dane zostały zachowane');
    fill(field('Tytuł'), 'Inny');
    await waitFor(() => expect(queryByText('Tekst jest za długi')).toBeNull());
  },
);

test(
  'blocks Send and Test for staff without a store, and says so in place of an offer to try again',
  { tags: ['D-42', 'ROLE-19'] },
  async () => {
    const { write, blocked, send, sendTest, getByTestId, queryByRole } = await openForm(
      [answer(canSend, { canSend: false, reason: 'noStore' }), answer(estimate, refuse('no_store'))],
      'no-store',
    );
    write();
    await waitFor(() => expect(getByTestId('audience')).toHaveTextContent('Do Twojego konta nie przypisano sklepu'));
    expect(queryByRole('button', { name: 'Spróbuj ponownie' })).toBeNull();
    await waitFor(() => expect(blocked()).toHaveTextContent('nie przypisano sklepu'));
    expect(send()).toBeDisabled();
    expect(sendTest()).toBeDisabled();
  },
);

test('keeps a choice that is made twice, in the pickers and in the top bar', { tags: ['D-41', 'NOTIF-FORM-40'] }, async () => {
  const { pick, field, getAllByRole, chooseStore, getByRole, getByTestId, user } = await openForm();
  for (const _ of ['once', 'again']) {
    await pick(field('Uwzględnij sklepy'), 'krakow dluga');
    expect(getAllByRole('button', { name: /^Usuń: 104 · Kraków, Długa/ })).toHaveLength(1);
  }
  for (const _ of ['once', 'again']) {
    await chooseStore(139);
    await user.tab();
    expect(getByRole('combobox', { name: 'Selected store' })).toHaveValue('Koszyk Słupsk Wojska Polskiego, Słupsk');
    expect(getByTestId('scope-banner')).toHaveTextContent('Powiadomienie trafi do użytkowników sklepu Koszyk Słupsk');
  }
});

const items = [
  sample(ContentRow, { _id: 'fuel1', name: 'Tankuj taniej przy sklepie', title: 'Tankuj taniej przy sklepie' }),
  sample(ContentRow, { _id: 'fruit1', name: 'Owoce i warzywa', title: 'Owoce i warzywa' }),
];
const checkedLink = answer(linkRoutes.checkSent, ({ body }) => {
  const { url } = body as { url: string };
  const item = items.find(({ _id }) => url.startsWith(`endcap://${_id}`));
  const missing = { name: item?.name ?? null, gone: item === undefined, never: false, whole: false, devices: 100, unable: 30 };
  return { link: url.startsWith('endcap://') ? sample(LinkCheck, { url, contentId: item?._id ?? 'nosuchthing', ...missing }) : null };
});

test(
  'writes the picked item and its page as the link, replaces the earlier choice, and counts who cannot open it',
  {
    tags: [
      'NOTIF-FORM-08',
      'NOTIF-FORM-09',
      'NOTIF-FORM-24',
      'NOTIF-FORM-25',
      'NOTIF-FORM-26',
      'NOTIF-FORM-43',
      'NOTIF-FORM-44',
      'NOTIF-VAL-11',
    ],
  },
  async () => {
    const { write, field, fill, pick, findByText, sendTest, findByTestId, getByTestId, queryByTestId, api } = await openForm([
      answer(contentRoutes.published, items),
      checkedLink,
    ]);
    write();
    const [url, picker, page] = [field('Adres docelowy (opcjonalnie)'), field('Treść w aplikacji'), field('Strona')];
    expect(page).toBeDisabled();
    expect(picker).toHaveAttribute('placeholder', 'Szukaj opublikowanej treści');
    // Nobody needs the items before one is looked for.
    expect(api.askedOf(contentRoutes.published)).toHaveLength(0);
    fill(url, 'https://sklep.example/gazetka');
    await pick(picker, 'tankuj');
    await waitFor(() => expect(url).toHaveValue('endcap://fuel1'));
    expect(api.askedOf(contentRoutes.published)).toHaveLength(1);
    await findByTestId('link-check');
    await waitFor(() =>
      expect(getByTestId('link-check')).toHaveTextContent(/Tankuj taniej przy sklepie: .* z .* odbiorców jej nie otworzy/),
    );
    fill(page, '3');
    await waitFor(() => expect(url).toHaveValue('endcap://fuel1#3'));
    fill(page, '0');
    await findByText('Podaj numer strony od 1');
    expect(sendTest()).toBeDisabled();
    fill(page, '1');
    await waitFor(() => expect(url).toHaveValue('endcap://fuel1'));
    await waitFor(() => expect(sendTest()).toBeEnabled());
    await pick(picker, 'owoce');
    await waitFor(() => expect(url).toHaveValue('endcap://fruit1'));
    fill(url, 'https://sklep.example');
    await waitFor(() => expect(picker).toHaveValue(''));
    expect(page).toBeDisabled();
    await waitFor(() => expect(queryByTestId('link-check')).toBeNull());
    fill(url, 'endcap://nosuchthing');
    await waitFor(() => expect(getByTestId('link-check')).toHaveTextContent('tej treści nie ma'));
  },
);
