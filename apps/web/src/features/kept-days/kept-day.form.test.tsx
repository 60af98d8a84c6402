import { CalendarItem, calendarRoutes, calendarTypes } from '@endcap/contract/calendar';
import { tableOf } from '@endcap/contract/core';
import { KeptDay, type KeptDayDraft, keptDayRoutes } from '@endcap/contract/kept-days';
import { StoreGroupRow, storeGroupRoutes } from '@endcap/contract/store-groups';
import { dayAfter, daysBetween } from '@endcap/contract/trading-days';
import { startOfDayAhead, warsawDay } from '@endcap/contract/warsaw-time';
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../../test/open-screen.tsx';
import { longDay } from '../../../test/long-day.ts';
import { sample } from '../../../test/sample.ts';
import { pageOf } from '../../../test/shop.ts';
import { type RecordedRequest, answer, lostConnection, refuse } from '../../../test/stand-in-api.ts';

const { create, change, remove } = keptDayRoutes;
const day = warsawDay(startOfDayAhead(new Date(), 3));
const inWords = longDay(day);
const group = sample(StoreGroupRow, { _id: 'group1', name: 'Żabia grupa', stores: 4 });

const kept = (facts: Partial<KeptDay>): KeptDay =>
  sample(KeptDay, {
    _id: 'kept1',
    day,
    storeGroups: ['group1'],
    names: { group1: 'Żabia grupa' },
    deleted: [],
    plans: 0,
    revision: 1,
    ...facts,
  });

/** Stores one reserved day with revisions, as the server does. `state.loses` drops the responses of writes that were carried out. */
const standInServer = (first: KeptDay | null) => {
  const state = { kept: first, loses: false };
  const done = <T,>(reply: T) => (state.loses ? lostConnection : reply);
  const overtaken = ({ headers }: RecordedRequest) => headers.get('if-match') !== `"${state.kept?.revision}"`;
  const push = (from: string) =>
    sample(CalendarItem, {
      _id: 'push1',
      type: 'notification',
      name: 'Żabi plan',
      start: `${from}T08:00:00.000Z`,
      end: null,
      revision: null,
    });
  const answers = [
    answer(calendarRoutes.read, ({ query }) => {
      const [from, to] = [query.get('from') ?? day, query.get('to') ?? day];
      return {
        days: Array.from({ length: daysBetween(from, to) + 1 }, (_, n) => ({
          day: dayAfter(from, n),
          kind: 'weekday' as const,
          trades: true,
          holiday: null,
          note: null,
        })),
        keptDays: state.kept && state.kept.day >= from && state.kept.day <= to ? [state.kept] : [],
        items: [push(from)],
        totals: { ...tableOf(calendarTypes, () => 0), notification: 1 },
        gap: null,
        collisions: [],
        moreCollisions: 0,
      };
    }),
    answer(storeGroupRoutes.list, pageOf([group])),
    answer(create, ({ body }) => {
      if (state.kept) return refuse('invalid', { fields: { day: ['dayTwice'] } });
      state.kept = kept({ ...(body as KeptDayDraft), revision: 1 });
      return done(state.kept);
    }),
    answer(change, (call) => {
      if (!state.kept) return refuse('not_found');
      if (overtaken(call)) return refuse('precondition_failed', { current: state.kept });
      state.kept = { ...state.kept, ...(call.body as Partial<KeptDay>), revision: state.kept.revision + 1 };
      return done(state.kept);
    }),
    answer(remove, (call) => {
      if (!state.kept) return refuse('not_found');
      if (overtaken(call)) return refuse('precondition_failed', { current: state.kept });
      state.kept = null;
      return done(undefined);
    }),
  ];
  return { state, answers };
};

const openCalendar = async (first: KeptDay | null, span = 'twoWeeks') => {
  const { state, answers } = standInServer(first);
  const screen = await openScreen(`/calendar?span=${span}&from=${day}`, { language: 'pl', answers });
  await screen.findByRole('button', { name: 'Zarezerwuj dzień dla centrali' });
  return {
    ...screen,
    state,
    open: async () => {
      await screen.user.click(await screen.findByRole('button', { name: `Zmień rezerwację: ${inWords}` }));
      return within(await screen.findByRole('dialog', { name: 'Dzień zarezerwowany dla centrali' }));
    },
    closed: () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull()),
    listed: () =>
      [...document.querySelectorAll('section[aria-label="Dni zarezerwowane dla centrali"] li')].map(({ textContent }) => textContent),
  };
};
const UNKNOWN = /nie wiadomo, czy zapisano/;

test.each(['twoWeeks', 'month', 'quarter'])('marks a kept day in the days of the calendar (%s)', { tags: ['CARE-06'] }, async (span) => {
  const { listed } = await openCalendar(kept({ reason: 'Finał loterii' }), span);
  await waitFor(() => expect(listed()[0]).toContain('Finał loterii'));
  await waitFor(() => expect(document.querySelector('[data-layer="kept"]')).not.toBeNull());
});

test.each([
  [1, '1 plan sklepu zostaje'],
  [3, '3 plany sklepów zostają'],
  [12, '12 planów sklepów zostaje'],
  [22, '22 plany sklepów zostają'],
])('shows how many plans of stores stay on a reserved day (%i)', { tags: ['CARE-06'] }, async (plans, words) => {
  const { findByRole } = await openCalendar(kept({ plans }));
  expect(await findByRole('link', { name: words })).toBeVisible();
});

