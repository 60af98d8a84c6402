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
