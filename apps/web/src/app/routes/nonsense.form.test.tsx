import { threadRoutes } from '@endcap/contract/assistant';
import { contentRoutes } from '@endcap/contract/content';
import type { RouteSpec } from '@endcap/contract/core';
import { historyRoutes } from '@endcap/contract/history';
import { knowledgeRoutes } from '@endcap/contract/knowledge';
import { notificationRoutes } from '@endcap/contract/notifications';
import { popupRoutes } from '@endcap/contract/popups';
import { storeGroupRoutes } from '@endcap/contract/store-groups';
import { storeRoutes } from '@endcap/contract/stores';
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../../test/open-screen.tsx';
import { pageOf, stores } from '../../../test/shop.ts';
import { answer } from '../../../test/stand-in-api.ts';

const nonsense =
  'page=x&page=-1&sortField=%00&state=7&test=maybe&published=7&contentType=gone&storeType=moon&from=31.02&to=never&unanswered=?&action=%25&f=z';

/** The default request of each list, without parameters in its address. */
const lists: [path: string, route: RouteSpec, search: string | null, query: string][] = [
  ['/notification', notificationRoutes.list, 'text', 'page=1'],
  ['/threads', threadRoutes.list, 'text', 'page=1&sortField=-created_at&pageSize=10&filterUserMessages=true'],
  ['/knowledge', knowledgeRoutes.list, null, 'page=1'],
  ['/store', storeRoutes.list, 'name', 'page=1&counts=false&hoursExceptions=true'],
  ['/store-group', storeGroupRoutes.list, null, 'page=1'],
  ['/content', contentRoutes.list, 'name', 'page=1&sortField=-publicationStart'],
  ['/popup', popupRoutes.list, null, 'page=1&sortField=-createdDate'],
];
const answers = [
  ...lists.map(([, route]) => answer(route, pageOf([]) as never)),
  answer(storeRoutes.list, pageOf(stores)),
  answer(notificationRoutes.waiting, {}),
  answer(notificationRoutes.deliveries, []),
  answer(notificationRoutes.canSend, { canSend: true, reason: null }),
  answer(notificationRoutes.estimate, {}),
];

test.each(lists)(
  'loads %s as without search parameters if those in its address are invalid',
  { tags: ['A-20', 'NAV-32'] },
  async (path, route, search, query) => {
    // A search of 10,000 letters is nonsense as well.
    const long = search ? `&${search}=${'x'.repeat(10_000)}` : '';
    const { api, findByRole } = await openScreen(`${path}?${nonsense}${long}`, { answers });
    await findByRole('heading', { level: 1 });
    // The store selector loads all stores as well, with `page=0`.
    const queries = () => api.requestsOf(route).flatMap(({ query }) => (query.get('page') === '0' ? [] : query.toString()));
    await waitFor(() => expect(queries()).not.toEqual([]));
    expect(new Set(queries())).toEqual(new Set([query]));
  },
);

test.each(['/content/new', '/popup/new', '/knowledge/new'])(
  'opens %s as without search parameters if those in its address are invalid',
  { tags: ['A-20', 'A-28'] },
  async (path) => {
    const { api, findByRole, queryByRole } = await openScreen(
      `${path}?type=gone&history=abc&with=x&from=abc&copy=a/b&thread=&message=a/b`,
      {
        answers: [
          answer(storeRoutes.list, pageOf(stores)),
          answer(storeGroupRoutes.list, pageOf([])),
          answer(contentRoutes.knownStores, { stores: [], groups: [] }),
        ],
      },
    );
    await findByRole('button', { name: 'Save' });
    if (path === '/content/new') expect((await findByRole('radio', { name: 'Leaflet' })).matches(':checked')).toBe(true);
    expect(queryByRole('dialog')).toBeNull();
    for (const route of [historyRoutes.list, historyRoutes.change, threadRoutes.details]) expect(api.requestsOf(route)).toEqual([]);
  },
);

test.each(['/SETTINGS', '/Notification/New'])(
  'treats %s, a path in another spelling, as any unknown path',
  { tags: ['E-80', 'NAV-29'] },
  async (path) => {
    const { address } = await openScreen(path, { answers });
    await waitFor(() => expect(address()).toBe('/notification'));
  },
);
