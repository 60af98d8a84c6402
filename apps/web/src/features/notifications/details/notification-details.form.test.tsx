import { contentRoutes } from '@endcap/contract/content';
import { type CanSend, Notification, notificationRoutes, POLL_MS } from '@endcap/contract/notifications';
import { myStoreRoutes } from '@endcap/contract/session';
import { startOfDayAhead, typedInstant, warsawDay, warsawMinute } from '@endcap/contract/warsaw-time';
import { waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openScreen } from '../../../../test/open-screen.tsx';
import { sample } from '../../../../test/sample.ts';
import { pageOf } from '../../../../test/shop.ts';
import { defaultStart } from '../../../ui/date-kind.ts';
import { answer, lostConnection, newerReply, refuse, type StandIn, withTag } from '../../../../test/stand-in-api.ts';

const { details, extend, opens, list, waiting, deliveries, canSend, estimate } = notificationRoutes;
const sent: Partial<Notification> = {
  _id: 'sent1',
  title: 'Świeży chleb od 6:00',
  url: null,
  target: null,
  isTest: false,
  storeId: null,
  errors: [],
  failures: [],
  followUps: [],
  details: { successful: 900, remaining: 0, failed: 100, converted: 50 },
  sending: { state: 'finished', since: null, pauseReason: null },
  includeStoreType: 'all',
  includeStores: [],
  excludeStores: [],
  includeStoreGroups: [],
  excludeStoreGroups: [],
  names: {},
  deleted: [],
  correctedAt: null,
  recalledAt: null,
  limited: null,
  approval: null,
  correction: null,
};

const openDetails = async (
  facts: Partial<Notification> = {},
  answers: StandIn[] = [],
  as: 'admin' | 'staff' = 'admin',
  language: 'pl' | 'en' = 'pl',
) => openScreen('/notification/sent1', { as, language, answers: [answer(details, { ...sent, ...facts }), answer(opens, {}), ...answers] });
const theList = [
  answer(list, pageOf([])),
  answer(waiting, {}),
  answer(deliveries, []),
  answer(canSend, { canSend: true, reason: null }),
  // The first steps, shown where there is no notification yet.
  answer(estimate, {}),
  answer(contentRoutes.list, pageOf([])),
];

const fact = (name: string): Element | null | undefined =>
  [...document.querySelectorAll('dt')].find(({ textContent }) => textContent === name)?.nextElementSibling;

const half = { successful: 400, remaining: 490, failed: 110, converted: 5 };
const over = { successful: 400, remaining: 0, failed: 600, converted: 5 };
const credential = ['The push service refused our credentials. 401 THIRD_PARTY_AUTH_ERROR'];

test.each([
  ['expanding', null, [], 'Ustalamy odbiorców'],
  ['sending', half, [], /^Wysyłanie 51\s%$/],
  ['waiting', half, [], /^Czeka na usługę push, 51\s%$/],
  ['paused', half, [], /^Wstrzymano na 51\s%$/],
  ['cancelled', over, [], 'Wysyłka anulowana'],
  ['finished', over, [], 'Wysłano'],
  ['stopped', over, credential, 'Wysłano tylko części odbiorców'],
] as const)(
  'shows a distinct label for the state %s, and the share delivered when the send will never be finished',
  { tags: ['D-04'] },
  async (state, counts, errors, words) => {
    const since = new Date().toISOString();
    const sending = { state, since, pauseReason: state === 'paused' ? ('operator' as const) : null };
    const { findByTestId, findByText, getAllByRole } = await openDetails({ details: counts, errors: [...errors], sending });
    expect(await findByTestId('standing')).toHaveTextContent(words);
    if (state !== 'cancelled' && state !== 'stopped') return;
    await findByText('Dostarczone');
    expect(getAllByRole('figure').some(({ textContent }) => /Dostarczone/.test(textContent) && /40\s%/.test(textContent))).toBe(true);
  },
);

test('shows the chosen store type of a test, and that only test phones got it', { tags: ['D-04', 'NOTIF-DET-07'] }, async () => {
  const { findByText } = await openDetails({ isTest: true, includeStoreType: 'super' });
  await findByText('Typ sklepów');
  expect(fact('Typ sklepów')).toHaveTextContent('Super');
  expect(fact('Odbiorcy')).toHaveTextContent('Tylko telefony testowe');
});

test(
  "lists errors one by one as text, in the page's language, beside the statistics",
  { tags: ['NOTIF-DET-17', 'NOTIF-DET-18', 'NOTIF-DET-36', 'ERR-05', 'A-47', 'N22', 'D-05'] },
  async () => {
    const markup = '<img src=x onerror="window.__pwned=1">';
    const { findByRole, getByTestId } = await openDetails({
      errors: [`The push service refused our credentials. 403 SENDER_ID_MISMATCH ${markup}`, 'something new'],
    });
    const alert = await findByRole('alert');
    expect(alert).toHaveTextContent('Powiadomienie nie zostało wysłane z powodu następujących błędów');
    expect(alert.querySelectorAll('li')).toHaveLength(2);
    expect(alert).toHaveTextContent('<img src=x');
    expect(alert.querySelector('img')).toBeNull();
    expect(alert).toHaveTextContent('Usługa push odrzuciła dane dostępowe.');
    expect(alert).not.toHaveTextContent('refused our credentials');
    expect(getByTestId('failed')).toBeInTheDocument();
  },
);

test(
  'shows link, image and the whole audience by their last names, and deleted stores as deleted',
  {
    tags: [
      'NOTIF-DET-05',
      'NOTIF-DET-06',
      'NOTIF-DET-07',
      'NOTIF-DET-08',
      'NOTIF-DET-09',
      'NOTIF-DET-10',
      'NOTIF-DET-11',
      'NOTIF-DET-33',
      'NOTIF-DET-34',
      'A-54',
      'A-72',
    ],
  },
  async () => {
    const { findByRole, getByTitle, getByText } = await openDetails({
      isTest: true,
      url: 'https://sklep.pl/oferta',
      image: `cloudinary:${'a'.repeat(32)}.png`,
      includeStoreType: '',
      includeStores: ['kept1', 'goneforgood'],
      excludeStores: ['kept2'],
      includeStoreGroups: ['keptgroup'],
      excludeStoreGroups: ['gonegroup'],
      names: { kept1: 'Koszyk Długa, Kraków', kept2: 'Koszyk Lipowa, Łódź', keptgroup: 'Nocne' },
    });
    expect(await findByRole('link', { name: 'https://sklep.pl/oferta' })).toHaveAttribute('rel', expect.stringMatching(/noopener/));
    expect(fact('Obraz')?.querySelector('img')).toHaveAttribute('src', expect.stringMatching(/a{32}\.png/));
    expect(fact('Typ sklepów')).not.toBeEmptyDOMElement();
    expect(fact('Uwzględnione sklepy')).toHaveTextContent('Koszyk Długa, Krakówusunięty sklep');
    expect(getByTitle('kept1')).toHaveTextContent('Koszyk Długa, Kraków');
    expect(fact('Wykluczone sklepy')).toHaveTextContent('Koszyk Lipowa, Łódź');
    expect(fact('Uwzględnione grupy')).toHaveTextContent('Nocne');
    expect(fact('Wykluczone grupy')).toHaveTextContent('usunięta grupa');
    expect(getByText('Test', { selector: '*' })).toBeInTheDocument();
    expect(document.body).not.toHaveTextContent(/undefined|null|NaN/);
  },
);

