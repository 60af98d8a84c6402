import { type Notification, notificationRoutes } from '@endcap/contract/notifications';
import { myStoreRoutes } from '@endcap/contract/session';
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../../../test/open-screen.tsx';
import { pageOf } from '../../../../test/shop.ts';
import { answer, refuse, type StandIn } from '../../../../test/stand-in-api.ts';

const { details, extend, opens, list, waiting, deliveries } = notificationRoutes;
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

const openDetails = async (facts: Partial<Notification> = {}, answers: StandIn[] = [], as: 'admin' | 'staff' = 'admin') =>
  openScreen('/notification/sent1', { as, answers: [answer(details, { ...sent, ...facts }), answer(opens, {}), ...answers] });

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
  'names the state %s in its own words, with the share that arrived where it will never be finished',
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

test('reads the end of validity as people type it; what is no date stays and is not saved', { tags: ['D-43'] }, async () => {
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

test('says that a date could not be saved, and keeps it in the field', { tags: ['NOTIF-DET-15', 'ERR-02'] }, async () => {
  const { findField, field, fill, user, button, findByText } = await openDetails({}, [answer(extend, refuse('unavailable'))]);
  await findField('Ważne do');
  fill(field('Ważne do'), '2088-05-05');
  await user.tab();
  await user.click(button('Zapisz datę'));
  const toast = (await findByText('Powiadomienie nie zostało zaktualizowane')).closest('.mantine-Notification-root');
  expect(toast).toHaveTextContent('Błąd podczas zmiany daty ważności');
  expect(field('Ważne do')).toHaveValue('2088-05-05');
});

test('says that there is no notification of an unknown id, with a way back', { tags: ['NAV-33'] }, async () => {
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
  'shows the sign of the store that sent it on the phone beside the details, to %s',
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

test('names nobody beside a text that was corrected after its approval', { tags: ['E-03'] }, async () => {
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

test(
  'shows a correction that waits apart from the text that phones have, and has it approved as it was read',
  { tags: ['E-03'] },
  async () => {
    const { approve } = notificationRoutes;
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
  },
);
