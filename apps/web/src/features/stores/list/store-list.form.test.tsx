import { toPage } from '@endcap/contract/core';
import { storeRoutes } from '@endcap/contract/stores';
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../../../test/open-screen.tsx';
import { pageOf, stores } from '../../../../test/shop.ts';
import { answer, lostConnection, refuse } from '../../../../test/stand-in-api.ts';

const { list, remove, usage } = storeRoutes;

test(
  'says that the list cannot be loaded and loads it again; says of a refused delete that nothing changed, and of a lost answer that nobody knows',
  { tags: ['ERR-16'] },
  async () => {
    const { findByRole, findAllByRole, findByText, user, api } = await openScreen('/store', {
      answers: [
        // Pickers read all stores at once, with a page size.
        answer(list, ({ query }) => (query.has('pageSize') ? pageOf(stores) : refuse('internal', { requestId: 'req42' }))),
        answer(usage, []),
        answer(remove, refuse('conflict', { requestId: 'req43' })),
      ],
    });
    expect(await findByRole('alert')).toHaveTextContent('req42');
    api.change(answer(list, pageOf(stores)));
    await user.click(await findByRole('button', { name: 'Try again' }));
    const [first] = await findAllByRole('button', { name: /^Delete: / });
    if (first) await user.click(first);
    const dialog = within(await findByRole('dialog'));
    const confirm = dialog.getByRole('button', { name: 'Delete' });
    await user.click(confirm);
    expect(await dialog.findByRole('alert')).toHaveTextContent('Nothing changed');
    api.change(answer(remove, lostConnection));
    await user.click(confirm);
    await findByText('The server did not confirm it: nobody knows whether it was deleted. You can try again.');
    await waitFor(() => expect(api.askedOf(remove)).toHaveLength(2));
  },
);

test(
  'goes to the last page where the address names one beyond it, and ignores a page that is none',
  { tags: ['STORE-LIST-15', 'Q11', 'Q14'] },
  async () => {
    const answers = [
      answer(list, ({ query }) => {
        const page = Number(query.get('page') ?? 1);
        return query.has('pageSize') ? pageOf(stores) : toPage(page > 3 ? [] : stores, 43, { page, pageSize: 20 });
      }),
    ];
    const { address, findAllByRole, api } = await openScreen('/store?page=999', { answers });
    await waitFor(() => expect(address()).toBe('/store?page=3'));
    expect(await findAllByRole('button', { name: /^Delete: / })).toHaveLength(stores.length);
    expect(api.askedOf(list).map(({ query }) => query.get('page'))).toContain('3');
  },
);

test('searches for a name that looks like code as it stands, whatever else the address says', { tags: ['Q11', 'Q14'] }, async () => {
  const search = `f=eyJhIjoxfQ==&page=abc&name=${encodeURIComponent('{"a":1}')}`;
  const { findByText, api } = await openScreen(`/store?${search}`, {
    answers: [answer(list, ({ query }) => pageOf(query.has('pageSize') ? stores : []))],
  });
  await findByText('No store matches the search');
  const asked = api.askedOf(list).find(({ query }) => !query.has('pageSize'));
  expect([asked?.query.get('name'), asked?.query.get('page')]).toEqual(['{"a":1}', '1']);
});
