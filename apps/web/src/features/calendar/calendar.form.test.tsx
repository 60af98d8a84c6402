import { CalendarDay, CalendarItem, calendarRoutes, calendarTypes, DEFAULT_CALENDAR_SPAN, spanAround } from '@endcap/contract/calendar';
import { contentRoutes } from '@endcap/contract/content';
import { storeGroupRoutes } from '@endcap/contract/store-groups';
import { dayAfter, daysBetween, tradingCalendar } from '@endcap/contract/trading-days';
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../../test/open-screen.tsx';
import { sample } from '../../../test/sample.ts';
import { pageOf } from '../../../test/shop.ts';
import { answer, refuse, type StandIn } from '../../../test/stand-in-api.ts';

const { read } = calendarRoutes;
const nothing = {
  days: [],
  keptDays: [],
  items: [],
  totals: Object.fromEntries(calendarTypes.map((type) => [type, 0])) as Record<(typeof calendarTypes)[number], number>,
  gap: null,
  collisions: [],
  moreCollisions: 0,
};
const open = (address: string, answers: StandIn[] = []) =>
  openScreen(address, { language: 'en', answers: [answer(read, nothing), answer(storeGroupRoutes.list, pageOf([])), ...answers] });

test.each([
  ['store', 'There is no such store'],
  ['group', 'There is no such group'],
])(
  'says that there is no such %s where the address names an unknown one, and leads to all items',
  { tags: ['CAL-02'] },
  async (part, said) => {
    const { findByText, findByRole, queryByRole, queryByText, user, address } = await open(`/calendar?${part}=${'a'.repeat(24)}`, [
      answer(read, ({ query }) => (query.has(`${part}Id`) ? refuse('invalid', { fields: { [`${part}Id`]: ['unknown'] } }) : nothing)),
    ]);
    await findByText(said);
    expect(queryByRole('alert')).toBeNull();
    await user.click(await findByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(address()).toBe('/calendar'));
    await waitFor(() => expect(queryByText(said)).toBeNull());
  },
);

test('keeps the days that are shown when filters are cleared', { tags: ['CAL-02'] }, async () => {
  const { findByRole, user, address, api } = await open('/calendar?span=quarter&from=2087-04-01&type=banner&text=nothing');
  await user.click(await findByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(address()).toBe('/calendar?span=quarter&from=2087-04-01'));
  await waitFor(() => expect(api.askedOf(read).at(-1)?.query.has('type')).toBe(false));
  const query = api.askedOf(read).at(-1)?.query;
  expect({ from: query?.get('from'), to: query?.get('to') }).toEqual(spanAround('quarter', '2087-04-01'));
});

test('ignores what an address says that means nothing', { tags: ['CAL-02'] }, async () => {
  const { findByRole, api } = await open('/calendar?span=poem&from=never&store=%25&type=7&text=%00planowany');
  await findByRole('heading', { level: 1, name: 'Calendar' });
  await waitFor(() => expect(api.askedOf(read)).not.toEqual([]));
  const query = api.askedOf(read)[0]?.query;
  const from = query?.get('from') ?? '';
  expect({ from, to: query?.get('to') }).toEqual(spanAround(DEFAULT_CALENDAR_SPAN, from));
  expect(['storeId', 'groupId', 'type', 'text'].map((name) => query?.get(name))).toEqual([null, null, null, 'planowany']);
});

const law = tradingCalendar([]);
/** Answers the days that are asked about, with one banner. */
const withBanner = (facts: Partial<CalendarItem> = {}) =>
  answer(read, ({ query }) => {
    const [from, to] = [query.get('from') ?? '', query.get('to') ?? ''];
    const banner = sample(CalendarItem, {
      _id: 'item1',
      type: 'banner',
      name: 'Sporny baner',
      start: `${from}T11:00:00.000Z`,
      end: `${to}T11:00:00.000Z`,
      validityStart: null,
      validityEnd: null,
      disabled: false,
      planned: false,
      takenBack: false,
      revision: 4,
      ...facts,
    });
    return {
      ...nothing,
      days: Array.from({ length: daysBetween(from, to) + 1 }, (_, n) => sample(CalendarDay, law(dayAfter(from, n)))),
      items: [banner],
      totals: { ...nothing.totals, banner: 1 },
    };
  });

