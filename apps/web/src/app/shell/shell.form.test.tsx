import { contentRoutes } from '@endcap/contract/content';
import { notificationRoutes } from '@endcap/contract/notifications';
import { sessionRoutes } from '@endcap/contract/session';
import { storeRoutes } from '@endcap/contract/stores';
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../../test/open-screen.tsx';
import { pageOf, stores } from '../../../test/shop.ts';
import { answer, refuse } from '../../../test/stand-in-api.ts';

/** What the list of notifications asks for. */
const notifications = [
  answer(notificationRoutes.list, pageOf([])),
  answer(notificationRoutes.waiting, {}),
  answer(notificationRoutes.deliveries, []),
  answer(notificationRoutes.canSend, { canSend: true, reason: null }),
  answer(notificationRoutes.estimate, {}),
  answer(contentRoutes.list, pageOf([])),
];

test(
  'tells a person who may not see a list whom to ask, and leads back to the notifications',
  { tags: ['ERR-16', 'ROLE-14'] },
  async () => {
    const { findByRole, user, address } = await openScreen('/store', {
      answers: [
        // The store selector of the notifications asks for all stores at once.
        answer(storeRoutes.list, ({ query }) => (query.get('page') === '0' ? pageOf(stores) : refuse('forbidden'))),
        answer(sessionRoutes.rights, { isAdmin: true, storeId: null }),
        ...notifications,
      ],
    });
    const alert = await findByRole('alert');
    expect(alert).toHaveTextContent('An administrator of the chain can give you access.');
    expect(within(alert).queryByRole('button')).toBeNull();
    await user.click(within(alert).getByRole('link', { name: 'Back to notifications' }));
    await waitFor(() => expect(address()).toBe('/notification'));
  },
);

test('shows a placeholder for a person without a picture', { tags: ['AUTH-23'] }, async () => {
  const { findByRole } = await openScreen('/notification', { answers: notifications });
  const account = await findByRole('button', { name: 'Account: Anna Wójcik' });
  expect(account.querySelector('svg')).not.toBeNull();
  expect(account.querySelector('img')).toBeNull();
});
