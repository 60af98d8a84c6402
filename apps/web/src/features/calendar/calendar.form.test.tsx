import {
  Calendar,
  CalendarDay,
  CalendarItem,
  calendarRoutes,
  calendarTypes,
  DEFAULT_CALENDAR_SPAN,
  spanAround,
} from '@endcap/contract/calendar';
import { contentRoutes } from '@endcap/contract/content';
import { tableOf } from '@endcap/contract/core';
import { storeGroupRoutes } from '@endcap/contract/store-groups';
import { dayAfter, daysBetween, tradingCalendar } from '@endcap/contract/trading-days';
import { waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { openScreen } from '../../../test/open-screen.tsx';
import { blank, sample } from '../../../test/sample.ts';
import { pageOf } from '../../../test/shop.ts';
import { answer, refuse, type StandIn } from '../../../test/stand-in-api.ts';

const { read } = calendarRoutes;
const nothing = blank(Calendar, { totals: tableOf(calendarTypes, () => 0), moreCollisions: 0 });
const open = (address: string, answers: StandIn[] = []) =>
  openScreen(address, { language: 'en', answers: [answer(read, nothing), answer(storeGroupRoutes.list, pageOf([])), ...answers] });

test.each([
  ['store', 'There is no such store'],
  ['group', 'There is no such group'],
])(
  'says that there is no such %s if the address names an unknown one, and offers to clear the filters',
  { tags: ['CAL-02'] },
  async (part, notice) => {
    const { findByText, findByRole, queryByRole, queryByText, user, address } = await open(`/calendar?${part}=${'a'.repeat(24)}`, [
      answer(read, ({ query }) => (query.has(`${part}Id`) ? refuse('invalid', { fields: { [`${part}Id`]: ['unknown'] } }) : nothing)),
    ]);
    await findByText(notice);
    expect(queryByRole('alert')).toBeNull();
    await user.click(await findByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(address()).toBe('/calendar'));
    await waitFor(() => expect(queryByText(notice)).toBeNull());
  },
);

test('keeps the days that are shown when filters are cleared', { tags: ['CAL-02'] }, async () => {
  const { findByRole, user, address, api } = await open('/calendar?span=quarter&from=2087-04-01&type=banner&text=nothing');
  await user.click(await findByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(address()).toBe('/calendar?span=quarter&from=2087-04-01'));
  await waitFor(() => expect(api.requestsOf(read).at(-1)?.query.has('type')).toBe(false));
  const query = api.requestsOf(read).at(-1)?.query;
  expect({ from: query?.get('from'), to: query?.get('to') }).toEqual(spanAround('quarter', '2087-04-01'));
});

test('ignores invalid search parameters in the address', { tags: ['CAL-02'] }, async () => {
  onDay('2026-12-16');
  const { findByRole, api } = await open('/calendar?span=poem&from=never&store=%25&type=7&text=%00planowany');
  await findByRole('heading', { level: 1, name: 'Calendar' });
  await waitFor(() => expect(api.requestsOf(read)).not.toEqual([]));
  const query = api.requestsOf(read)[0]?.query;
  const from = query?.get('from') ?? '';
  expect({ from, to: query?.get('to') }).toEqual(spanAround(DEFAULT_CALENDAR_SPAN, from));
  expect(['storeId', 'groupId', 'type', 'text'].map((name) => query?.get(name))).toEqual([null, null, null, 'planowany']);
});

afterEach(() => void vi.useRealTimers());
/** Sets the date of the page to noon of a day. */
const onDay = (day: string): void => void vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(`${day}T11:00:00.000Z`) });
/** Opens the calendar. `requestedDays` returns the days of its last request. */
const openOn = async (address: string, answers: StandIn[] = []) => {
  const screen = await open(address, answers);
  const requestedDays = (): unknown => {
    const query = screen.api.requestsOf(read).at(-1)?.query;
    return { from: query?.get('from'), to: query?.get('to') };
  };
  const choose = async (name: string): Promise<void> => screen.user.click(await screen.findByRole('button', { name }));
  return { ...screen, requestedDays, choose };
};