test('shades and names the days without trade, and draws a line for today', { tags: ['CAL-01'] }, async () => {
  const { from } = spanAround('twoWeeks', '2027-12-20');
  const closed = Array.from({ length: 14 }, (_, n) => dayAfter(from, n)).filter((day) => !law(day).trades);
  const { findByText, unmount } = await open(`/calendar?span=twoWeeks&from=2027-12-20`, [withBanner()]);
  await findByText(/Non-trading days: 24 December \(Christmas Eve\), 25 December \(Christmas Day\)/);
  expect(closed.length).toBeGreaterThan(3);
  expect(document.querySelectorAll('i[data-kind]')).toHaveLength(closed.length);
  expect(document.querySelectorAll('u')).toHaveLength(0);
  unmount();
  const today = await open('/calendar', [withBanner()]);
  await today.findByRole('link', { name: /^Sporny baner/ });
  await waitFor(() => expect(document.querySelectorAll('u')).toHaveLength(1));
});

test(
  'moves an end by keys against the revision that is shown, and says that it breaks a rule or that somebody else changed the item',
  { tags: ['CAL-03'] },
  async () => {
    const { change } = contentRoutes;
    const facts = { start: '2027-03-05T11:00:00.000Z', end: '2027-03-12T11:00:00.000Z' };
    const { findByRole, findByText, user, api } = await open('/calendar?span=month&from=2027-03-01&text=sporny', [
      withBanner(facts),
      answer(change, refuse('invalid', { fields: { publicationEnd: ['afterPublication'] } })),
    ]);
    const move = async (keys: string): Promise<void> => {
      (await findByRole('link', { name: /^Sporny baner/ })).focus();
      await user.keyboard(keys);
    };
    await move('{ArrowLeft}{ArrowLeft}');
    await findByText(/Enter saves, Escape cancels/);
    await user.keyboard('{Enter}');
    await findByText(/^“Sporny baner” stays as it was\./);
    expect((await findByRole('alert')).textContent).toMatch(/stays as it was/);
    const [first] = api.askedOf(change);
    expect([first?.body, first?.headers.get('if-match')]).toEqual([{ publicationEnd: '2027-03-10T11:00:00.000Z' }, '"4"']);

    api.change(answer(change, refuse('precondition_failed')));
    await waitFor(() => expect(document.querySelector('main [aria-busy=true]')).toBeNull());
    await move('{ArrowRight}{Enter}');
    await findByText(/^Somebody else changed “Sporny baner”/);
    expect(api.askedOf(change)[1]?.body).toEqual({ publicationEnd: '2027-03-13T11:00:00.000Z' });
  },
);

test(
  'names stores without a leaflet tomorrow, and two coupons for the same product with the ways to them',
  { tags: ['CAL-04'] },
  async () => {
    const coupons = [
      { _id: 'one', name: 'Kupon pierwszy' },
      { _id: 'two', name: 'Kupon drugi' },
    ] as [{ _id: string; name: string }, { _id: string; name: string }];
    const { findByRole } = await open('/calendar', [
      answer(read, {
        ...nothing,
        gap: { day: '2027-03-05', stores: 1, named: [{ _id: 'store1', name: 'Sklep bez gazetki, Hel' }] },
        collisions: [{ coupons, eans: ['4006381333931'], from: '2027-03-04T11:00:00.000Z', to: null, stores: 1 }],
      }),
    ]);
    const findings = await findByRole('region', { name: 'Gaps and collisions' });
    expect(findings).toHaveTextContent('Tomorrow, 5 March, there is no leaflet in 1 store: Sklep bez gazetki, Hel.');
    expect(findings).toHaveTextContent(/the same product \(4006381333931\) for the same customers in 1 store/);
    for (const { _id, name } of coupons) expect(within(findings).getByRole('link', { name })).toHaveAttribute('href', `/content/${_id}`);
  },
);
