import { DaySheet, daySheetRoutes } from '@endcap/contract/day-sheet';
import { testPhoneRoutes } from '@endcap/contract/devices';
import { linkRoutes } from '@endcap/contract/links';
import { type CanSend, Notification, notificationRoutes } from '@endcap/contract/notifications';
import { emptySettings, Settings, settingsRoutes } from '@endcap/contract/settings';
import { startOfDayAhead, typedInstant, warsawDay } from '@endcap/contract/warsaw-time';
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../../test/open-screen.tsx';
import { blank, sample } from '../../../test/sample.ts';
import { free, inDays, openForm } from '../../../test/send-form.ts';
import { answer, refuse, type StandIn } from '../../../test/stand-in-api.ts';
import { usageWords } from '../../frames/usage-list.tsx';

const { canSend, details, estimate, movePlan, opens, send: sendRoute } = notificationRoutes;

const keptOn = (day: string, refused: boolean) => ({ day, reason: 'Premiera aplikacji', refused });

test(
  'blocks a plan of a store on a reserved day and shows why; Test stays enabled, and another day is accepted',
  { tags: ['CARE-06'] },
  async () => {
    const { write, user, getByRole, findByRole, findByTestId, queryByTestId, blocked, sendTest, fill } = await openForm(
      [
        answer(canSend, ({ query }): CanSend =>
          query.get('startsAt')?.startsWith(inDays(4))
            ? { canSend: false, reason: 'keptDay', keptDay: keptOn(inDays(4), true) }
            : { canSend: true, reason: null },
        ),
      ],
      'staff',
    );
    write();
    await user.click(getByRole('radio', { name: 'Później' }));
    const start = await findByRole('textbox', { name: /^Początek wysyłki/ });
    fill(start, `${inDays(4)} 7:30`);
    await waitFor(async () =>
      expect(await findByTestId('kept-day')).toHaveTextContent('Powiadomienie sklepu nie może się wtedy zacząć: wybierz inny dzień.'),
    );
    expect(await findByTestId('kept-day')).toHaveTextContent('Premiera aplikacji');
    await waitFor(() => expect(blocked()).toHaveTextContent('Ten dzień jest zarezerwowany dla centrali; wybierz inny.'));
    expect(getByRole('button', { name: /^Zaplanuj/ })).toBeDisabled();
    await waitFor(() => expect(sendTest()).toBeEnabled());
    fill(start, `${inDays(6)} 7:30`);
    await waitFor(() => expect(getByRole('button', { name: /^Zaplanuj/ })).toBeEnabled());
    expect(queryByTestId('kept-day')).toBeNull();
  },
);

test(
  'shows that today was reserved while the push was written, and clears the notice once the day is free',
  { tags: ['CARE-06'] },
  async () => {
    const { write, send, user, getByRole, findByTestId, queryByTestId, blocked, api } = await openForm(
      [answer(sendRoute, refuse('invalid', { fields: { startsAt: ['dayKept'] } }))],
      'staff',
    );
    write();
    await waitFor(() => expect(send()).toBeEnabled());
    api.change(answer(canSend, { canSend: false, reason: 'keptDay', keptDay: keptOn(inDays(0), true) }));
    await user.click(send());
    expect(await findByTestId('kept-day')).toHaveTextContent('Premiera aplikacji');
    await waitFor(() => expect(blocked()).toHaveTextContent('Ten dzień jest zarezerwowany dla centrali; wybierz inny.'));
    api.change(free);
    await user.click(getByRole('radio', { name: 'Później' }));
    await user.click(getByRole('radio', { name: 'Teraz' }));
    await waitFor(() => expect(queryByTestId('kept-day')).toBeNull());
    await waitFor(() => expect(send()).toBeEnabled());
  },
);

test('warns a store about a reserved day, but lets it send', { tags: ['CARE-06'] }, async () => {
  const { write, send, findByTestId } = await openForm(
    [answer(canSend, { canSend: true, reason: null, keptDay: keptOn(inDays(0), false) })],
    'staff',
  );
  write();
  const notice = await findByTestId('kept-day');
  expect(notice).toHaveTextContent('Powiadomienie sklepu może się wtedy zacząć, ale lepiej wybrać inny dzień.');
  expect(notice).toHaveTextContent('Premiera aplikacji');
  await waitFor(() => expect(send()).toBeEnabled());
});