test('accepts common date formats for the end of validity, and does not save an invalid date', { tags: ['D-43'] }, async () => {
  const { findField, field, fill, user, button } = await openDetails();
  await findField('Ważne do');
  fill(field('Ważne do'), '31.02.2088');
  await user.tab();
  expect(field('Ważne do')).toHaveValue('31.02.2088');
  expect(field('Ważne do')).toBeInvalid();
  expect(button('Zapisz datę')).toBeDisabled();
  fill(field('Ważne do'), '28-03-2088');
  await user.tab();
  expect(field('Ważne do')).toHaveValue('2088-03-28');
  expect(field('Ważne do')).toBeValid();
});

test('shows the last day of a send, and counts its days from when it was sent', { tags: ['E-61', 'NOTIF-DET-12'] }, async () => {
  const { findField, findByText } = await openDetails({ createdAt: '2087-12-20T09:00:00.000Z', validUntil: '2088-01-02T23:00:00.000Z' });
  expect(await findField('Ważne do')).toHaveValue('2088-01-02');
  await findByText(/^Ostatni dzień wyświetlania: 2 stycznia 2088 \(14 dni\)\./);
});

test('reports that a date could not be saved, and keeps it in the field', { tags: ['NOTIF-DET-15', 'ERR-02'] }, async () => {
  const { findField, field, fill, user, button, findByText } = await openDetails({}, [answer(extend, refuse('unavailable'))]);
  await findField('Ważne do');
  fill(field('Ważne do'), '2088-05-05');
  await user.tab();
  await user.click(button('Zapisz datę'));
  const toast = (await findByText('Powiadomienie nie zostało zaktualizowane')).closest('.mantine-Notification-root');
  expect(toast).toHaveTextContent('Błąd podczas zmiany daty ważności');
  expect(field('Ważne do')).toHaveValue('2088-05-05');
});

test('keeps a date typed while another one is being saved, and saves it on top of that one', { tags: ['NOTIF-DET-30'] }, async () => {
  const saved: unknown[] = [];
  let answered = (): void => {};
  const pending = new Promise<void>((resolve) => (answered = resolve));
  const { findField, field, fill, user, button, findByText } = await openDetails({}, [
    answer(extend, async ({ body, headers }) => {
      saved.push([body, headers.get('if-match')]);
      await pending;
      return withTag('"ours"', { ...sent, validUntil: '2088-05-05T22:00:00.000Z' });
    }),
  ]);
  await findField('Ważne do');
  fill(field('Ważne do'), '2088-05-05');
  await user.tab();
  await user.click(button('Zapisz datę'));
  await waitFor(() => expect(saved).toHaveLength(1));
  fill(field('Ważne do'), '2088-07-07');
  answered();
  await findByText('Powiadomienie zaktualizowane');
  await waitFor(() => expect(button('Zapisz datę')).toBeEnabled());
  expect(field('Ważne do')).toHaveValue('2088-07-07');
  await user.click(button('Zapisz datę'));
  await waitFor(() =>
    expect(saved).toEqual([
      [{ validUntil: '2088-05-06' }, '"1"'],
      [{ validUntil: '2088-07-08' }, '"ours"'],
    ]),
  );
});

test('shows that a notification with an unknown id does not exist, with a link back to the list', { tags: ['NAV-33'] }, async () => {
  const { findByText, getAllByRole, user, address } = await openDetails({}, [
    answer(details, refuse('not_found')),
    answer(list, pageOf([])),
    answer(waiting, {}),
    answer(deliveries, []),
  ]);
  await findByText('Nie ma takiego powiadomienia');
  const [back] = getAllByRole('link', { name: 'Powiadomienia' });
  if (back) await user.click(back);
  await waitFor(() => expect(address()).toBe('/notification'));
});

test.each(['admin', 'staff'] as const)(
  'shows the sign of the sending store on the phone beside the details, to %s',
  { tags: ['ux-4', 'A-53'] },
  async (as) => {
    const { findByRole } = await openDetails(
      { storeId: 'store101' },
      [answer(myStoreRoutes.read, { _id: 'store101', notificationSign: '– Marszałkowska' })],
      as,
    );
    await waitFor(async () =>
      expect(await findByRole('figure', { name: 'Podgląd' })).toHaveTextContent('Świeży chleb od 6:00 – Marszałkowska'),
    );
  },
);

const jan = { id: 'jan', name: 'Jan Nowak' };
const ewa = { id: 'ewa', name: 'Ewa Lis' };
const approval: NonNullable<Notification['approval']> = {
  state: 'approved',
  revision: 4,
  decidedRevision: 1,
  ofThisText: true,
  atOnce: true,
  devices: 900,
  together: null,
  atStart: false,
  approvedDevices: null,
  author: ewa,
  askedBy: ewa,
  askedAt: '2026-11-25T10:00:00.000Z',
  decidedBy: jan,
  decidedAt: '2026-11-25T11:00:00.000Z',
  word: null,
};

test('names who approved the text that is shown', { tags: ['E-03'] }, async () => {
  const { findByTestId } = await openDetails({ approval });
  expect(await findByTestId('approval')).toHaveTextContent('zatwierdzono: Jan Nowak');
});

test('shows a text corrected after approval as unapproved, without the name of the approver', { tags: ['E-03'] }, async () => {
  const { findByTestId } = await openDetails({ approval: { ...approval, ofThisText: false }, correctedAt: '2026-11-25T12:00:00.000Z' });
  expect(await findByTestId('approval')).toHaveTextContent('tej treści nikt nie zatwierdził');
  expect(document.body).not.toHaveTextContent('Jan Nowak');
});

const correction: NonNullable<Notification['correction']> = {
  state: 'waiting',
  revision: 4,
  title: 'Świeży chleb od 7:00',
  content: 'Zapraszamy',
  url: null,
  image: null,
  devices: 900,
  askedBy: ewa,
  askedAt: '2026-11-25T12:00:00.000Z',
  decidedBy: null,
  decidedAt: null,
  word: null,
};

