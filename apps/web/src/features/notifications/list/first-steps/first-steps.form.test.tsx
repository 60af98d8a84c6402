import { contentRoutes } from '@endcap/contract/content';
import { NotificationRow, notificationRoutes } from '@endcap/contract/notifications';
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../../../../test/open-screen.tsx';
import { sample } from '../../../../../test/sample.ts';
import { pageOf } from '../../../../../test/shop.ts';
import { answer, refuse } from '../../../../../test/stand-in-api.ts';

const openList = (sent: NotificationRow[], as: 'admin' | 'staff' = 'admin') =>
  openScreen('/notification', {
    as,
    answers: [
      answer(notificationRoutes.list, pageOf(sent)),
      answer(notificationRoutes.deliveries, []),
      answer(notificationRoutes.waiting, { overdue: 0, unapproved: 0, approvals: false }),
      answer(notificationRoutes.canSend, { canSend: true, reason: null }),
      answer(notificationRoutes.estimate, { devices: 12_000 }),
      answer(contentRoutes.list, refuse('unavailable')),
    ],
  });
const title = { name: 'Pierwsze kroki' };

test('shows that a count could not be loaded, instead of inventing one', { tags: ['ux-18'] }, async () => {
  const { findByRole } = await openList([]);
  const steps = within(await findByRole('region', title)).getAllByRole('listitem');
  await waitFor(() => expect(steps[2]).toHaveTextContent('Nie udało się sprawdzić'));
  await waitFor(() => expect(steps[0]).toHaveTextContent(/^.*Gotowe: Dodaj sklepy3 sklepy$/));
});

test.each([
  ['an administrator of a chain that has sent', [sample(NotificationRow, { errors: [], isTest: false })], 'admin'],
  ['store staff', [], 'staff'],
] as const)('shows no first steps to %s', { tags: ['ux-18'] }, async (_, sent, as) => {
  const { findByRole, findAllByRole, queryByRole } = await openList([...sent], as);
  await findByRole('heading', { level: 1 });
  await findAllByRole('link', { name: 'Nowe powiadomienie' });
  if (sent.length > 0) await findByRole('table');
  expect(queryByRole('region', title)).toBeNull();
});
