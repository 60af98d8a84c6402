import { ContentRow, contentRoutes } from '@endcap/contract/content';
import { LinkCheck, linkRoutes } from '@endcap/contract/links';
import {
  Approval,
  attentionRoutes,
  type CanSend,
  Notification,
  notificationRoutes,
  SavedAudience,
  savedAudienceRoutes,
} from '@endcap/contract/notifications';
import { typedInstant, warsawDay, warsawMinute, warsawWallClock } from '@endcap/contract/warsaw-time';
import { storeRoutes } from '@endcap/contract/stores';
import { tradingDayRoutes } from '@endcap/contract/trading-days';
import { StoreGroupRow, storeGroupRoutes } from '@endcap/contract/store-groups';
import { act, fireEvent, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { defaultStart } from '../../../ui/date-kind.ts';
import { openScreen } from '../../../../test/open-screen.tsx';
import { pageOf } from '../../../../test/shop.ts';
import { longDay } from '../../../../test/long-day.ts';
import { sample } from '../../../../test/sample.ts';
import { free, inDays, openForm, sendable } from '../../../../test/send-form.ts';
import { answer, lostConnection, proxyPage, refuse, type StandIn } from '../../../../test/stand-in-api.ts';

const { canSend, estimate, send: sendRoute } = notificationRoutes;
/** The last day of a send as shown in the confirmation. */
const untilWords = (day: string): string => {
  const year = day.slice(0, 4) === inDays(0).slice(0, 4) ? {} : ({ year: 'numeric' } as const);
  const words = new Intl.DateTimeFormat('pl', { timeZone: 'UTC', weekday: 'short', day: 'numeric', month: 'short', ...year });
  return `${words.format(new Date(day))}, koniec dnia`;
};

test(
  'shows an administrator every field, all store types and the audience pickers, with everyone as the default',
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
    expect(field('Ważne do')).toHaveValue(inDays(13));
    expect(api.requestsOf(storeRoutes.list)[0]?.query.get('pageSize')).toBe('100000');
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
  'hides and clears the audience once a store is selected, and checks whether that store may send',
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
    await waitFor(() => expect(api.requestsOf(canSend).at(-1)?.headers.get('x-store-id')).toBe('store139'));
    expect(queryByRole('radiogroup', { name: 'Typ sklepów' })).toBeNull();
    await waitFor(() => expect(getByTestId('audience')).toHaveTextContent(/w 1 sklepie.*z włączonymi powiadomieniami\.$/));
    write();
    await user.click(sendTest());
    await waitFor(() => expect(api.requestsOf(sendRoute)).toHaveLength(1));
    expect(api.requestsOf(sendRoute)[0]?.body).toMatchObject({
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

test(
  'takes and shows the last day of a send, also for a plan that starts later, and stores the start of the next day',
  { tags: ['E-61', 'NOTIF-FORM-11'] },
  async () => {
    const { write, field, fill, user, getByRole, findByRole, findByText, getByTestId, send, api } = await openForm([
      answer(estimate, { devices: 12_000, stores: 40, everyone: true, total: 12_000 }),
      answer(sendRoute, refuse('unavailable')),
    ]);
    write();
    expect(field('Ważne do')).toHaveValue(inDays(13));
    await findByText(`Ostatni dzień wyświetlania: ${longDay(inDays(13))} (14 dni).`);
    await user.click(getByRole('radio', { name: 'Później' }));
    fill(await findByRole('textbox', { name: /^Początek wysyłki/ }), `${inDays(2)} 7:30`);
    await waitFor(() => expect(field('Ważne do')).toHaveValue(inDays(15)));
    await findByText(`Ostatni dzień wyświetlania: ${longDay(inDays(15))} (14 dni).`);
    fill(field('Ważne do'), inDays(4));
    await user.tab();
    await findByText(`Ostatni dzień wyświetlania: ${longDay(inDays(4))} (3 dni).`);
    await waitFor(() => expect(getByTestId('review')).toHaveTextContent(`Ważne do${untilWords(inDays(4))}`));
    await user.click(getByRole('radio', { name: 'Teraz' }));
    await waitFor(() => expect(send()).toBeEnabled());
    await user.click(send());
    const dialog = await findByRole('dialog');
    expect(dialog).toHaveTextContent(`Ważne do${untilWords(inDays(4))}`);
    await user.click(within(dialog).getByRole('button', { name: /^Wyślij/ }));
    await waitFor(() => expect(api.requestsOf(sendRoute)[0]?.body).toMatchObject({ validUntil: inDays(5) }));
  },
);

test("shows the planned hour and day on the phone's lock screen while a start is typed", { tags: ['PLAN-01'] }, async () => {
  const { fill, user, getByRole, findByRole } = await openForm();
  const phone = await findByRole('figure', { name: 'Podgląd' });
  await user.click(getByRole('radio', { name: 'Później' }));
  const start = await findByRole('textbox', { name: /^Początek wysyłki/ });
  for (const days of [2, 3]) {
    const day = new Intl.DateTimeFormat('pl', { timeZone: 'UTC', day: 'numeric', month: 'long' }).format(new Date(inDays(days)));
    fill(start, `${inDays(days)} 7:3${days}`);
    await waitFor(() => expect(phone).toHaveTextContent(`07:3${days}${day}`));
  }
});

test(
  'repeats the warnings and the link target in the dialog before a send, and explains what can be done after sending',
  { tags: ['E-6C', 'ux-3'] },
  async () => {
    const { write, field, fill, user, getByRole, findByRole, findByTestId, send, button } = await openForm([
      answer(estimate, { devices: 12_000, stores: 40, everyone: true, total: 12_000 }),
      answer(tradingDayRoutes.opening, { stores: 40, closedNow: 39 }),
    ]);
    write('Tylko dziś', 'Jabłka taniej');
    fill(field('Adres docelowy (opcjonalnie)'), 'https://koszyk.example/jablka');
    await user.click(getByRole('radio', { name: 'Później' }));
    fill(await findByRole('textbox', { name: /^Początek wysyłki/ }), `${inDays(2)} 23:30`);
    const odd = await findByTestId('odd');
    await waitFor(() => expect(odd).toHaveTextContent(/„dziś”.*o 23:30/));
    await waitFor(() => expect(odd).toHaveTextContent('39 z 40'));
    const planned = button(/^Zaplanuj \(/);
    await waitFor(() => expect(planned).toBeEnabled());
    await user.click(planned);
    const plan = await findByRole('dialog');
    for (const warning of ['39 z 40', '„dziś”', 'o 23:30'])
      await waitFor(() => expect(within(plan).getByTestId('odd')).toHaveTextContent(warning));
    // Above the summary.
    expect(within(plan).getByTestId('odd').compareDocumentPosition(within(plan).getByText('Odbiorcy'))).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
    expect(plan).toHaveTextContent('Po dotknięciuhttps://koszyk.example/jablka');
    await user.click(within(plan).getByRole('button', { name: 'Anuluj' }));
    await user.click(getByRole('radio', { name: 'Teraz' }));
    await waitFor(() => expect(send()).toBeEnabled());
    await user.click(send());
    expect(await findByRole('dialog')).toHaveTextContent('Po wysłaniu można je tylko poprawić albo wycofać z telefonów.');
  },
);

test('rejects an end of validity in the past', { tags: ['NOTIF-VAL-13'] }, async () => {
  const { write, field, fill, user, findByText, send } = await openForm();
  write();
  fill(field('Ważne do'), '2020-01-01');
  await user.keyboard('{Enter}');
  await findByText('Data musi być w przyszłości');
  expect(send()).toBeDisabled();
});

test(
  'accepts common date formats for the end of validity, keeps an invalid date with its error, and takes a calendar day',
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
  // `canSend` decides, regardless of the reason.
  [null, 'Wysyłanie powiadomień jest teraz niedostępne.'],
] as const)(
  'blocks Send and shows why when no more sends are allowed (reason %s); Test stays enabled',
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
  'shows the check of the daily limit only once the form is complete, and blocks Send meanwhile',
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

test('shows the real cause of each failed send, and the request id of a server error', { tags: ['D-42'] }, async () => {
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

test('shows a server error at its field, with the focus, until the field is changed', { tags: ['NOTIF-FORM-49'] }, async () => {
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
});

test(
  'blocks Send and Test for staff without a store, and shows why instead of offering a retry',
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

test('keeps a store that is chosen twice, in the pickers and in the top bar', { tags: ['D-41', 'NOTIF-FORM-40'] }, async () => {
  const { pick, field, getAllByRole, chooseStore, getByRole, getByTestId, user } = await openForm();
  for (const _ of ['once', 'again']) {
    await pick(field('Uwzględnij sklepy'), 'krakow dluga');
    expect(getAllByRole('button', { name: /^Usuń: 104 · Kraków, Długa/ })).toHaveLength(1);
  }
  for (const _ of ['once', 'again']) {
    await chooseStore(139);
    await user.tab();
    expect(getByRole('combobox', { name: 'Wybrany sklep' })).toHaveValue('Koszyk Słupsk Wojska Polskiego');
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
    // Items are loaded only once the person searches for one.
    expect(api.requestsOf(contentRoutes.published)).toHaveLength(0);
    fill(url, 'https://sklep.example/gazetka');
    await pick(picker, 'tankuj');
    await waitFor(() => expect(url).toHaveValue('endcap://fuel1'));
    expect(api.requestsOf(contentRoutes.published)).toHaveLength(1);
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

const { forecast } = attentionRoutes;
const forecastData = { sampled: 2_000, whole: false, day: 120, week: 1_500, fourth: 300, safety: 0, limit: null, limited: 0 };
const million = { devices: 1_000_000, stores: 40, everyone: true, total: 1_000_000 };

test('shows other pushes to the same people with one margin, without blocking the form', { tags: ['CARE-01', 'E-6A'] }, async () => {
  const { findByTestId, findByText, getByTestId, write, sendTest } = await openForm([
    answer(estimate, million),
    answer(forecast, { ...forecastData, limit: 5, limited: 40 }),
  ]);
  expect(await findByTestId('attention-day')).toHaveTextContent(/^około 60\s000$/);
  expect(getByTestId('attention-day').title).toMatch(/^od 49\s000 do 71\s000$/);
  expect(await findByTestId('attention-week')).toHaveTextContent(/^około 750\s000$/);
  expect(await findByTestId('attention-fourth')).toHaveTextContent(/^około 150\s000$/);
  await findByText('Pominięci z powodu limitu (5 w 7 dni)');
  expect(await findByTestId('attention-limited')).toHaveTextContent(/^około 20\s[01]00$/);
  await findByText(/^Szacunek na podstawie 2\s000 urządzeń; każda liczba może się różnić o najwyżej 19\s000\.$/);
  write('Truskawki', 'Po 9,99 zł');
  await waitFor(() => expect(sendTest()).toBeEnabled());
});

/** Formats an instant for people, with the year unless it is the current one. */
const momentWords = (instant: string): string => {
  const year = warsawDay(instant).slice(0, 4) === inDays(0).slice(0, 4) ? {} : ({ year: 'numeric' } as const);
  const day = { weekday: 'short', day: 'numeric', month: 'short', ...year } as const;
  return new Intl.DateTimeFormat('pl', { timeZone: 'Europe/Warsaw', ...day, hour: '2-digit', minute: '2-digit' }).format(new Date(instant));
};

test.each([
  { unapproved: undefined, atOnce: 'Od razu' },
  { unapproved: true as const, atOnce: 'Zaraz po zatwierdzeniu' },
])(
  'shows the recipients, the start and the end first in the dialog before a send ($atOnce)',
  { tags: ['ux-3', 'CARE-04', 'PLAN-01'] },
  async ({ unapproved, atOnce }) => {
    const { write, fill, user, getByRole, findByRole, button } = await openForm([
      answer(estimate, { devices: 12_000, stores: 40, everyone: true, total: 12_000, ...(unapproved && { unapproved }) }),
    ]);
    write();
    const ask = async (name: RegExp): Promise<HTMLElement> => {
      await waitFor(() => expect(button(name)).toBeEnabled());
      await user.click(button(name));
      return findByRole('dialog');
    };
    const now = await ask(unapproved ? /^Poproś/ : /^Wyślij \(/);
    const until = `Ważne do${untilWords(inDays(13))}`;
    const named = String.raw`OdbiorcyWszyscy użytkownicy aplikacji12\s000 urządzeń w 40 sklepach`;
    expect(now).toHaveTextContent(new RegExp(`${named}Kiedy${atOnce}${until}Treść`));
    await user.click(within(now).getByRole('button', { name: 'Anuluj' }));

    await user.click(getByRole('radio', { name: 'Później' }));
    fill(await findByRole('textbox', { name: /^Początek wysyłki/ }), `${inDays(2)} 7:30`);
    const later = await ask(unapproved ? /^Poproś/ : /^Zaplanuj/);
    const start = momentWords(typedInstant(`${inDays(2)} 7:30`) ?? '');
    // The audience of a plan is counted again when it starts.
    const counted = String.raw`OdbiorcyWszyscy użytkownicy aplikacjiobecnie 12\s000 urządzeń w 40 sklepach`;
    await waitFor(() =>
      expect(later).toHaveTextContent(new RegExp(`${counted}Kiedy${start}, pojutrzeWażne do${untilWords(inDays(15))}Treść`)),
    );
    within(later).getByRole('button', { name: unapproved ? 'Poproś o zatwierdzenie' : `Zaplanuj na ${start}` });
  },
);

/** The usual start on a trading day after today. */
const tradingDayAhead = (count: number): string =>
  Array.from({ length: count }).reduce<string>((start) => defaultStart(new Date(start)), new Date().toISOString());
/** Uses up the quota of today and of the next `count` trading days. */
const takenDays = (count: number): StandIn => {
  const firstFree = warsawDay(tradingDayAhead(count + 1));
  return answer(canSend, ({ query }): CanSend => {
    const startsAt = query.get('startsAt');
    const isFree = startsAt !== null && warsawDay(startsAt) >= firstFree;
    return isFree ? { canSend: true, reason: null } : { canSend: false, reason: 'quota' };
  });
};

test('offers the first free trading day with one press when today is used up', { tags: ['E-6B'] }, async () => {
  const { user, findByRole, blocked, queryByRole } = await openForm([takenDays(2)]);
  await waitFor(() => expect(blocked()).toHaveTextContent('Nie możesz dziś wysłać więcej powiadomień.'));
  await user.click(await findByRole('button', { name: /^Zaplanuj na .*9:00$/ }));
  const start = await findByRole('textbox', { name: /^Początek wysyłki/ });
  await waitFor(() => expect(start).toHaveValue(warsawMinute(tradingDayAhead(3))));
  await waitFor(() => expect(blocked()).not.toHaveTextContent('jest już powiadomienie'));
  expect(queryByRole('button', { name: /^Zaplanuj na / })).toBeNull();
});

test('offers the first free day after a chosen day that is used up', { tags: ['E-6B'] }, async () => {
  const { user, getByRole, findByRole } = await openForm([takenDays(2)]);
  await user.click(getByRole('radio', { name: 'Później' }));
  await user.click(await findByRole('button', { name: /^Zaplanuj na .*9:00$/ }));
  const start = await findByRole('textbox', { name: /^Początek wysyłki/ });
  await waitFor(() => expect(start).toHaveValue(warsawMinute(tradingDayAhead(3))));
});

test('offers the first free day after it when a plan is moved to a used-up day', { tags: ['E-6B'] }, async () => {
  const [first, second] = [tradingDayAhead(1), tradingDayAhead(2)];
  const taken = answer(canSend, ({ query }): CanSend => {
    const isFree = query.get('notificationId') === 'plan1' && warsawDay(query.get('startsAt') ?? '') === warsawDay(second);
    return isFree ? { canSend: true, reason: null } : { canSend: false, reason: 'quota' };
  });
  const { fill, findByRole, user } = await openForm([taken, aPlan({ createdAt: second })], 'admin', { search: '?plan=plan1' });
  const start = await findByRole('textbox', { name: /^Początek wysyłki/ });
  fill(start, warsawMinute(first));
  await user.click(await findByRole('button', { name: /^Zaplanuj na .*9:00$/ }));
  await waitFor(() => expect(start).toHaveValue(warsawMinute(second)));
});

test('offers no day, and shows why, when the next seven trading days are used up', { tags: ['E-6B'] }, async () => {
  const { queryByRole, api, blocked } = await openForm([takenDays(7)]);
  await waitFor(() => expect(new Set(api.requestsOf(canSend).map(({ query }) => query.get('startsAt'))).size).toBe(8));
  await waitFor(() => expect(blocked()).toHaveTextContent('Nie możesz dziś wysłać więcej powiadomień.'));
  await waitFor(() => expect(blocked()).toHaveTextContent('Siedem kolejnych dni handlowych też jest zajętych'));
  expect(queryByRole('button', { name: /^Zaplanuj na / })).toBeNull();
});

test('warns about words of time that contradict the validity and about a send at night, without blocking', { tags: ['E-6C'] }, async () => {
  const { write, field, fill, user, getByRole, findByRole, findByTestId, getByTestId, send } = await openForm([
    answer(estimate, { ...million, devices: 12, everyone: true }),
  ]);
  write('Masło 4,99', 'Tylko dziś');
  await waitFor(async () =>
    expect(await findByTestId('odd-words')).toHaveTextContent(
      `W tekście jest „dziś” (${longDay(inDays(0))}), a powiadomienie będzie widać do ${longDay(inDays(13))}.`,
    ),
  );
  expect(send()).toBeEnabled();
  fill(field('Ważne do'), inDays(0));
  await waitFor(() => expect(getByTestId('odd-words')).toBeEmptyDOMElement());
  await user.click(getByRole('radio', { name: 'Później' }));
  const start = await findByRole('textbox', { name: /^Początek wysyłki/ });
  fill(start, `${inDays(2)} 23:30`);
  await waitFor(() => expect(getByTestId('odd-night')).toHaveTextContent('Wysyłka w nocy, o 23:30.'));
  fill(start, `${inDays(2)} 10:00`);
  await waitFor(() => expect(getByTestId('odd-night')).toBeEmptyDOMElement());
});

test.each([
  [{ ...forecastData, sampled: 12, whole: true, day: 0, week: 12, fourth: 1 }, ['nobody', 'everybody', '1 device']],
  [
    { ...forecastData, sampled: 12, whole: true, day: 0, week: 0, fourth: 0 },
    ['None of them got a notification in the last 7 days, and none is planned for today.'],
  ],
  [refuse('internal'), ['Could not check what else they get.']],
] as const)(
  'shows exact counts for a small audience, one sentence when all are zero, and a failed check (%#)',
  { tags: ['CARE-01'] },
  async (response, texts) => {
    const { findByTestId } = await openScreen('/notification/new', {
      language: 'en',
      answers: [...sendable, answer(estimate, { ...million, devices: 12, everyone: false }), answer(forecast, response)],
    });
    for (const words of texts) await waitFor(async () => expect(await findByTestId('attention')).toHaveTextContent(words));
  },
);

test.each(['pl', 'en'] as const)(
  'words the ends of a sample as hardly anybody and nearly everybody, with the bounds (%s)',
  { tags: ['CARE-01', 'E-6A'] },
  async (language) => {
    const { findByTestId, getByTestId } = await openScreen('/notification/new', {
      language,
      answers: [
        ...sendable,
        answer(estimate, { ...million, devices: 2_010, everyone: false }),
        answer(forecast, { ...forecastData, day: 0, week: 2_000, fourth: 0 }),
      ],
    });
    const polish = language === 'pl';
    expect(await findByTestId('attention-day')).toHaveTextContent(polish ? /^prawie nikt$/ : /^hardly anybody$/);
    expect(getByTestId('attention-day').title).toMatch(polish ? /^od 0 do 1$/ : /^between 0 and 1$/);
    expect(getByTestId('attention-week')).toHaveTextContent(polish ? /^prawie wszyscy$/ : /^nearly everybody$/);
    expect(getByTestId('attention-week').title).toMatch(polish ? /^od 2\s009 do 2\s010$/ : /^between 2,009 and 2,010$/);
  },
);
test('rounds a large audience, shows a small one exactly, and shows the number of stores once', { tags: ['E-6A'] }, async () => {
  let devices = 1_267;
  const { findByTestId, getByTestId, getByRole, user, pick } = await openForm([
    answer(estimate, () => ({ ...million, devices, stores: 3, everyone: false })),
  ]);
  expect(await findByTestId('audience')).toHaveTextContent(/^około 1\s270 urządzeń w 3 sklepach$/);
  expect(getByTestId('audience').title).toMatch(/1\s267/);
  await user.click(getByRole('radio', { name: 'Tylko wybrane sklepy' }));
  devices = 1;
  for (const store of ['101', '104', '139']) await pick(getByRole('combobox', { name: 'Uwzględnij sklepy' }), store);
  await waitFor(() => expect(getByTestId('audience')).toHaveTextContent(/^1 urządzenie w 3 sklepach$/));
  expect(getByTestId('audience-words')).toHaveTextContent(/^Odbiorcy: 3 sklepy · 1 urządzenie$/);
});

const instantIn = (days: number, time: string): string => typedInstant(`${inDays(days)} ${time}`) ?? '';

test(
  'forecasts a planned send for its day and the week before it, also for an edited plan, and ignores an invalid start',
  { tags: ['CARE-01'] },
  async () => {
    let nothing = false;
    const forecasts = answer(forecast, ({ body }) => ({
      ...forecastData,
      whole: true,
      sampled: 9,
      day: nothing ? 0 : (body as { startsAt?: string }).startsAt ? 3 : 2,
      week: nothing ? 0 : 4,
    }));
    const screen = await openForm([answer(estimate, million), forecasts]);
    const { findByTestId, findByText, getByRole, findByRole, user, fill, api, unmount } = screen;
    const says = (words: string) => waitFor(async () => expect(await findByTestId('attention')).toHaveTextContent(words));
    const asked = () => api.requestsOf(forecast).at(-1)?.body as { startsAt?: string } | undefined;
    await says('Inne powiadomienie dziś2 urządzenia');
    await says('Powiadomienie w ostatnich 7 dniach4 urządzenia');
    expect(asked()?.startsAt).toBeUndefined();
    await user.click(getByRole('radio', { name: 'Później' }));
    const usual = defaultStart(new Date());
    await says(`Inne powiadomienie ${longDay(warsawDay(usual))}3 urządzenia`);
    await says('Powiadomienie w ciągu 7 dni przed startem4 urządzenia');
    await says('Według tego, co wysłano i zaplanowano do tej pory.');
    expect(asked()?.startsAt).toBe(usual);
    const start = await findByRole('textbox', { name: /^Początek wysyłki/ });
    fill(start, 'kiedyś');
    await user.tab();
    await findByText(/To nie jest dzień/);
    await says(longDay(warsawDay(usual)));
    nothing = true;
    fill(start, `${inDays(20)} 7:30`);
    await says(`ani ${longDay(inDays(20))}, ani w ciągu 7 dni przed startem.`);
    expect(asked()?.startsAt).toBe(instantIn(20, '7:30'));
    nothing = false;
    await user.click(getByRole('radio', { name: 'Teraz' }));
    await says('Inne powiadomienie dziś');
    unmount();
    const plan = await openForm([aPlan({ createdAt: instantIn(2, '9:00') }), answer(estimate, million), forecasts], 'admin', {
      search: '?plan=plan1',
    });
    await waitFor(async () => expect(await plan.findByTestId('attention')).toHaveTextContent(`Inne powiadomienie ${longDay(inDays(2))}`));
    expect(plan.api.requestsOf(forecast).at(-1)?.body).toMatchObject({ startsAt: instantIn(2, '9:00'), notificationId: 'plan1' });
  },
);

const everybody = { includeStoreType: 'all', includeStores: [], excludeStores: [], includeStoreGroups: [], excludeStoreGroups: [] };
/** Details of a plan of the chain as a whole. */
const aPlan = (facts: Partial<Notification> = {}): StandIn =>
  answer(
    notificationRoutes.details,
    sample(Notification, {
      ...everybody,
      _id: 'plan1',
      title: 'Zaplanowane',
      content: 'Jutro o świcie',
      url: null,
      target: null,
      image: null,
      isTest: false,
      safety: false,
      storeId: null,
      names: {},
      deleted: [],
      approval: null,
      correction: null,
      details: null,
      validUntil: instantIn(40, '0:00'),
      createdAt: instantIn(5, '10:00'),
      sending: { state: 'planned', since: null, pauseReason: null },
      ...facts,
    }),
  );

test(
  'explains why a start is rejected, distinguishes the repeated hour of a clock change, and keeps an unused start',
  { tags: ['PLAN-01'] },
  async () => {
    const { write, user, getByRole, findByRole, findByText, fill, button, send } = await openForm();
    write('Nocą', 'Od jutra rana');
    await user.click(getByRole('radio', { name: 'Później' }));
    const start = await findByRole('textbox', { name: /^Początek wysyłki/ });
    for (const [typed, problem] of [
      [`${inDays(-1)} 8:00`, 'Ta chwila już minęła'],
      [`${inDays(70)} 8:00`, 'Najwyżej 60 dni naprzód'],
      ['jutro rano', 'To nie jest dzień i godzina; wpisz np. 2026-12-15 7:30'],
      ['', 'Podaj dzień i godzinę'],
    ] as const) {
      fill(start, typed);
      await findByText(problem);
      expect(getByRole('button', { name: /^Zaplanuj/ })).toBeDisabled();
    }
    fill(start, '2083-10-31 2:30');
    await findByRole('button', { name: 'Pierwszy raz (czas letni)' });
    expect(button('Pierwszy raz (czas letni)')).toHaveAttribute('aria-pressed', 'true');
    await user.click(button('Drugi raz (czas zimowy)'));
    expect(button('Drugi raz (czas zimowy)')).toHaveAttribute('aria-pressed', 'true');
    expect(start).toHaveValue('2083-10-31 02:30');
    fill(start, '2083-03-28 2:30');
    await findByText('Tej nocy zegary idą do przodu: godziny od 2:00 do 2:59 nie ma.');
    fill(start, `${inDays(3)} 6:00`);
    await user.click(getByRole('radio', { name: 'Teraz' }));
    await waitFor(() => expect(send()).toBeInTheDocument());
    await user.click(getByRole('radio', { name: 'Później' }));
    expect(await findByRole('textbox', { name: /^Początek wysyłki/ })).toHaveValue(`${inDays(3)} 06:00`);
  },
);

test(
  'blocks a second plan for a used-up day, lets the present plan keep it, and overwrites no change of a colleague',
  { tags: ['PLAN-01', 'PLAN-02'] },
  async () => {
    const taken = answer(canSend, ({ query }): CanSend =>
      query.get('startsAt')?.startsWith(inDays(5)) && query.get('notificationId') !== 'plan1'
        ? { canSend: false, reason: 'quota' }
        : { canSend: true, reason: null },
    );
    const { write, user, getByRole, findByRole, blocked, fill, unmount } = await openForm([taken]);
    write();
    await user.click(getByRole('radio', { name: 'Później' }));
    const start = await findByRole('textbox', { name: /^Początek wysyłki/ });
    fill(start, `${inDays(5)} 17:00`);
    await waitFor(() => expect(blocked()).toHaveTextContent('Na ten dzień jest już powiadomienie'));
    expect(getByRole('button', { name: /^Zaplanuj(?! na )/ })).toBeDisabled();
    fill(start, `${inDays(6)} 17:00`);
    await waitFor(() => expect(getByRole('button', { name: /^Zaplanuj(?! na )/ })).toBeEnabled());
    unmount();
    const { changePlan } = notificationRoutes;
    const few = answer(estimate, { devices: 7, stores: 1, everyone: false, total: 12_000 });
    const plan = await openForm([taken, few, aPlan(), answer(changePlan, refuse('precondition_failed'))], 'admin', {
      search: '?plan=plan1',
    });
    fill(await plan.findByRole('textbox', { name: /^Początek wysyłki/ }), `${inDays(5)} 18:00`);
    const save = plan.getByRole('button', { name: 'Zapisz plan' });
    await waitFor(() => expect(save).toBeEnabled());
    await plan.user.click(save);
    await plan.findByText(/^Ktoś zmienił ten plan w międzyczasie\./);
    expect(plan.api.requestsOf(changePlan)[0]?.headers.get('if-match')).toBe('"1"');
    expect(plan.api.requestsOf(changePlan)[0]?.body).toMatchObject({ startsAt: instantIn(5, '18:00') });
  },
);

test(
  'counts the days from the new day, and checks the day again, in a form that stays open over midnight',
  { tags: ['E-61', 'CARE-06'] },
  async () => {
    onTestFinished(() => void vi.useRealTimers());
    // 23:50 in Warsaw.
    vi.useFakeTimers({ now: new Date('2026-12-03T22:50:00Z'), shouldAdvanceTime: true });
    const { findByText, api } = await openForm();
    await findByText('Ostatni dzień wyświetlania: 16 grudnia (14 dni).');
    const checks = api.requestsOf(canSend).length;
    await vi.advanceTimersByTimeAsync(12 * 60_000);
    await findByText('Ostatni dzień wyświetlania: 16 grudnia (13 dni).');
    await waitFor(() => expect(api.requestsOf(canSend).length).toBeGreaterThan(checks));
  },
);

test('does not start a store’s plan at once while the number that its question shows is still loading', { tags: ['CARE-04'] }, async () => {
  const counted = Promise.withResolvers<typeof million>();
  const approval = sample(Approval, { state: 'waiting', atOnce: true });
  const own = { storeId: 'store104', includeStoreType: '', approval } as const;
  const { user, findByRole, blocked, send, api } = await openForm(
    [aPlan({ createdAt: instantIn(2, '9:00'), ...own }), answer(estimate, () => counted.promise)],
    'staff',
    { search: '?plan=plan1' },
  );
  await waitFor(() => expect(blocked()).toHaveTextContent('Liczenie odbiorców'));
  expect(send()).toBeDisabled();
  counted.resolve({ ...million, devices: 12, everyone: false });
  await waitFor(() => expect(send()).toBeEnabled());
  await user.click(send());
  expect(await findByRole('dialog')).toHaveTextContent('12');
  expect(api.requestsOf(notificationRoutes.changePlan)).toHaveLength(0);
});

test('shows that a plan which has started can no longer be edited', { tags: ['PLAN-03'] }, async () => {
  const { findByText } = await openScreen('/notification/new?plan=plan1', {
    language: 'pl',
    answers: [...sendable, aPlan({ sending: { state: 'finished', since: null, pauseReason: null } })],
  });
  await findByText(/^To powiadomienie już się zaczęło/);
});

const clockIn = (hours: number): string => warsawWallClock(new Date(Date.now() + hours * 3_600_000).toISOString()).slice(11);

test(
  'blocks Send in quiet hours, plans for the first minute after them with one press, and keeps Test enabled',
  { tags: ['CARE-03'] },
  async () => {
    // The quiet hours span three minutes, since the minute may change during the test.
    const [from, until] = [clockIn(-1), clockIn(2)];
    const { write, findByTestId, queryByTestId, blocked, send, sendTest, user, findByRole, getByRole } = await openForm([
      answer(canSend, { canSend: true, reason: null, quietHours: { from, until } }),
    ]);
    write();
    expect(await findByTestId('quiet-hours')).toHaveTextContent(`Trwają godziny ciszy (${from}–${until})`);
    await waitFor(() => expect(blocked()).toHaveTextContent('W godzinach ciszy nie wysyłamy.'));
    expect(send()).toBeDisabled();
    await waitFor(() => expect(sendTest()).toBeEnabled());
    await user.click(within(await findByTestId('quiet-hours')).getByRole('button', { name: /^Zaplanuj na / }));
    await waitFor(() => expect(queryByTestId('quiet-hours')).toBeNull());
    const start = await findByRole('textbox', { name: /^Początek wysyłki/ });
    await waitFor(() => expect(start).toHaveFocus());
    expect((start as HTMLInputElement).value).toMatch(new RegExp(`${until}$`));
    await waitFor(() => expect(getByRole('button', { name: /^Zaplanuj \(/ })).toBeEnabled());
  },
);

test('blocks Send and offers the first minute after quiet hours when the server rejects it for them', { tags: ['CARE-03'] }, async () => {
  const until = new Date(Math.ceil((Date.now() + 2 * 3_600_000) / 60_000) * 60_000).toISOString();
  const { chooseStore, write, send, blocked, user, findByText, findByTestId, findByRole, getByRole } = await openForm([
    answer(sendRoute, refuse('quiet_hours', { fields: { startsAt: ['quietHours'] }, quietUntil: until })),
  ]);
  await chooseStore(104);
  write();
  await waitFor(() => expect(send()).toBeEnabled());
  await user.click(send());
  await findByText('Nie wysłano: trwają godziny ciszy.');
  await waitFor(() => expect(blocked()).toHaveTextContent('W godzinach ciszy nie wysyłamy.'));
  expect(send()).toBeDisabled();
  await user.click(within(await findByTestId('quiet-hours')).getByRole('button', { name: /^Zaplanuj na / }));
  const start = await findByRole('textbox', { name: /^Początek wysyłki/ });
  expect((start as HTMLInputElement).value).toMatch(new RegExp(`${warsawWallClock(until).slice(11)}$`));
  await waitFor(() => expect(getByRole('button', { name: /^Zaplanuj dla klientów sklepu/ })).toBeEnabled());
});

test(
  'offers the safety option only where it is allowed, exempts it from quiet hours, and clears it in a copy of a sent message',
  { tags: ['CARE-05'] },
  async () => {
    const mark = { name: /^To jest komunikat bezpieczeństwa/ };
    const ordinary = await openForm();
    ordinary.write();
    await waitFor(() => expect(ordinary.send()).toBeEnabled());
    expect(ordinary.queryByRole('checkbox', mark)).toBeNull();
    ordinary.unmount();
    const quietHours = { from: '00:00', until: '23:59' };
    const { field, findByRole, findByTestId, queryByTestId, user } = await openForm(
      [
        answer(canSend, { canSend: true, reason: null, quietHours, safety: true }),
        aPlan({ safety: true, title: 'Nie pij soku', sending: { state: 'finished', since: null, pauseReason: null } }),
      ],
      'admin',
      { search: '?from=plan1' },
    );
    await waitFor(() => expect(field('Tytuł')).toHaveValue('Nie pij soku'));
    const box = await findByRole('checkbox', mark);
    expect(box).not.toBeChecked();
    await findByTestId('quiet-hours');
    await user.click(box);
    await waitFor(async () => expect(await findByRole('button', { name: /^Wyślij komunikat bezpieczeństwa/ })).toBeEnabled());
    expect(queryByTestId('quiet-hours')).toBeNull();
  },
);

const malopolska = sample(StoreGroupRow, { _id: 'group1', name: 'Małopolska', stores: 4 });

test(
  'narrows the audience to a picked group, and shows that a group beside „Wszystkie” changes nothing',
  { tags: ['D-41', 'ux-3'] },
  async () => {
    const { pick, field, getByRole, getByTestId, findByTestId, queryByTestId, user, button } = await openForm([
      answer(storeGroupRoutes.list, pageOf([malopolska])),
      answer(estimate, ({ body }) =>
        (body as { includeStoreType: string }).includeStoreType === 'all'
          ? { devices: 12_000, stores: 40, everyone: true, total: 12_000 }
          : { devices: 800, stores: 4, everyone: false, total: 12_000 },
      ),
    ]);
    await pick(field('Uwzględnij grupy sklepów'), 'malopolska');
    const some = getByRole('radio', { name: 'Tylko wybrane sklepy' });
    await waitFor(() => expect(some).toBeChecked());
    expect(queryByTestId('covered')).toBeNull();
    await waitFor(() =>
      expect(getByTestId('audience-words')).toHaveTextContent(/^Odbiorcy: Grupa Małopolska · 4 sklepy · [\d\s]+ urządze/),
    );
    expect(getByTestId('scope-banner')).toHaveTextContent(/^Powiadomienie trafi do wybranych odbiorców$/);
    await user.click(getByRole('radio', { name: 'Wszystkie' }));
    expect(await findByTestId('covered')).toHaveTextContent('„Wszystkie” już obejmuje grupę Małopolska.');
    await waitFor(() => expect(getByTestId('audience-words')).toHaveTextContent(/^Odbiorcy: Wszyscy użytkownicy aplikacji$/));
    await pick(field('Uwzględnij sklepy'), '104');
    expect(getByRole('radio', { name: 'Wszystkie' })).toBeChecked();
    await waitFor(() => expect(getByTestId('covered')).toHaveTextContent('„Wszystkie” już obejmuje wybrane sklepy i grupy.'));
    await user.click(button('Ogranicz do wybranych'));
    expect(some).toBeChecked();
    await waitFor(() => expect(queryByTestId('covered')).toBeNull());
  },
);

test(
  'confirms a send to more than a tenth of all phones, but neither a smaller one nor one of a single store',
  { tags: ['D-41', 'ux-2', 'ux-3'] },
  async () => {
    const { write, field, user, getByRole, getByTestId, findByRole, queryByRole, send, chooseStore, api } = await openForm([
      answer(sendRoute, refuse('unavailable')),
      answer(estimate, ({ body, headers }) => {
        if (headers.get('x-store-id')) return { devices: 7, stores: 1, everyone: false, total: null };
        const devices = (body as { includeStoreType: string }).includeStoreType === 'super' ? 1_201 : 1_200;
        return { devices, stores: 3, everyone: false, total: 12_000 };
      }),
    ]);
    const counted = (devices: number) => waitFor(() => expect(getByTestId('audience')).toHaveAttribute('data-devices', String(devices)));
    write('Dla wielu', 'Pierwszy wiersz\nDrugi wiersz');
    await user.click(getByRole('radio', { name: 'Super' }));
    await counted(1_201);
    await waitFor(() => expect(send()).toBeEnabled());
    await user.click(send());
    const dialog = await findByRole('dialog', { name: /^Wysłać do [\d\s]+ urządze\S+\?$/ });
    for (const fact of [
      'Sklepy Super',
      'w 3 sklepach',
      'Dla wielu',
      'Drugi wiersz',
      untilWords((field('Ważne do') as HTMLInputElement).value),
    ])
      expect(dialog).toHaveTextContent(fact);
    await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Anuluj' })).toHaveFocus());
    await user.keyboard('{Enter}');
    await waitFor(() => expect(queryByRole('dialog')).toBeNull());
    expect(api.requestsOf(sendRoute)).toEqual([]);
    await user.click(getByRole('radio', { name: 'Contact' }));
    await counted(1_200);
    await waitFor(() => expect(send()).toBeEnabled());
    await user.click(send());
    await waitFor(() => expect(api.requestsOf(sendRoute)).toHaveLength(1));
    await chooseStore(104);
    const own = await findByRole('button', { name: /^Wyślij do klientów sklepu Koszyk \D+ \([\d\s]+\)$/ });
    await waitFor(() => expect(own).toBeEnabled());
    await user.click(own);
    await waitFor(() => expect(api.requestsOf(sendRoute)).toHaveLength(2));
    expect(queryByRole('dialog')).toBeNull();
  },
);

type Kept = { form: { title: string } };
/** Titles of the local copies. */
const copies = (): string[] =>
  Object.entries(localStorage)
    .flatMap(([key, value]) => (key.startsWith('endcap.draft.') ? [(JSON.parse(String(value)) as Kept).form.title] : []))
    .toSorted();
/** The stores whose forms have local copies. */
const copiedFor = (): string[] => Object.keys(localStorage).flatMap((key) => /^endcap\.draft\.[^/]+\/send\/(.+)#/.exec(key)?.[1] ?? []);
const withClock = (): void => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
};
/** Longer than the pause after which input is stored. */
const pause = () => vi.advanceTimersByTimeAsync(2_000);

test('keeps new input while an older draft is discarded', { tags: ['D-40'] }, async () => {
  withClock();
  const first = await openForm();
  first.write('Starsze');
  await pause();
  expect(copies()).toEqual(['Starsze']);
  first.unmount();
  const second = await openForm([], 'admin', { reloaded: true });
  second.fill(second.field('Tytuł'), 'Nowsze');
  await second.user.click(await second.findByRole('button', { name: 'Odrzuć' }));
  await pause();
  expect(copies()).toEqual(['Nowsze']);
  second.unmount();
  const third = await openForm([], 'admin', { reloaded: true });
  await third.user.click(await third.findByRole('button', { name: 'Przywróć' }));
  expect(third.field('Tytuł')).toHaveValue('Nowsze');
  await waitFor(() => expect(third.field('Tytuł')).toHaveFocus());
});

test(
  'keeps the draft of another store until the person decides, even after typing with that store selected',
  { tags: ['D-40'] },
  async () => {
    withClock();
    const first = await openForm();
    await first.chooseStore(139);
    first.write('Kopia sklepu');
    await pause();
    expect(copies()).toEqual(['Kopia sklepu']);
    first.unmount();
    const { findByRole, chooseStore, write, fill, field, user, button } = await openForm([], 'admin', { reloaded: true });
    await findByRole('button', { name: 'Odrzuć' });
    await chooseStore(104);
    write('Pisane dalej');
    await pause();
    expect(copies()).toEqual(['Kopia sklepu', 'Pisane dalej']);
    await chooseStore(139);
    fill(field('Tytuł'), 'Pisane jeszcze dalej');
    await pause();
    expect(copies()).toEqual(['Kopia sklepu', 'Pisane jeszcze dalej']);
    await user.click(button('Odrzuć'));
    await pause();
    expect(copies()).toEqual(['Pisane jeszcze dalej']);
  },
);

test('moves the draft along to another store and back', { tags: ['D-40', 'A-39'] }, async () => {
  withClock();
  const first = await openForm();
  await first.chooseStore(104);
  first.write('Tam i z powrotem');
  await pause();
  expect(copiedFor()).toEqual(['store104']);
  await first.chooseStore(139);
  await pause();
  expect(copiedFor()).toEqual(['store139']);
  await first.chooseStore(104);
  await pause();
  expect(copiedFor()).toEqual(['store104']);
  first.unmount();
  const second = await openForm([], 'admin', { reloaded: true });
  await second.user.click(await second.findByRole('button', { name: 'Przywróć' }));
  expect(second.field('Tytuł')).toHaveValue('Tam i z powrotem');
});

test(
  'loads published content when a restored draft links to an item, so that its name is shown',
  { tags: ['ux-28', 'NOTIF-FORM-44'] },
  async () => {
    withClock();
    const answers = [answer(contentRoutes.published, items), checkedLink];
    const first = await openForm(answers);
    first.write();
    first.fill(first.field('Adres docelowy (opcjonalnie)'), 'endcap://fuel1');
    await pause();
    first.unmount();
    const second = await openForm(answers, 'admin', { reloaded: true });
    expect(second.api.requestsOf(contentRoutes.published)).toHaveLength(0);
    await second.user.click(await second.findByRole('button', { name: 'Przywróć' }));
    await waitFor(() => expect((second.field('Treść w aplikacji') as HTMLInputElement).value).toMatch(/^Tankuj taniej/));
    expect(second.api.requestsOf(contentRoutes.published)).toHaveLength(1);
  },
);

test(
  'shows the outcome as unknown when the response to a change of a saved audience is lost, and lists the change',
  { tags: ['PLAN-06', 'ux-20', 'ux-22'] },
  async () => {
    const { list, create, change, remove } = savedAudienceRoutes;
    const one = (name: string, facts: object): SavedAudience =>
      sample(SavedAudience, { ...everybody, name, names: {}, deleted: [], revision: 1, ...facts });
    let saved = [one('Żabie nieme', { _id: 'mute1', includeStoreType: 'super' })];
    let loses = true;
    const answers = [
      answer(list, () => ({ saved, used: [] })),
      answer(create, ({ body }) => {
        saved = [...saved, one((body as { name: string }).name, { _id: 'quiet1' })];
        return lostConnection;
      }),
      answer(change, ({ headers, body }) => {
        const [first] = saved;
        if (!first || headers.get('if-match') !== `"${first.revision}"`) return refuse('precondition_failed');
        const renamed = { ...first, ...(body as { name: string }), revision: first.revision + 1 };
        saved = [renamed, ...saved.slice(1)];
        return loses ? lostConnection : renamed;
      }),
      answer(remove, refuse('unavailable')),
    ];
    const { user, button, findByRole, fill, api } = await openForm(answers);
    await user.click(button('Zapisani odbiorcy'));
    const dialog = await findByRole('dialog', { name: 'Zapisani odbiorcy' });
    const box = within(dialog);
    const unknown = () =>
      box.findByText('Serwer tego nie potwierdził: nie wiadomo, czy zapisano. Sprawdź na liście, zanim spróbujesz ponownie.');
    fill(await box.findByLabelText('Nazwa'), 'Żabie ciche');
    await user.click(box.getByRole('button', { name: 'Zapisz obecnych odbiorców' }));
    await unknown();
    expect(dialog).not.toHaveTextContent('Nic się nie zmieniło');
    await box.findByRole('button', { name: /^Żabie ciche/ });
    fill(box.getByLabelText('Nazwa'), '');
    await user.click(box.getByRole('button', { name: 'Zmień nazwę: Żabie nieme' }));
    await user.keyboard(' już{Enter}');
    await unknown();
    // The stored item has its new revision by then, so a retry is no conflict.
    loses = false;
    await waitFor(() => expect(api.requestsOf(list).length).toBeGreaterThan(2));
    await user.click(box.getByRole('button', { name: 'Zapisz nazwę' }));
    await box.findByRole('button', { name: /^Żabie nieme już/ });
    await user.click(box.getByRole('button', { name: 'Usuń: Żabie nieme już' }));
    await user.click(box.getByRole('button', { name: 'Usuń' }));
    await unknown();
    api.change(
      answer(remove, () => {
        saved = saved.slice(1);
        return undefined;
      }),
    );
    await user.click(box.getByRole('button', { name: 'Usuń' }));
    await waitFor(() => expect(box.queryByRole('button', { name: /^Żabie nieme już/ })).toBeNull());
  },
);

test(
  'reports once after a lost response and a reload that the send arrived, with a link, and offers no draft of it',
  { tags: ['D-40', 'F37'] },
  async () => {
    withClock();
    const { attempt } = notificationRoutes;
    const first = await openForm([answer(sendRoute, lostConnection)]);
    await first.chooseStore(104);
    first.write('Wysłane po cichu');
    await waitFor(() => expect(first.send()).toBeEnabled());
    await first.user.click(first.send());
    await waitFor(() => expect(first.getByRole('alert')).toHaveTextContent('Ponowienie jest bezpieczne'));
    await pause();
    const key = first.api.requestsOf(sendRoute)[0]?.headers.get('idempotency-key');
    first.unmount();
    const answers = [
      answer(attempt, {
        _id: 'sent1',
        title: 'Wysłane po cichu',
        isTest: false,
        createdAt: new Date(Date.now() - 60_000).toISOString(),
        unapproved: false,
      }),
      aPlan({ _id: 'sent1', sending: { state: 'finished', since: null, pauseReason: null } }),
    ];
    const second = await openForm(answers, 'admin', { reloaded: true });
    const notice = await second.findByTestId('sent-before');
    expect(notice).toHaveTextContent(/Powiadomienie „Wysłane po cichu” zostało wysłane \d{4}-/);
    expect(second.api.requestsOf(attempt)[0]?.params).toEqual({ idempotencyKey: key });
    await waitFor(() => expect(second.queryByText(/^Masz niewysłane/)).toBeNull());
    expect(second.field('Tytuł')).toHaveValue('');
    await second.user.click(within(notice).getByRole('link', { name: 'Zobacz szczegóły' }));
    await waitFor(() => expect(second.address()).toBe('/notification/sent1'));
    second.unmount();
    const third = await openForm(answers, 'admin', { reloaded: true });
    await waitFor(() => expect(third.field('Tytuł')).toHaveValue(''));
    expect(third.queryByTestId('sent-before')).toBeNull();
    expect(third.api.requestsOf(attempt)).toEqual([]);
  },
);

test('does not take a 404 of a proxy for a send that never arrived', { tags: ['D-40', 'E-11'] }, async () => {
  withClock();
  const first = await openForm([answer(sendRoute, lostConnection)]);
  await first.chooseStore(104);
  first.write('Nie wiadomo');
  await waitFor(() => expect(first.send()).toBeEnabled());
  await first.user.click(first.send());
  await waitFor(() => expect(first.getByRole('alert')).toHaveTextContent('Ponowienie jest bezpieczne'));
  await pause();
  first.unmount();
  const second = await openForm([answer(notificationRoutes.attempt, proxyPage(404))], 'admin', { reloaded: true });
  await second.findByText(/^Nie udało się ustalić, czy powiadomienie z .+ zostało wysłane/);
});

test(
  'offers the draft after a reload when the send never arrived, and sends it again with the same key',
  { tags: ['D-40', 'F37'] },
  async () => {
    withClock();
    const first = await openForm([answer(sendRoute, lostConnection)]);
    await first.chooseStore(104);
    first.write('Nie doszło');
    await waitFor(() => expect(first.send()).toBeEnabled());
    await first.user.click(first.send());
    await waitFor(() => expect(first.getByRole('alert')).toHaveTextContent('Ponowienie jest bezpieczne'));
    await pause();
    first.unmount();
    const second = await openForm(
      [answer(notificationRoutes.attempt, refuse('not_found')), answer(sendRoute, refuse('unavailable'))],
      'admin',
      {
        reloaded: true,
      },
    );
    await second.user.click(await second.findByRole('button', { name: 'Przywróć' }));
    expect(second.queryByTestId('sent-before')).toBeNull();
    await waitFor(() => expect(second.send()).toBeEnabled());
    await second.user.click(second.send());
    await waitFor(() => expect(second.api.requestsOf(sendRoute)).toHaveLength(1));
    const keyOf = (screen: typeof first) => screen.api.requestsOf(sendRoute)[0]?.headers.get('idempotency-key');
    expect(keyOf(second)).toBe(keyOf(first));
    expect(keyOf(first)).toBeTruthy();
  },
);

test(
  'keeps everything when the response to a send is lost, and repeats it with the same key on every press',
  { tags: ['NOTIF-FORM-27', 'NOTIF-FORM-48', 'NOTIF-FORM-49', 'N13', 'A-48', 'ux-6'] },
  async () => {
    const { chooseStore, write, send, user, field, api, address, findByRole } = await openForm([
      answer(sendRoute, lostConnection),
      aPlan({ _id: 'sent1', sending: { state: 'finished', since: null, pauseReason: null } }),
    ]);
    await chooseStore(104);
    write('Raz a dobrze');
    await waitFor(() => expect(send()).toBeEnabled());
    await user.click(send());
    expect(await findByRole('alert')).toHaveTextContent('Ponowienie jest bezpieczne');
    expect(field('Tytuł')).toHaveValue('Raz a dobrze');
    api.change(answer(sendRoute, { _id: 'sent1' }));
    await waitFor(() => expect(send()).toBeEnabled());
    await user.dblClick(send());
    await waitFor(() => expect(address()).toBe('/notification/sent1'));
    const keys = api.requestsOf(sendRoute).map(({ headers }) => headers.get('idempotency-key'));
    expect(keys.length).toBeGreaterThan(1);
    expect([...new Set(keys)]).toEqual([expect.stringMatching(/./)]);
  },
);

test('shows title and text on the phone while they are typed, for both systems, collapsed and expanded', { tags: ['ux-4'] }, async () => {
  const { write, user, findByRole } = await openForm();
  write('Świeży chleb', 'Od 6:00\nZapraszamy');
  const phone = await findByRole('figure', { name: 'Podgląd' });
  const shows = (words: string) => waitFor(() => expect(phone).toHaveTextContent(words));
  await shows('Świeży chleb');
  await shows('Zapraszamy');
  await user.click(within(phone).getByText('iOS'));
  await user.click(within(phone).getByText('Zwinięte'));
  await shows('Świeży chleb');
  await shows('Podgląd przybliżony');
});

test(
  'fills the form from a sent notification with a new end of validity, sends nothing by itself and keeps later edits',
  { tags: ['PLAN-05', '2.7'] },
  async () => {
    const facts = { title: 'Znowu truskawki', content: 'Po 9,99 zł', url: 'https://example.com/a', includeStoreType: '' as const };
    const sent = aPlan({
      ...facts,
      _id: 'sent1',
      includeStores: ['store101', 'store104'],
      sending: { state: 'finished', since: null, pauseReason: null },
    });
    const two = answer(estimate, { devices: 7, stores: 2, everyone: false, total: 12_000 });
    const { field, fill, user, getByRole, findByRole, getByTestId, api } = await openForm([sent, two], 'admin', { search: '?from=sent1' });
    await waitFor(() => expect(field('Tytuł')).toHaveValue('Znowu truskawki'));
    expect(field('Treść')).toHaveValue('Po 9,99 zł');
    expect(field('Adres docelowy (opcjonalnie)')).toHaveValue('https://example.com/a');
    expect(getByRole('radio', { name: 'Tylko wybrane sklepy' })).toBeChecked();
    await waitFor(() => expect(getByTestId('audience-words')).toHaveTextContent(/· 2 sklepy ·/));
    expect(field('Ważne do')).toHaveValue(inDays(13));
    fill(field('Tytuł'), 'Znowu maliny');
    await user.click(getByRole('link', { name: 'Wróć' }));
    await user.click(within(await findByRole('dialog')).getByRole('button', { name: 'Zostań' }));
    expect(field('Tytuł')).toHaveValue('Znowu maliny');
    expect(api.requestsOf(sendRoute)).toEqual([]);
  },
);

test(
  'opens empty when the address has no valid notification id, and reports when an unknown one cannot be loaded',
  { tags: ['PLAN-05'] },
  async () => {
    const { details } = notificationRoutes;
    const nonsense = await openForm([answer(details, refuse('not_found'))], 'admin', { search: '?from=nonsense!' });
    expect(nonsense.field('Tytuł')).toHaveValue('');
    expect(nonsense.queryByTestId('start-failed')).toBeNull();
    expect(nonsense.api.requestsOf(details).filter(({ path }) => path.includes('nonsense'))).toEqual([]);
    nonsense.unmount();
    const unknown = await openForm([answer(details, refuse('not_found'))], 'admin', { search: '?from=unknown' });
    await unknown.findByTestId('start-failed');
  },
);

test('stores a draft within two seconds while the person types without a pause', { tags: ['ux-9'] }, async () => {
  withClock();
  const { field, fill } = await openForm();
  vi.setTimerTickMode('manual');
  // Type one letter every 0.4 s, counted from the last letter of an earlier test with its own clock.
  for (const text of ['x', '']) {
    fill(field('Treść'), text);
    fireEvent.pointerMove(document.body);
  }
  for (const typed of ['a', 'ab', 'abc', 'abcd', 'abcde', 'abcdef']) {
    fill(field('Tytuł'), typed);
    await act(() => vi.advanceTimersByTimeAsync(400));
  }
  // Less than the pause after which a copy is stored anyway.
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(copies()).toEqual([expect.stringMatching(/^abcde/)]);
});

test('disables calendar days that would be rejected', { tags: ['D-43', 'NOTIF-VAL-13'] }, async () => {
  const { field, fill, user, button, findByRole, queryByRole } = await openForm();
  for (const [days, may] of [
    [-1, false],
    [1, true],
    [40, true],
  ] as const) {
    fill(field('Ważne do'), inDays(days));
    await user.click(button('Wybierz z kalendarza'));
    const calendar = within(await findByRole('dialog', { name: 'Wybierz z kalendarza' }));
    await calendar.findByRole('button', { name: '+7 dni' });
    const name = new Intl.DateTimeFormat('pl', { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' });
    const day = await calendar.findByRole('button', { name: name.format(new Date(inDays(days))) });
    expect(day.matches(':disabled')).toBe(!may);
    await user.click(button('Wybierz z kalendarza'));
    await waitFor(() => expect(queryByRole('dialog')).toBeNull());
  }
});

test('offers the audiences that the person sent or planned for last, in words', { tags: ['PLAN-06'] }, async () => {
  const rule = { ...everybody, names: {}, deleted: [] };
  const used = [
    { ...rule, includeStoreType: '' as const, includeStores: ['store104'], names: { store104: 'Koszyk Kraków Długa' } },
    { ...rule, includeStoreType: 'super' as const },
  ].map((audience, n) => ({ ...audience, usedAt: instantIn(-1 - n, '9:00') }));
  const { user, button, findByRole, getByTestId, findByTestId } = await openForm([answer(savedAudienceRoutes.list, { saved: [], used })]);
  await user.click(button('Zapisani odbiorcy'));
  const dialog = within(await findByRole('dialog', { name: 'Zapisani odbiorcy' }));
  const list = within(await dialog.findByRole('list', { name: 'Ostatnio używani przez Ciebie' }));
  const words = list.getAllByRole('button').map(({ textContent }) => textContent);
  expect(words).toEqual([expect.stringMatching(/^Koszyk Kraków Długaużyto /), expect.stringMatching(/^Sklepy Superużyto /)]);
  await user.click(list.getByRole('button', { name: /^Sklepy Super/ }));
  expect(await findByTestId('picked-audience')).toHaveTextContent('Wybrano: ostatnio używani');
  await waitFor(() => expect(getByTestId('audience-words')).toHaveTextContent('Sklepy Super'));
});

test(
  'shows how many of the stores are closed now or close soon, and how many have unknown hours',
  { tags: ['TRADE-05', 'E-6A'] },
  async () => {
    const { findByTestId, getByTestId, getByRole, user, pick, api } = await openForm([
      answer(tradingDayRoutes.opening, ({ body }) => {
        const stores = (body as { includeStores: string[] }).includeStores.length;
        return { stores, hoursUnknown: stores > 2 ? 1 : 0, closedNow: stores > 1 ? 1 : 0, closingSoon: stores > 2 ? 2 : 0, days: [] };
      }),
    ]);
    await user.click(getByRole('radio', { name: 'Tylko wybrane sklepy' }));
    const include = getByRole('combobox', { name: 'Uwzględnij sklepy' });
    await pick(include, '101');
    const asked = () =>
      (api.requestsOf(tradingDayRoutes.opening).at(-1)?.body as { includeStores: string[] } | undefined)?.includeStores.length;
    await waitFor(() => expect(asked()).toBe(1));
    expect(await findByTestId('open-now')).toBeEmptyDOMElement();
    await pick(include, '104');
    await waitFor(() => expect(getByTestId('open-now')).toHaveTextContent(/^Teraz 1 z 2 sklepów jest zamknięty\.$/));
    await pick(include, '139');
    await waitFor(() => expect(getByTestId('open-now').querySelectorAll('span')).toHaveLength(3));
    expect(getByTestId('open-now')).toHaveTextContent('Godziny otwarcia 1 sklepu nie są znane.');
  },
);

test(
  'cleans pasted text, reports it, restores it unchanged on request, and joins a text into three lines',
  { tags: ['E-6H', 'NOTIF-FORM-03'] },
  async () => {
    const { field, user, findByRole, findByText, getByText, queryByText, queryByRole } = await openForm();
    const title = field('Tytuł');
    await user.click(title);
    await user.paste('Wiel\u00adka\twyprzedaż');
    expect(title).toHaveValue('Wielka wyprzedaż');
    expect(await findByRole('button', { name: 'Wklej bez zmian' })).toBeInTheDocument();
    expect(getByText(/^Oczyszczono wklejony tekst \(tabulatory, niewidoczne znaki\)\./)).toBeInTheDocument();
    expect(title).toHaveFocus();
    await user.click(await findByRole('button', { name: 'Wklej bez zmian' }));
    expect(title).toHaveValue('Wiel\u00adka\twyprzedaż');
    await waitFor(() => expect(queryByText(/^Oczyszczono/)).toBeNull());
    const text = field('Treść');
    await user.click(text);
    await user.paste('Od jutra\r\n\r\nTruskawki\r\nMaliny\r\nJagody\r\n');
    await user.click(await findByRole('button', { name: 'Połącz w 3 wiersze' }));
    expect(text).toHaveValue('Od jutra\nTruskawki\nMaliny Jagody');
    await user.click(await findByRole('button', { name: 'Przywróć wiersze' }));
    await findByText('Połącz w 3 wiersze');
    await user.clear(text);
    await user.paste('Świe\u200bże\r\ntruskawki');
    expect(text).toHaveValue('Świeże\ntruskawki');
    await findByText(/^Oczyszczono wklejony tekst \(niewidoczne znaki\)\./);
    await user.clear(text);
    await user.paste('Bez niczego');
    expect(text).toHaveValue('Bez niczego');
    expect(queryByRole('button', { name: 'Wklej bez zmian' })).toBeNull();
  },
);