test('shows a pending correction apart from the text on phones, and approves the revision that was shown', { tags: ['E-03'] }, async () => {
  let now: Partial<Notification> = { ...sent, approval, correction };
  const asked: unknown[] = [];
  const { findByTestId, findByRole, user, button } = await openDetails({}, [
    answer(details, () => now),
    answer(approve, ({ body }) => {
      asked.push(body);
      now = { ...now, title: correction.title, correction: null };
      return now;
    }),
  ]);
  const notice = await findByTestId('correction-notice');
  expect(notice).toHaveTextContent('Świeży chleb od 7:00');
  expect(notice).toHaveTextContent('O zatwierdzenie poprawki prosi: Ewa Lis');
  expect(await findByRole('heading', { level: 1 })).toHaveTextContent('Świeży chleb od 6:00');
  await user.click(button('Zatwierdź poprawkę'));
  const dialog = await findByRole('dialog', { name: 'Zatwierdzić poprawkę?' });
  await user.click(within(dialog).getByRole('button', { name: 'Zatwierdź' }));
  await waitFor(async () => expect(await findByRole('heading', { level: 1 })).toHaveTextContent('Świeży chleb od 7:00'));
  expect(asked).toEqual([{ revision: correction.revision }]);
});

test(
  'polls results every 3 s, one request at a time, survives failures, and stops after leaving the page',
  {
    tags: [
      'NOTIF-DET-03',
      'NOTIF-DET-16',
      'NOTIF-DET-26',
      'NOTIF-DET-27',
      'NOTIF-DET-28',
      'NOTIF-DET-29',
      'NOTIF-DET-31',
      'ERR-13',
      'STATE-05',
      'STATE-06',
      'STATE-07',
      'STATE-08',
      'CONST-04',
    ],
  },
  async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    const early = { ...sent, title: '', details: null, notificationIds: [] };
    const slow = Promise.withResolvers<Partial<Notification>>();
    let reply: () => Partial<Notification> | Promise<Partial<Notification>> | ReturnType<typeof refuse> = () => early;
    const times: number[] = [];
    let [underWay, most] = [0, 0];
    const polled = answer(details, async () => {
      times.push(Date.now());
      most = Math.max(most, (underWay += 1));
      const given = await reply();
      underWay -= 1;
      return given;
    });
    const { findByRole, findByText, findByTestId, queryByRole, queryByText, user, getByRole, address } = await openDetails({}, [
      polled,
      ...theList,
    ]);
    await findByRole('heading', { name: 'Brak tytułu' });
    await findByText('Oczekiwanie na wyniki');
    reply = () => slow.promise;
    await vi.advanceTimersByTimeAsync(3_100);
    await waitFor(() => expect(times).toHaveLength(2));
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(3_000);
    // The second request is still under way.
    await vi.advanceTimersByTimeAsync(3_500);
    expect(times).toHaveLength(2);
    reply = () => refuse('internal');
    slow.resolve(early);
    await vi.advanceTimersByTimeAsync(3_100);
    await waitFor(() => expect(times.length).toBeGreaterThan(2));
    expect(queryByRole('alert')).toBeNull();
    await findByText('Oczekiwanie na wyniki');
    reply = () => ({ ...sent, title: '' });
    await vi.advanceTimersByTimeAsync(3_500);
    await findByTestId('successful');
    expect(queryByText('Oczekiwanie na wyniki')).toBeNull();
    expect(most).toBe(1);
    await user.click(within(getByRole('main')).getByRole('link', { name: 'Powiadomienia' }));
    await waitFor(() => expect(address()).toBe('/notification'));
    await findByRole('heading', { level: 1, name: 'Powiadomienia' });
    const left = times.length;
    await vi.advanceTimersByTimeAsync(6_500);
    expect(times).toHaveLength(left);
  },
);

test.each([
  ['admin', 'Sprawdź klucz usługi push'],
  ['staff', 'Zgłoś to administratorowi'],
] as const)('never labels a failed send as sent, and shows its cause once with what %s can do', { tags: ['D-04'] }, async (as, step) => {
  const { findByTestId, getByRole } = await openDetails(
    {
      errors: [...credential],
      sending: { state: 'stopped', since: null, pauseReason: null },
      details: { successful: 0, remaining: 0, failed: 500, converted: 0 },
      failures: [{ reason: 'credential', count: 500 }],
    },
    [],
    as,
  );
  expect(await findByTestId('standing')).toHaveTextContent('Nie wysłano');
  const main = getByRole('main');
  expect(main).not.toHaveTextContent('Wysłano');
  expect(main).not.toHaveTextContent(/100\s%/);
  expect(getByRole('img', { name: /^Nie wysłano\. Dostarczone 0, pozostałe 0, nieudane 500$/ })).toBeInTheDocument();
  expect(main.textContent.split('Usługa push odrzuciła dane dostępowe.')).toHaveLength(2);
  expect(getByRole('alert')).toHaveTextContent(step);
  if (as === 'admin') expect(main).not.toHaveTextContent('Zgłoś to administratorowi');
  expect(getByRole('link', { name: 'Popraw i wyślij ponownie' })).toHaveAttribute('href', '/notification/new?from=sent1');
});

