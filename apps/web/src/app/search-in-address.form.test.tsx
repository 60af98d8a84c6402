import { toPage } from '@endcap/contract/core';
import { storeRoutes } from '@endcap/contract/stores';
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../test/open-screen.tsx';
import { answer } from '../../test/stand-in-api.ts';
import { parseSearch, stringifySearch } from './search-in-address.ts';

const searches = ['1e3', '12345678901234567', '007', '1.50', '-0', 'true', 'null', '"118"', '{"a":1}', 'a=b&c', 'żółty + zielony'];

// A page that does not exist would leave the address.
const secondPage = toPage([], 200, { page: 2, pageSize: 100 });

test.each(searches)(
  'a list searches %s exactly as written in the address, and does not change the address',
  { tags: ['E-2E', 'A-20', 'NAV-32'] },
  async (name) => {
    const there = `/store?${new URLSearchParams({ name, page: '2' })}`;
    const { address, api, findByDisplayValue } = await openScreen(there, { answers: [answer(storeRoutes.list, secondPage)] });
    await findByDisplayValue(name);
    const searches = (): (string | null)[][] => api.requestsOf(storeRoutes.list).map(({ query }) => [query.get('name'), query.get('page')]);
    await waitFor(() => expect(searches()).toContainEqual([name, '2']));
    expect(address()).toBe(there);
    expect(searches().filter(([searched]) => searched !== null && searched !== name)).toEqual([]);
  },
);

test('search parameters are written and read as text', { tags: ['E-2E'] }, () => {
  const search = { name: '1e3', page: 2, isTest: false, history: '', none: undefined };
  expect(stringifySearch(search)).toBe('?name=1e3&page=2&isTest=false&history=');
  expect(parseSearch(stringifySearch(search))).toEqual({ name: '1e3', page: '2', isTest: 'false', history: '' });
  expect([stringifySearch({}), stringifySearch({ none: undefined }), parseSearch('')]).toEqual(['', '', {}]);
});