test('keeps today in view from one span to another', { tags: ['CAL-01'] }, async () => {
  onDay('2026-12-16');
  const { choose, requestedDays, address } = await openOn('/calendar');
  for (const [name, days] of [
    ['Two weeks', { from: '2026-12-14', to: '2026-12-27' }],
    ['Quarter', { from: '2026-10-01', to: '2026-12-31' }],
    ['Month', { from: '2026-12-01', to: '2026-12-31' }],
  ] as const) {
    await choose(name);
    await waitFor(() => expect(requestedDays()).toEqual(days));
  }
  expect(address()).toBe('/calendar?span=month');
});

test('keeps the chosen day in view when the span changes, or today if both are visible', { tags: ['CAL-01'] }, async () => {
  onDay('2026-12-16');
  const { choose, requestedDays, unmount } = await openOn('/calendar?from=2087-05-20');
  await choose('Quarter');
  await waitFor(() => expect(requestedDays()).toEqual({ from: '2087-04-01', to: '2087-06-30' }));
  await choose('Two weeks');
  await waitFor(() => expect(requestedDays()).toEqual(spanAround('twoWeeks', '2087-05-20')));
  unmount();
  const both = await openOn('/calendar?span=quarter&from=2026-10-01');
  await both.choose('Month');
  await waitFor(() => expect(both.requestedDays()).toEqual({ from: '2026-12-01', to: '2026-12-31' }));
});

test(
  'opens in the last week of a month on this and the next four weeks, with the names of their months',
  { tags: ['CAL-01'] },
  async () => {
    onDay('2026-11-30');
    const { choose, requestedDays, findByRole } = await openOn('/calendar', [withBanner()]);
    await findByRole('link', { name: /^Sporny baner/ });
    expect(requestedDays()).toEqual({ from: '2026-11-30', to: '2027-01-03' });
    expect([...document.querySelectorAll('[data-month]')].map((one) => one.textContent)).toEqual(['', 'December', 'Jan']);
    await choose('Later');
    await waitFor(() => expect(requestedDays()).toEqual({ from: '2027-01-01', to: '2027-01-31' }));
    await choose('Earlier');
    await waitFor(() => expect(requestedDays()).toEqual({ from: '2026-12-01', to: '2026-12-31' }));
    await choose('Earlier');
    await waitFor(() => expect(requestedDays()).toEqual({ from: '2026-11-01', to: '2026-11-30' }));
    await choose('Today');
    await waitFor(() => expect(requestedDays()).toEqual({ from: '2026-11-30', to: '2027-01-03' }));
  },
);

/** Returns the texts of the markers at the clipped ends of a bar. */
const cuts = (): unknown =>
  Object.fromEntries([...document.querySelectorAll<HTMLElement>('[data-cut]')].map((one) => [one.dataset['cut'], one.textContent]));
/** Returns at which ends the bar continues beyond the shown days. */
const goesOn = (): unknown => {
  const { before, after } = document.querySelector<HTMLElement>('[data-sign]')?.dataset ?? {};
  return { before: before !== undefined, after: after !== undefined };
};