test(
  'shows that the push service is not responding, what the safety brake means, and why a step came too late',
  { tags: ['delivery.md-6', 'delivery.md-10'] },
  async () => {
    const since = new Date().toISOString();
    const failures = [
      { reason: 'internal' as const, count: 2 },
      { reason: 'expired' as const, count: 40 },
    ];
    let sending: Notification['sending'] = { state: 'waiting', since, pauseReason: null };
    const { resume } = notificationRoutes;
    const open = () =>
      openDetails({}, [answer(details, () => ({ ...sent, details: half, sending, failures })), answer(resume, refuse('conflict'))]);
    const silent = await open();
    const notice = (await silent.findByText(/^Usługa push nie odpowiada od/)).closest('[role=status]');
    expect(notice).toHaveTextContent('Nikt nie został pominięty');
    expect(await silent.findByText('Następnym razem ustaw późniejszą datę ważności.')).toBeInTheDocument();
    sending = { state: 'paused', since, pauseReason: 'deadTokens' };
    silent.unmount();
    const { findByText, findByRole, user, button } = await open();
    expect((await findByText(/ponad 30\s% ostatnich adresów/)).closest('[role=status]')).toBeInTheDocument();
    await user.click(button('Wznów'));
    const dialog = within(await findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Wznów wysyłkę' }));
    await dialog.findByText(/Za późno/);
  },
);

test('continues a stopped send after a confirmation that shows the number of remaining phones', { tags: ['D-01'] }, async () => {
  let sending: Notification['sending'] = { state: 'stopped', since: null, pauseReason: null };
  const stopped = {
    ...sent,
    details: { successful: 15_246, remaining: 0, failed: 84_754, converted: 1_204 },
    errors: ['The push service refused our credentials. 403 PERMISSION_DENIED'],
    validUntil: new Date(Date.now() + 86_400_000).toISOString(),
    failures: [
      { reason: 'stopped' as const, count: 83_000 },
      { reason: 'refused' as const, count: 954 },
      { reason: 'credential' as const, count: 800 },
    ],
  };
  const answers = [answer(details, () => ({ ...stopped, sending })), answer(notificationRoutes.continue, refuse('not_stopped'))];
  const { findByText, findByRole, queryByRole, user, button, api, unmount } = await openDetails({}, answers);
  expect((await findByText('Wysyłka zatrzymana')).closest('[role=status]')).toHaveTextContent(/83\s800/);
  await user.click(button('Wyślij do pozostałych'));
  const dialog = within(await findByRole('dialog'));
  expect(await findByRole('dialog')).toHaveTextContent(/nie dotarło \(83\s800\), i do żadnych innych/);
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Anuluj' })).toHaveFocus());
  await user.click(dialog.getByRole('button', { name: 'Wyślij do pozostałych' }));
  await dialog.findByText(/Za późno/);
  await user.click(dialog.getByRole('button', { name: 'Anuluj' }));
  await waitFor(() => expect(queryByRole('dialog')).toBeNull());
  api.change(
    answer(notificationRoutes.continue, () => {
      sending = { state: 'sending', since: null, pauseReason: null };
      return { ...stopped, errors: [], sending };
    }),
  );
  await user.click(button('Wyślij do pozostałych'));
  await user.click(within(await findByRole('dialog')).getByRole('button', { name: 'Wyślij do pozostałych' }));
  await waitFor(() => expect(queryByRole('dialog')).toBeNull());
  expect(api.requestsOf(notificationRoutes.continue)).toHaveLength(2);
  sending = { state: 'stopped', since: null, pauseReason: null };
  unmount();
  const english = await openDetails({}, answers, 'admin', 'en');
  await english.user.click(await english.findByRole('button', { name: 'Send to the rest' }));
  expect(await english.findByRole('dialog')).toHaveTextContent('(83,800) and to no others');
});

test.each([
  ['pl', 'Baza danych została odtworzona z kopii'],
  ['en', 'The database was restored from a copy'],
] as const)('shows that the database was restored from a copy (%s)', { tags: ['F53'] }, async (language, text) => {
  const since = new Date().toISOString();
  const facts = { details: half, sending: { state: 'paused' as const, since, pauseReason: 'restored' } };
  const { findByText } = await openDetails(facts, [], 'admin', language);
  expect((await findByText(new RegExp(text))).closest('[role=status]')).toBeInTheDocument();
});

test.each([
  ['pl', 'Wysyłka nie zdążyła ruszyć przed godzinami ciszy'],
  ['en', 'Sending had not started before quiet hours'],
] as const)('shows that sending was paused because of quiet hours (%s)', { tags: ['CARE-03'] }, async (language, text) => {
  const details = { successful: 0, remaining: 3, failed: 0, converted: 0 };
  const facts = { details, sending: { state: 'paused' as const, since: new Date().toISOString(), pauseReason: 'quietHours' } };
  const { findByText } = await openDetails(facts, [], 'admin', language);
  expect((await findByText(new RegExp(text))).closest('[role=status]')).toBeInTheDocument();
});

test('shows deleted stores and groups by their last name, marked as deleted', { tags: ['D-38', 'A-72'] }, async () => {
  const { findByTitle, getByTitle } = await openDetails({
    includeStores: ['gonestore', 'keptstore'],
    excludeStoreGroups: ['gonegroup'],
    names: { gonestore: 'Zamknięty, Łódź', keptstore: 'Otwarty, Łódź', gonegroup: 'Nocne' },
    deleted: ['gonestore', 'gonegroup'],
  });
  expect(await findByTitle('gonestore')).toHaveTextContent(/^Zamknięty, Łódź \(usunięty\)$/);
  expect(getByTitle('keptstore')).toHaveTextContent(/^Otwarty, Łódź$/);
  expect(getByTitle('gonegroup')).toHaveTextContent(/^Nocne \(usunięta\)$/);
});

test(
  'shows opens out of delivered phones and the phones left out by a limit, and offers to copy the errors',
  { tags: ['ux-7', 'NOTIF-DET-14', 'NOTIF-DET-24', 'CARE-02'] },
  async () => {
    const { findByText, findByTestId, button } = await openDetails({
      details: { successful: 1_485, remaining: 0, failed: 3, converted: 294 },
      errors: ['pierwszy błąd', 'drugi błąd'],
      limited: { limit: 3, devices: 1_234 },
      validUntil: new Date(Date.now() + 20 * 86_400_000).toISOString(),
    });
    await findByText(/^otwarto 294 z 1\s485 dostarczonych$/);
    expect(button('Kopiuj błędy')).toBeEnabled();
    await findByText(/^Ostatni dzień wyświetlania: .+\. Zmień datę, aby ją zapisać\.$/);
    expect(await findByTestId('left-out')).toHaveTextContent(/^Limit 3 w ciągu 7 dni: pominięto 1\s234 urządzenia\.$/);
  },
);

const { correct, takeBack, approve, decline, movePlan, cancel } = notificationRoutes;
const tomorrow = new Date(Date.now() + 86_400_000).toISOString();

/** Opens the dialog of a correction and types another title. */
const beginCorrection = async ({
  findByRole,
  user,
  fill,
}: Pick<Awaited<ReturnType<typeof openDetails>>, 'findByRole' | 'user' | 'fill'>) => {
  await user.click(await findByRole('button', { name: 'Correct' }));
  const dialog = within(await findByRole('dialog'));
  const title = await dialog.findByLabelText(/^Title/);
  fill(title, 'Butter for 4.99');
  return { dialog, title };
};

test(
  'explains a correction that came too late and keeps its text, and explains a recall that already happened',
  { tags: ['RECALL-02'] },
  async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    let now = withTag('"1"', { ...sent, title: 'Masło za 3,99', validUntil: tomorrow });
    const { findByRole, findByText, queryByRole, user, api, button, fill } = await openDetails(
      {},
      [answer(details, () => now), answer(correct, refuse('precondition_failed')), answer(takeBack, refuse('taken_back'))],
      'admin',
      'en',
    );
    const { dialog, title } = await beginCorrection({ findByRole, user, fill });
    // The page reads the other correction while the dialog is open.
    now = withTag('"2"', { ...sent, title: 'Masło za 5,99', validUntil: tomorrow });
    await vi.advanceTimersByTimeAsync(POLL_MS);
    await findByText('Masło za 5,99', { selector: 'h1' });
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Send the correction' })).toBeEnabled());
    await user.click(dialog.getByRole('button', { name: 'Send the correction' }));
    await dialog.findByText(/^Meanwhile somebody changed this notification/);
    expect(api.requestsOf(correct)[0]?.headers.get('if-match')).toBe('"1"');
    expect(title).toHaveValue('Butter for 4.99');
    expect(dialog.getByRole('button', { name: 'Send the correction' })).toBeDisabled();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await findByRole('heading', { level: 1, name: 'Masło za 5,99' });
    await waitFor(() => expect(queryByRole('dialog')).toBeNull());
    await user.click(button('Take back'));
    const question = within(await findByRole('dialog'));
    await user.click(question.getByRole('button', { name: 'Take it back' }));
    await question.findByText('The notification was already taken back.');
    expect(question.getByRole('button', { name: 'Take it back' })).toBeDisabled();
  },
);

