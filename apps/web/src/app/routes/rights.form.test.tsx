import { notificationRoutes } from '@endcap/contract/notifications';
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../../test/open-screen.tsx';
import { pageOf } from '../../../test/shop.ts';
import { answer } from '../../../test/stand-in-api.ts';

const ofAdministrators = [
  '/settings',
  '/settings/system',
  '/popup',
  '/store',
  '/store/new',
  '/store/abc',
  '/store-group',
  '/store-group/new',
  '/store-group/abc',
  '/content',
  '/content/new',
  '/content/abc',
  '/threads',
  '/thread/thread_x',
  '/knowledge',
  '/notification/subscription-stats',
  '/day-sheet',
  '/calendar',
  '/preview',
  '/evidence?at=2026-05-05T10%3A00%3A00Z',
  '/activity',
];

test.each(ofAdministrators)(
  'redirects store staff from %s to the notifications, without a request of that screen',
  { tags: ['ROLE-02', 'ROLE-13', 'ROLE-14', 'NAV-28', 'HIST-07', 'PREV-01', 'PREV-08', 'SHEET-03'] },
  async (path) => {
    // A request of the screen would have no stand-in, which fails the test.
    const { address, findByRole } = await openScreen(path, {
      as: 'staff',
      answers: [
        answer(notificationRoutes.list, pageOf([])),
        answer(notificationRoutes.waiting, {}),
        answer(notificationRoutes.deliveries, []),
        // The list checks in advance whether the send form can be opened.
        answer(notificationRoutes.canSend, { canSend: true, reason: null }),
      ],
    });
    await waitFor(() => expect(address()).toBe('/notification'));
    await findByRole('heading', { level: 1 });
  },
);

test.each(['/', '/notification', '/notification/new', '/notification/abc', '/content', '/settings', '/nothing/here'])(
  'redirects from %s to the sign-in without a request if the visitor is not signed in',
  { tags: ['AUTH-15', 'NAV-01', 'NAV-02', 'NAV-27'] },
  async (path) => {
    const { address, findByRole } = await openScreen(path, { as: 'nobody' });
    await findByRole('button', { name: 'Log In' });
    expect(address()).toMatch(/^\/login\?returnTo=/);
  },
);