test('names the day on which a bar ends or starts that the days cut off', { tags: ['CAL-01'] }, async () => {
  onDay('2026-12-16');
  const show = async (facts: Partial<CalendarItem>): Promise<() => void> => {
    const { findByRole, unmount } = await open('/calendar', [withBanner(facts)]);
    await findByRole('link', { name: /^Sporny baner/ });
    return unmount;
  };
  const inside = { start: '2026-12-03T11:00:00.000Z', end: '2026-12-12T11:00:00.000Z' };
  let unmount = await show(inside);
  expect(cuts()).toEqual({});
  expect(goesOn()).toEqual({ before: false, after: false });
  unmount();
  unmount = await show({ start: '2026-11-14T11:00:00.000Z', end: inside.end });
  expect(cuts()).toEqual({ start: '← 14 Nov' });
  expect(goesOn()).toEqual({ before: true, after: false });
  unmount();
  // An end at midnight is that of the day before.
  unmount = await show({ start: inside.start, end: '2027-01-14T23:00:00.000Z' });
  expect(cuts()).toEqual({ end: '→ 14 Jan 2027' });
  expect(document.querySelector('[data-beside]')?.textContent).toBe('until 14 Jan 2027');
  expect(goesOn()).toEqual({ before: false, after: true });
  unmount();
  unmount = await show({ start: null, end: null });
  expect(cuts()).toEqual({ start: '← no start', end: '→ no end' });
  expect(goesOn()).toEqual({ before: true, after: true });
  unmount();
  // To the last minute of the days: not cut.
  await show({ start: '2026-11-30T23:00:00.000Z', end: '2026-12-31T23:00:00.000Z' });
  expect(cuts()).toEqual({});
});

test('marks a push at its hour without a bar, and dates one that was sent before the shown days', { tags: ['CAL-01'] }, async () => {
  onDay('2026-12-16');
  const push = { type: 'notification', name: 'Sporny push', revision: null } as const;
  const { findByRole, unmount } = await open('/calendar', [
    withBanner({ ...push, start: '2026-12-17T08:00:00.000Z', end: '2026-12-31T23:00:00.000Z', planned: true }),
  ]);
  const link = await findByRole('link', { name: /^Sporny push/ });
  const line = link.closest('li')?.querySelector('[data-line]');
  expect(line?.textContent).toBe('9:00');
  expect(line?.querySelector<HTMLElement>('[data-sign="notification"]')?.style.width).toBe('');
  expect(line?.querySelector('[data-sign="notification"]')).toHaveAttribute('data-planned');
  expect(link).toHaveAccessibleName(/planned for .*09:00, valid /);
  unmount();
  const before = await open('/calendar', [withBanner({ ...push, start: '2026-11-28T08:00:00.000Z', end: '2026-12-05T23:00:00.000Z' })]);
  const sent = (await before.findByRole('link', { name: /^Sporny push/ })).closest('li')?.querySelector('[data-line]');
  expect(sent?.querySelector('[data-sign]')).toBeNull();
  expect(sent?.textContent).toBe('← 28 Nov, 9:00');
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

test('explains the keys on request, and always to a screen reader', { tags: ['CAL-03'] }, async () => {
  const { findByRole, getByRole, getByText, user } = await open('/calendar', [withBanner()]);
  const button = await findByRole('button', { name: 'Keyboard?' });
  expect(getByText(/^Arrows ↑ ↓/)).not.toBeVisible();
  expect(getByRole('list', { name: 'Plan' })).toHaveAccessibleDescription(/^Arrows ↑ ↓ change the row/);
  await user.click(button);
  expect(getByText(/^Arrows ↑ ↓/)).toBeVisible();
  expect(button).toHaveAttribute('aria-expanded', 'true');
  await user.click(button);
  expect(getByText(/^Arrows ↑ ↓/)).not.toBeVisible();
});

test(
  'moves an end with the keyboard, sends the shown revision, and reports a broken rule or a change by somebody else',
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
    const [first] = api.requestsOf(change);
    expect([first?.body, first?.headers.get('if-match')]).toEqual([{ publicationEnd: '2027-03-10T11:00:00.000Z' }, '"4"']);

    api.change(answer(change, refuse('precondition_failed')));
    await waitFor(() => expect(document.querySelector('main [aria-busy=true]')).toBeNull());
    await move('{ArrowRight}{Enter}');
    await findByText(/^Somebody else changed “Sporny baner”/);
    expect(api.requestsOf(change)[1]?.body).toEqual({ publicationEnd: '2027-03-13T11:00:00.000Z' });
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