test(
  'does not report a correction or a recall as failed when its response is lost, and shows its outcome',
  { tags: ['RECALL-01', 'RECALL-02', 'ux-22'] },
  async () => {
    let now: Partial<Notification> = { ...sent, title: 'Masło za 3,99', validUntil: tomorrow };
    const { findByRole, findByTestId, queryByRole, user, button, fill } = await openDetails(
      {},
      [
        answer(details, () => now),
        answer(correct, ({ body }) => {
          now = { ...now, title: (body as { title: string }).title, correctedAt: new Date().toISOString() };
          return lostConnection;
        }),
        answer(takeBack, () => {
          now = { ...now, recalledAt: new Date().toISOString() };
          return lostConnection;
        }),
      ],
      'admin',
      'en',
    );
    const { dialog, title } = await beginCorrection({ findByRole, user, fill });
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Send the correction' })).toBeEnabled());
    await user.click(dialog.getByRole('button', { name: 'Send the correction' }));
    await dialog.findByText(/did not confirm whether it worked/);
    expect(dialog.queryByText(/did not work/)).toBeNull();
    expect(title).toHaveValue('Butter for 4.99');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await findByRole('heading', { level: 1, name: 'Butter for 4.99' });
    await waitFor(() => expect(queryByRole('dialog')).toBeNull());
    await user.click(button('Take back'));
    const question = within(await findByRole('dialog'));
    await user.click(question.getByRole('button', { name: 'Take it back' }));
    await question.findByText(/did not confirm whether it worked/);
    await waitFor(async () => expect(await findByTestId('standing')).toHaveTextContent(/^Taken back$/));
  },
);

const asked: Partial<Notification> = {
  details: null,
  createdAt: new Date(Date.now() + 3 * 86_400_000).toISOString(),
  sending: { state: 'planned', since: null, pauseReason: 'approval' },
  approval: { ...approval, state: 'waiting', atOnce: false, decidedRevision: null, decidedBy: null, decidedAt: null },
};
const planned: Partial<Notification> = { ...asked, sending: { state: 'planned', since: null, pauseReason: null } };
const free = answer(canSend, { canSend: true, reason: null });
const counted = answer(estimate, { devices: 900, stores: 4, everyone: true, total: 900 });

test('does not report a decision as failed when its response is lost, and shows its outcome', { tags: ['CARE-04', 'ux-22'] }, async () => {
  let now: Partial<Notification> = { ...sent, ...asked };
  const { findByRole, findByTestId, user } = await openDetails({}, [
    counted,
    answer(details, () => now),
    answer(approve, () => {
      now = { ...now, ...planned, approval };
      return lostConnection;
    }),
  ]);
  await user.click(await findByRole('button', { name: 'Zatwierdź' }));
  const question = within(await findByRole('dialog', { name: 'Zatwierdzić wysyłkę?' }));
  await user.click(question.getByRole('button', { name: 'Zatwierdź' }));
  expect(await question.findByRole('alert')).toHaveTextContent('nie wiadomo, czy się udało');
  await waitFor(async () => expect(await findByTestId('standing')).toHaveTextContent(/^Zaplanowano$/));
});

test('shows the recipients, time, text and link target in the dialog before an approval', { tags: ['CARE-04'] }, async () => {
  const createdAt = at(3, '8:00');
  const facts = {
    ...asked,
    content: 'Tylko 3 dni',
    createdAt,
    validUntil: at(20, '0:00'),
    includeStoreType: 'super' as const,
    excludeStores: ['s1'],
    names: { s1: 'Koszyk Gliwice' },
  };
  const { findByRole, user } = await openDetails(facts, [counted]);
  await user.click(await findByRole('button', { name: 'Zatwierdź' }));
  const question = await findByRole('dialog', { name: 'Zatwierdzić wysyłkę?' });
  const { textContent } = question;
  expect(textContent).toMatch(/OdbiorcySklepy Super; bez: Koszyk Gliwice900 urządzeń według stanu z chwili prośby/);
  expect(textContent).toMatch(/Kiedy.*08:00, za 3 dniWażne do.*, koniec dnia/);
  expect(textContent).toContain(`Treść${sent.title}Tylko 3 dni`);
  expect(textContent).toContain('Po dotknięciuOtwiera aplikację');
});

test('explains that a decision came too late, and shows the new state of the send', { tags: ['CARE-04'] }, async () => {
  let now: Partial<Notification> = { ...sent, ...asked };
  const { findByRole, findByTestId, user, queryByRole } = await openDetails({}, [
    answer(details, () => now),
    answer(approve, () => {
      const said = { ...approval, state: 'declined' as const, word: 'Nie dziś' };
      now = { ...now, sending: { state: 'cancelled', since: null, pauseReason: null }, approval: said };
      return refuse('conflict');
    }),
  ]);
  await user.click(await findByRole('button', { name: 'Zatwierdź' }));
  const question = within(await findByRole('dialog', { name: 'Zatwierdzić wysyłkę?' }));
  await user.click(question.getByRole('button', { name: 'Zatwierdź' }));
  await question.findByText(/^Za późno: ktoś już zdecydował/);
  await user.click(question.getByRole('button', { name: 'Anuluj' }));
  await waitFor(() => expect(queryByRole('dialog')).toBeNull());
  expect(await findByTestId('standing')).toHaveTextContent(/^Odrzucono$/);
  expect(await findByTestId('approval-notice')).toHaveTextContent('Nie dziś');
});