const at = (days: number, time: string): string => typedInstant(`${warsawDay(startOfDayAhead(new Date(), days))} ${time}`) ?? '';
const openPlan = (facts: Partial<Notification> = {}, answers: StandIn[] = []) =>
  openScreen('/notification/plan1', {
    language: 'pl',
    answers: [
      answer(
        details,
        blank(Notification, {
          _id: 'plan1',
          createdAt: at(5, '9:00'),
          validUntil: at(20, '0:00'),
          sending: { state: 'planned', since: null, pauseReason: null },
          ...facts,
        }),
      ),
      answer(opens, {}),
      free,
      answer(estimate, { devices: 900, stores: 4, everyone: true, total: 900 }),
      ...answers,
    ],
  });

test('rejects moving a plan to a reserved day with a message, and keeps its time', { tags: ['CARE-06'] }, async () => {
  const { findByRole, findByTestId, user, fill, api } = await openPlan({}, [
    answer(movePlan, refuse('invalid', { fields: { startsAt: ['dayKept'] } })),
  ]);
  await user.click(await findByRole('button', { name: 'Przesuń' }));
  const dialog = within(await findByRole('dialog'));
  fill(await dialog.findByRole('textbox', { name: /^Początek wysyłki/ }), `${warsawDay(at(4, '8:00'))} 8:00`);
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Przesuń' })).toBeEnabled());
  await user.click(dialog.getByRole('button', { name: 'Przesuń' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent(/^Ten dzień jest zarezerwowany dla centrali; wybierz inny$/);
  expect(api.requestsOf(movePlan)[0]?.body).toEqual({ startsAt: at(4, '8:00') });
  expect(await findByTestId('plan-notice')).toHaveTextContent('09:00');
});

test('shows why a plan waits when its day was reserved after planning', { tags: ['CARE-06'] }, async () => {
  const { findByTestId } = await openPlan({ sending: { state: 'planned', since: null, pauseReason: 'keptDay' } });
  expect(await findByTestId('plan-notice')).toHaveTextContent('Po zaplanowaniu centrala zarezerwowała ten dzień dla siebie');
});

test('shows on the day sheet that the day is reserved for head office, and the reason', { tags: ['CARE-06'] }, async () => {
  const sheet = blank(DaySheet, { day: inDays(4), keptDay: { reason: 'Premiera aplikacji' } });
  const { findByTestId } = await openScreen(`/day-sheet?store=store101&date=${inDays(4)}`, {
    language: 'pl',
    answers: [answer(daySheetRoutes.read, sheet)],
  });
  expect(await findByTestId('kept-day')).toHaveTextContent('Ten dzień jest zarezerwowany dla centrali. Premiera aplikacji');
});

test(
  'lets an administrator close reserved days to stores, off by default, and shows it in the folded section',
  { tags: ['CARE-06'] },
  async () => {
    let settings = sample(Settings, emptySettings);
    const open = () =>
      openScreen('/settings', {
        language: 'pl',
        answers: [
          answer(settingsRoutes.read, () => settings),
          answer(settingsRoutes.save, ({ body }) => {
            settings = { ...settings, sending: { ...settings.sending, ...(body as Partial<Settings>).sending } };
            return settings;
          }),
          answer(testPhoneRoutes.list, []),
          answer(linkRoutes.check, []),
        ],
      });
    const { getByRole, findByRole, findByText, user, api, unmount } = await open();
    await user.click(await findByRole('button', { name: 'Zmień: Wysyłanie powiadomień' }));
    const flag = getByRole('checkbox', { name: /^Sklepy nie mogą wysyłać w dni zarezerwowane/ });
    expect(flag).not.toBeChecked();
    await user.click(flag);
    const save = getByRole('button', { name: 'Zapisz' });
    await waitFor(() => expect(save).toBeEnabled());
    await user.click(save);
    await findByText(/Zapisano o/);
    expect(api.requestsOf(settingsRoutes.save).at(-1)?.body).toMatchObject({ sending: { refuseKeptDays: true } });
    unmount();
    const again = await open();
    await again.findByText('zarezerwowane dni zamknięte dla sklepów');
  },
);

test('uses the right plural form for the number of reserved days that use an item', { tags: ['ux-19'] }, () => {
  expect([1, 2, 5, 22].map((count) => usageWords('pl', 'keptDay', count))).toEqual([
    '1 dzień zarezerwowany dla centrali',
    '2 dni zarezerwowane dla centrali',
    '5 dni zarezerwowanych dla centrali',
    '22 dni zarezerwowane dla centrali',
  ]);
  expect([1, 2].map((count) => usageWords('en', 'keptDay', count))).toEqual([
    '1 day reserved for head office',
    '2 days reserved for head office',
  ]);
});