test(
  'shows the outcome as unknown when a response is lost, and lists the stored change above the calendar',
  { tags: ['CARE-06', 'ux-20', 'ux-22'] },
  async () => {
    const { open, fill, user, state, listed, closed } = await openCalendar(kept({ reason: 'Żabi początek' }));
    const first = await open();
    fill(first.getByLabelText(/^Powód/), 'Żabi koniec');
    state.loses = true;
    await user.click(first.getByRole('button', { name: 'Zapisz' }));
    const alert = await first.findByRole('alert');
    expect(alert).toHaveTextContent(UNKNOWN);
    expect(alert).not.toHaveTextContent('Nic się nie zmieniło');
    await waitFor(() => expect(listed()[0]).toContain('Żabi koniec'));
    await user.click(first.getByRole('button', { name: 'Anuluj' }));
    await closed();
    const second = await open();
    expect(second.getByLabelText(/^Powód/)).toHaveValue('Żabi koniec');
    await user.click(second.getByRole('button', { name: 'Zwolnij ten dzień' }));
    expect(await second.findByRole('alert')).toHaveTextContent(UNKNOWN);
    await waitFor(() => expect(listed()).toEqual([]));
  },
);

test(
  'retries on top of its own change after a lost response, and reports changes by someone else',
  { tags: ['CARE-06', 'ux-22'] },
  async () => {
    const { open, fill, user, state, closed, findByText } = await openCalendar(kept({ reason: 'Żabi pierwszy' }));
    const save = async (reason: string, dialog: Awaited<ReturnType<typeof open>>): Promise<void> => {
      fill(dialog.getByLabelText(/^Powód/), reason);
      await user.click(dialog.getByRole('button', { name: 'Zapisz' }));
    };
    const lose = async (reason: string, dialog: Awaited<ReturnType<typeof open>>): Promise<void> => {
      state.loses = true;
      await save(reason, dialog);
      expect(await dialog.findByRole('alert')).toHaveTextContent(UNKNOWN);
      state.loses = false;
    };
    // The same change is saved again.
    let dialog = await open();
    await lose(' Żabi  drugi ', dialog);
    await save(' Żabi  drugi ', dialog);
    await closed();
    // A different change is saved on the second try.
    dialog = await open();
    await lose('Żabi trzeci', dialog);
    await save('Żabi czwarty', dialog);
    await closed();
    expect(state.kept).toMatchObject({ reason: 'Żabi czwarty' });
    // A change by someone else is not overwritten.
    dialog = await open();
    await lose('Żabi piąty', dialog);
    if (state.kept) state.kept = { ...state.kept, reason: 'Cudzy', revision: state.kept.revision + 1 };
    await save('Żabi piąty', dialog);
    await dialog.findByText(/^Ktoś zmienił ten dzień w międzyczasie\./);
    expect(state.kept).toMatchObject({ reason: 'Cudzy' });
    await user.click(dialog.getByRole('button', { name: 'Anuluj' }));
    await closed();
    // The day is released twice.
    dialog = await open();
    expect(dialog.getByLabelText(/^Powód/)).toHaveValue('Cudzy');
    state.loses = true;
    await user.click(dialog.getByRole('button', { name: 'Zwolnij ten dzień' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent(UNKNOWN);
    await user.click(dialog.getByRole('button', { name: 'Zwolnij ten dzień' }));
    await closed();
    await findByText(/dzień jest znów wolny dla sklepów\.$/);
  },
);

test('reserves a day once when the response is lost and Save is pressed again', { tags: ['CARE-06', 'ux-22'] }, async () => {
  const { user, button, findByRole, fill, pick, state, closed, listed, api } = await openCalendar(null);
  await user.click(button('Zarezerwuj dzień dla centrali'));
  const fresh = within(await findByRole('dialog', { name: 'Zarezerwuj dzień dla centrali' }));
  fill(fresh.getByRole('textbox', { name: /^Dzień/ }), day);
  await user.click(fresh.getByRole('radio', { name: 'Dla grup sklepów' }));
  await user.click(fresh.getByRole('button', { name: 'Zarezerwuj' }));
  await fresh.findByText('Wybierz co najmniej jedną grupę');
  await pick(fresh.getByRole('combobox', { name: 'Grupy sklepów' }), 'zabia');
  fill(fresh.getByLabelText(/^Powód/), 'Żabi nowy');
  state.loses = true;
  await user.click(fresh.getByRole('button', { name: 'Zarezerwuj' }));
  expect(await fresh.findByRole('alert')).toHaveTextContent(UNKNOWN);
  state.loses = false;
  await user.click(fresh.getByRole('button', { name: 'Zarezerwuj' }));
  await closed();
  await waitFor(() => expect(listed()).toHaveLength(1));
  expect(listed()[0]).toContain('Żabi nowy');
  expect(api.requestsOf(create)[0]?.body).toMatchObject({ day, storeGroups: ['group1'], reason: 'Żabi nowy' });
});

test('cleans text pasted into the reason, and restores the original on request', { tags: ['E-6H'] }, async () => {
  const { open, user } = await openCalendar(kept({ reason: '' }));
  const dialog = await open();
  const reason = dialog.getByLabelText(/^Powód/);
  await user.click(reason);
  await user.paste('Żabi\tfi\u00adnał\r\n');
  expect(reason).toHaveValue('Żabi finał');
  await user.click(dialog.getByRole('button', { name: 'Wklej bez zmian' }));
  expect(reason).toHaveValue('Żabi\tfi\u00adnał ');
});