test(
  'approves the revision that was shown, requires a reason to decline, and hides the end of validity afterwards',
  { tags: ['CARE-04'] },
  async () => {
    let now: Partial<Notification> = { ...sent, ...asked };
    const { findByRole, findByTestId, user, queryByRole, queryByLabelText, api, fill } = await openDetails({}, [
      answer(details, () => now),
      answer(approve, refuse('precondition_failed')),
      answer(decline, ({ body }) => {
        const said = { ...approval, state: 'declined' as const, word: (body as { word: string }).word };
        now = { ...now, sending: { state: 'cancelled', since: null, pauseReason: null }, approval: said };
        return now;
      }),
    ]);
    await user.click(await findByRole('button', { name: 'Zatwierdź' }));
    const question = within(await findByRole('dialog', { name: 'Zatwierdzić wysyłkę?' }));
    question.getByText(/Wysyłka zacznie się sama/);
    await user.click(question.getByRole('button', { name: 'Zatwierdź' }));
    await question.findByText('W międzyczasie ktoś zmienił to powiadomienie.', { exact: false });
    expect(api.requestsOf(approve)[0]?.body).toEqual({ revision: approval.revision });
    await user.click(question.getByRole('button', { name: 'Anuluj' }));
    await waitFor(() => expect(queryByRole('dialog')).toBeNull());

    await user.click(await findByRole('button', { name: 'Odrzuć' }));
    const refusal = within(await findByRole('dialog', { name: 'Odrzucić wysyłkę?' }));
    const word = refusal.getByRole('textbox', { name: /^Dlaczego/ });
    await waitFor(() => expect(word).toHaveFocus());
    await user.click(refusal.getByRole('button', { name: 'Odrzuć' }));
    await refusal.findByText(/^Napisz, dlaczego/);
    expect(api.requestsOf(decline)).toEqual([]);
    fill(word, 'Cena jest błędna: 3,99 zł');
    await user.click(refusal.getByRole('button', { name: 'Odrzuć' }));
    await waitFor(async () => expect(await findByTestId('standing')).toHaveTextContent(/^Odrzucono$/));
    expect(api.requestsOf(decline)[0]?.body).toEqual({ revision: approval.revision, word: 'Cena jest błędna: 3,99 zł' });
    expect(queryByLabelText('Ważne do')).toBeNull();
  },
);

const at = (days: number, time: string): string => typedInstant(`${warsawDay(startOfDayAhead(new Date(), days))} ${time}`) ?? '';

test(
  'does not report moving or cancelling a plan as failed when its response is lost, and shows the outcome',
  { tags: ['PLAN-02', 'ux-22'] },
  async () => {
    let now: Partial<Notification> = { ...sent, ...planned, approval: null, createdAt: at(3, '8:00'), validUntil: at(20, '0:00') };
    const { findByRole, findByTestId, user, queryByRole, queryByText, button, fill } = await openDetails({}, [
      free,
      counted,
      answer(details, () => now),
      answer(movePlan, ({ body }) => {
        now = { ...now, createdAt: (body as { startsAt: string }).startsAt };
        return lostConnection;
      }),
      answer(cancel, () => {
        now = { ...now, sending: { state: 'cancelled', since: null, pauseReason: null } };
        return lostConnection;
      }),
    ]);
    await user.click(await findByRole('button', { name: 'Przesuń' }));
    const dialog = within(await findByRole('dialog'));
    fill(await dialog.findByRole('textbox', { name: /^Początek wysyłki/ }), `${warsawDay(at(4, '9:15'))} 9:15`);
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Przesuń' })).toBeEnabled());
    await user.click(dialog.getByRole('button', { name: 'Przesuń' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('nie wiadomo, czy się udało');
    expect(queryByText(/Nie udało się/)).toBeNull();
    await waitFor(async () => expect(await findByTestId('plan-notice')).toHaveTextContent('09:15'));
    await user.click(dialog.getByRole('button', { name: 'Anuluj' }));
    await waitFor(() => expect(queryByRole('dialog')).toBeNull());

    await user.click(button('Anuluj plan'));
    const question = within(await findByRole('dialog'));
    await user.click(question.getByRole('button', { name: 'Anuluj plan' }));
    await question.findByText(/nie wiadomo, czy się udało/);
    await waitFor(async () => expect(await findByTestId('standing')).toHaveTextContent(/^Wysyłka anulowana$/));
  },
);

test.each([
  ['of a plan', { ...planned, approval: null }],
  ['of a send that is over', {}],
] as const)("shows on the phone's lock screen the hour and day %s", { tags: ['PLAN-01'] }, async (_name, facts) => {
  const day = warsawDay(startOfDayAhead(new Date(), 3));
  const { findByRole } = await openDetails({ ...facts, createdAt: at(3, '7:32') }, [counted]);
  const named = new Intl.DateTimeFormat('pl', { timeZone: 'UTC', day: 'numeric', month: 'long' }).format(new Date(day));
  expect(await findByRole('figure', { name: 'Podgląd' })).toHaveTextContent(`07:32${named}`);
});

test('shows the progress of a send together with the number of phones', { tags: ['NOTIF-DET-19', 'ux-7'] }, async () => {
  const since = new Date().toISOString();
  const { findByText, getByRole } = await openDetails({ details: half, sending: { state: 'sending', since, pauseReason: null } });
  await findByText(/^Wysłano lub próbowano wysłać do 510 z 1\s000 urządzeń\.$/);
  const [, figure] = [getByRole('progressbar', { name: /51\s%/ }), getByRole('img', { name: /^Dostarczone 400/ }).closest('figure')];
  expect(figure).toHaveTextContent(/^51\s%Postępz 1\s000$/);
});

test.each(['admin', 'staff'] as const)(
  'marks only the end of a running send in red, and explains what phones keep after each way to end it (%s)',
  { tags: ['RECALL-01', 'delivery.md-10'] },
  async (as) => {
    const isRed = (button: HTMLElement): boolean => button.className.includes('ends');
    const since = new Date().toISOString();
    const sending = { state: 'sending' as const, since, pauseReason: null };
    const { findByRole, getByRole, getByTestId, queryByTestId, unmount } = await openDetails({ ...recent, details: half, sending }, [], as);
    const stop = await findByRole('button', { name: 'Anuluj wysyłkę' });
    const recall = getByRole('button', { name: 'Wycofaj' });
    expect([isRed(stop), isRed(recall)]).toEqual([true, false]);
    expect(getByTestId('ways-to-end')).toHaveTextContent(
      'Anuluj wysyłkę: nikt więcej go nie dostanie, ale na telefonach, które już je mają, zostanie. Wycofaj: zniknie też z tych telefonów.',
    );
    unmount();
    const over = await openDetails(recent, [], as);
    expect(isRed(await over.findByRole('button', { name: 'Wycofaj' }))).toBe(true);
    expect(queryByTestId('ways-to-end')).toBeNull();
  },
);

test('shows why a plan that would start in quiet hours waits', { tags: ['CARE-03'] }, async () => {
  const sending = { state: 'planned' as const, since: null, pauseReason: 'quietHours' };
  const { findByTestId } = await openDetails({ ...planned, approval: null, sending });
  expect(await findByTestId('plan-notice')).toHaveTextContent('Zaplanowano w godzinach ciszy');
  expect(await findByTestId('standing')).toHaveTextContent(/^Czeka na decyzję$/);
});

test('shows a toast for 5 s', { tags: ['ERR-14'] }, async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const { findField, field, fill, user, button, findByText, queryByText } = await openDetails({}, [
    answer(extend, { ...sent, validUntil: '2088-05-05T22:00:00.000Z' }),
  ]);
  await findField('Ważne do');
  fill(field('Ważne do'), '2088-05-05');
  await user.tab();
  await user.click(button('Zapisz datę'));
  await findByText('Powiadomienie zaktualizowane');
  await vi.advanceTimersByTimeAsync(3_000);
  expect(queryByText('Powiadomienie zaktualizowane')).not.toBeNull();
  await vi.advanceTimersByTimeAsync(2_500);
  await waitFor(() => expect(queryByText('Powiadomienie zaktualizowane')).toBeNull());
});

test('shows a generic label for reasons that only a newer server sends', { tags: ['E-82', 'NOTIF-DET-19'] }, async () => {
  const sending = { state: 'paused', since: '2026-11-28T10:00:00.000Z', pauseReason: 'storm' };
  const failures = [{ reason: 'storm', count: 3 }];
  const { findByText } = await openDetails({}, [
    answer(details, newerReply({ ...sample(Notification, sent), details: half, sending, failures })),
  ]);
  await findByText(/Inna przyczyna\./);
  await findByText('Wczytaj stronę ponownie, aby zobaczyć przyczynę.');
});

/** Stores the end of validity as the server does: at the start of a day in Warsaw, rejecting a change of an outdated revision. */
const validityServer = () => {
  const state = { validUntil: '2088-01-01T23:00:00.000Z', revision: 1, loses: false };
  const now = () => sample(Notification, { ...sent, details: half, validUntil: state.validUntil });
  const tag = (): string => `"${state.revision}"`;
  const store = (day: string): void => {
    state.validUntil = typedInstant(`${day} 0:00`) ?? '';
    state.revision += 1;
  };
  return {
    state,
    store,
    answers: [
      answer(details, () => withTag(tag(), now())),
      answer(extend, ({ body, headers }) => {
        if (headers.get('if-match') !== tag()) return withTag(tag(), refuse('precondition_failed', { current: now() }));
        store((body as { validUntil: string }).validUntil);
        return state.loses ? lostConnection : withTag(tag(), now());
      }),
    ],
  };
};
const openValidity = async (as: 'admin' | 'staff' = 'admin') => {
  const server = validityServer();
  const screen = await openDetails({}, server.answers, as);
  await screen.findField('Ważne do');
  return {
    ...screen,
    ...server,
    input: () => screen.field('Ważne do'),
    type: async (day: string): Promise<void> => {
      screen.fill(screen.field('Ważne do'), day);
      await screen.user.tab();
    },
    save: () => screen.button('Zapisz datę'),
    toast: async (title: string): Promise<Element | null> => (await screen.findByText(title)).closest('.mantine-Notification-root'),
  };
};

test.each(['admin', 'staff'] as const)(
  'keeps the date typed by %s while it polls, saves it and confirms',
  {
    tags: [
      'NOTIF-DET-12',
      'NOTIF-DET-13',
      'NOTIF-DET-14',
      'NOTIF-DET-30',
      'NOTIF-DET-39',
      'ERR-01',
      'STATE-09',
      'GEN-10',
      'A-30',
      'ROLE-18',
    ],
  },
  async (as) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    const { input, type, save, toast, user, api, state } = await openValidity(as);
    expect(input()).toHaveValue('2088-01-01');
    await type('2088-03-28');
    const before = api.requestsOf(details).length;
    await vi.advanceTimersByTimeAsync(6_500);
    expect(api.requestsOf(details).length).toBeGreaterThan(before + 1);
    expect(input()).toHaveValue('2088-03-28');
    await user.click(save());
    expect(await toast('Powiadomienie zaktualizowane')).toHaveTextContent('Zapisano nową datę ważności');
    expect(api.requestsOf(extend).map(({ body }) => body)).toEqual([{ validUntil: '2088-03-29' }]);
    expect(state.validUntil).toBe('2088-03-28T22:00:00.000Z');
    expect(input()).toHaveValue('2088-03-28');
    await waitFor(() => expect(save()).toBeDisabled());
  },
);

test(
  'does not report a date as unsaved when the response is lost, and saves another one on top of it',
  { tags: ['NOTIF-DET-15', 'ux-22'] },
  async () => {
    const { input, type, save, user, state, findByText, queryByText } = await openValidity();
    state.loses = true;
    await type('2088-05-06');
    await user.click(save());
    const toast = (await findByText(/Serwer tego nie potwierdził/)).closest('.mantine-Notification-root');
    expect(toast).not.toHaveTextContent('nie zostało zaktualizowane');
    expect(state.validUntil).toBe('2088-05-06T22:00:00.000Z');
    expect(input()).toHaveValue('2088-05-06');
    await waitFor(() => expect(save()).toBeDisabled());
    state.loses = false;
    await type('2088-05-08');
    await user.click(save());
    await waitFor(() => expect(state.validUntil).toBe('2088-05-08T22:00:00.000Z'));
    expect(queryByText(/^W międzyczasie ktoś zapisał/)).toBeNull();
    await waitFor(() => expect(save()).toBeDisabled());
  },
);

test('shows the date that a colleague saved meanwhile, and replaces it after a second Save', { tags: ['A-106'] }, async () => {
  const { input, type, save, user, state, store, findByText } = await openValidity();
  await type('2088-07-07');
  store('2088-06-07');
  await user.click(save());
  await findByText('W międzyczasie ktoś zapisał 2088-06-06. Zapisz ponownie, aby to zastąpić.');
  expect(input()).toHaveValue('2088-07-07');
  expect(state.validUntil).toBe('2088-06-06T22:00:00.000Z');
  await user.click(save());
  await waitFor(() => expect(state.validUntil).toBe('2088-07-07T22:00:00.000Z'));
});

test('does not let administrators approve their own sends', { tags: ['CARE-04'] }, async () => {
  const own = { id: 'admin', name: 'Anna Wójcik' };
  const { findByTestId, queryByRole } = await openDetails({
    ...asked,
    ...(asked.approval && { approval: { ...asked.approval, author: own, askedBy: own } }),
  });
  const notice = await findByTestId('approval-notice');
  expect(notice).toHaveTextContent('Własnej wysyłki nie można zatwierdzić');
  expect(await findByTestId('standing')).toHaveTextContent(/^Czeka na zatwierdzenie$/);
  expect(queryByRole('button', { name: 'Zatwierdź' })).toBeNull();
});

test('warns in the move dialog that the approval is for the current time of the plan', { tags: ['CARE-04'] }, async () => {
  const { findByRole, user } = await openDetails(
    { ...planned, approval: { ...approval, atOnce: false }, createdAt: at(3, '8:00'), validUntil: at(20, '0:00') },
    [free, counted],
  );
  await user.click(await findByRole('button', { name: 'Przesuń' }));
  const dialog = within(await findByRole('dialog'));
  await dialog.findByText(/Zatwierdzono obecny termin\./);
});

/** Opens the move dialog of a plan in four days and moves it to a day that its store has used up. */
const moveToTakenDay = async (isFree: (startsAt: string) => boolean) => {
  const refused = defaultStart(new Date(at(4, '9:00')));
  const screen = await openDetails({ ...planned, approval: null, createdAt: at(3, '8:00'), validUntil: at(40, '0:00') }, [
    counted,
    answer(canSend, ({ query }): CanSend => {
      const isOpen = query.get('notificationId') === 'sent1' && isFree(query.get('startsAt') ?? '');
      return isOpen ? { canSend: true, reason: null } : { canSend: false, reason: 'quota' };
    }),
    answer(movePlan, ({ body }) =>
      (body as { startsAt: string }).startsAt === refused ? refuse('quota_used_up') : { ...sent, ...planned, createdAt: nextFree(refused) },
    ),
  ]);
  await screen.user.click(await screen.findByRole('button', { name: 'Przesuń' }));
  const dialog = within(await screen.findByRole('dialog'));
  const start = await dialog.findByRole('textbox', { name: /^Początek wysyłki/ });
  screen.fill(start, warsawMinute(refused));
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Przesuń' })).toBeEnabled());
  await screen.user.click(dialog.getByRole('button', { name: 'Przesuń' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('Na ten dzień jest już powiadomienie');
  return { ...screen, dialog, refused };
};
/** The second trading day after a refused one. */
const nextFree = (refused: string): string => defaultStart(new Date(defaultStart(new Date(refused))));

test('offers the first free trading day with one press when a plan is moved to a used-up day', { tags: ['E-6B'] }, async () => {
  const freeFrom = nextFree(defaultStart(new Date(at(4, '9:00'))));
  const { dialog, user, api, queryByRole, refused } = await moveToTakenDay((startsAt) => startsAt >= freeFrom);
  await user.click(await dialog.findByRole('button', { name: /^Przesuń na .*9:00$/ }));
  await waitFor(() => expect(queryByRole('dialog')).toBeNull());
  expect(api.requestsOf(movePlan).at(-1)?.body).toEqual({ startsAt: nextFree(refused) });
});

test('shows that the next seven trading days are used up too when a plan is moved to a used-up day', { tags: ['E-6B'] }, async () => {
  const { dialog } = await moveToTakenDay(() => false);
  await dialog.findByText('Siedem kolejnych dni handlowych też jest zajętych: wybierz późniejszy dzień.');
  expect(dialog.queryByRole('button', { name: /^Przesuń na/ })).toBeNull();
});

const lasting = startOfDayAhead(new Date(), 30);
const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();
const recent: Partial<Notification> = { createdAt: hoursAgo(23), validUntil: lasting, outcomesEnded: false };

test.each(['admin', 'staff'] as const)(
  'shows Correct and Take back in the header for a day after a send, and beside the message later (%s)',
  { tags: ['E-68'] },
  async (as) => {
    const places = async (facts: Partial<Notification>): Promise<(string | undefined)[]> => {
      const { findByRole, unmount } = await openDetails({ ...recent, ...facts }, [], as);
      const found = [await findByRole('button', { name: 'Popraw' }), await findByRole('button', { name: 'Wycofaj' })];
      const where = found.map((one) => one.closest('header, section')?.tagName);
      unmount();
      return where;
    };
    expect(await places({})).toEqual(['HEADER', 'HEADER']);
    expect(await places({ createdAt: hoursAgo(25) })).toEqual(['SECTION', 'SECTION']);
  },
);

test(
  'a correction shows the message before and after, and on how many phones it was opened before, to store staff too',
  { tags: ['E-68'] },
  async () => {
    const at = hoursAgo(1);
    const changed = { title: ['Masło 5,99', 'Masło 4,99'], url: [null, 'https://sklep.pl'] } as const;
    const { findByTestId, findByText } = await openDetails(
      { ...recent, followUps: [{ kind: 'correct', at, changed: { title: [...changed.title], url: [...changed.url] }, parts: [] }] },
      [answer(opens, { total: 3, beforeCorrections: [{ at, opened: 2 }] })],
      'staff',
    );
    const rows = [...(await findByTestId('replaced')).querySelectorAll('tr')].map(({ cells }) =>
      [...cells].map(({ textContent }) => textContent),
    );
    expect(rows).toEqual([
      ['', 'Przed', 'Po'],
      ['Tytuł', 'Masło 5,99', 'Masło 4,99'],
      ['Link', 'brak', 'https://sklep.pl'],
    ]);
    expect(await findByText('Przed poprawką powiadomienie otwarto na 2 telefonach.')).toBeInTheDocument();
  },
);

test('asks whether the image shows the old number when a number in the text changes and the image stays', { tags: ['E-68'] }, async () => {
  const message = { title: 'Masło 5,99', content: 'Tylko 3 dni', url: null };
  const asked = async (image: string | null, title: string): Promise<string> => {
    const { findByRole, user, unmount } = await openDetails({ ...recent, ...message, image });
    await user.click(await findByRole('button', { name: 'Popraw' }));
    const dialog = within(await findByRole('dialog'));
    const field = await dialog.findByRole('textbox', { name: /^Tytuł/ });
    await user.clear(field);
    await user.type(field, title);
    await waitFor(() => expect(field).toHaveValue(title));
    const words = dialog
      .getAllByRole('status')
      .map(({ textContent }) => textContent)
      .join('');
    unmount();
    return words;
  };
  const image = `cloudinary:${'a'.repeat(32)}.png`;
  expect(await asked(image, 'Masło 4,99')).toContain('W tekście zmienia się 5,99 na 4,99. Czy obrazek pokazuje starą liczbę?');
  expect(await asked(image, 'Masło ekstra 5,99')).not.toContain('obrazek');
  expect(await asked(null, 'Masło 4,99')).not.toContain('obrazek');
});
