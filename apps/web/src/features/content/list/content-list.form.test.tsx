import { bulkContentRoutes, ContentRow, contentRoutes, contentViewRoutes, DEFAULT_CONTENT_SORT } from '@endcap/contract/content';
import { storeGroupRoutes } from '@endcap/contract/store-groups';
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../../../test/open-screen.tsx';
import { sample } from '../../../../test/sample.ts';
import { pageOf } from '../../../../test/shop.ts';
import { answer, lostConnection, proxyPage, refuse, type StandIn } from '../../../../test/stand-in-api.ts';

const { change, preview, undo } = bulkContentRoutes;
const extended = ['2087-06-01T10:00:00.000Z', '2087-06-08T10:00:00.000Z', '2087-06-15T10:00:00.000Z'];
const row = (facts: Partial<ContentRow> = {}): ContentRow =>
  sample(ContentRow, {
    _id: 'item1',
    contentType: 'leaflet',
    name: 'Gazetka',
    title: null,
    prevImage: null,
    pinned: false,
    disabled: false,
    publicationStart: '2025-01-01T00:00:00.000Z',
    publicationEnd: extended[0],
    ...facts,
  });

/** Opens the list of what `stored` returns at the time of each read. */
const openList = async (stored: () => ContentRow[], answers: StandIn[] = []) => {
  const screen = await openScreen('/content?name=gazetka', {
    answers: [
      answer(contentRoutes.list, () => pageOf(stored())),
      answer(contentRoutes.usage, []),
      answer(contentViewRoutes.remember, undefined),
      answer(storeGroupRoutes.list, pageOf([])),
      answer(preview, { items: [{ _id: 'item1', revision: 1, name: 'Gazetka' }], unchanged: 0, refused: [], gaining: 0, losing: 0 }),
      ...answers,
    ],
  });
  await screen.findByRole('link', { name: 'Gazetka' });
  const { user, findByRole, getByRole } = screen;
  return {
    ...screen,
    /** The row of the only item. */
    item: () => screen.getAllByRole('row').at(-1),
    act: async (name: string): Promise<void> => {
      await user.click(getByRole('button', { name: 'More: Gazetka' }));
      await user.click(await findByRole('menuitem', { name }));
    },
  };
};

test(
  'says of an undo without an answer that nobody knows, shows in the list what became of it, and blames nobody when it is asked again',
  { tags: ['EDIT-03', 'ux-22'] },
  async () => {
    let weeks = 0;
    const { item, act, user, findByText, queryByText, findByRole, api } = await openList(
      () => [row({ publicationEnd: extended[weeks] ?? null })],
      [
        answer(change, () => {
          weeks = 1;
          return { items: [{ _id: 'item1', revision: 2 }] };
        }),
        answer(undo, () => {
          weeks = 0;
          return lostConnection;
        }),
      ],
    );
    await act('Extend by 7 days');
    await waitFor(() => expect(item()).toHaveTextContent('2087-06-08 12:00'));
    await user.click(await findByRole('button', { name: 'Undo' }));
    await findByText(/nobody knows whether it worked/);
    expect(queryByText(/could not be undone/)).toBeNull();
    await waitFor(() => expect(item()).toHaveTextContent('2087-06-01 12:00'));
    api.change(answer(undo, { undone: 0, kept: [{ _id: 'item1', name: 'Gazetka' }] }));
    await user.click(await findByRole('button', { name: 'Undo' }));
    await findByText(/No longer as that change left them: Gazetka\./);
    expect(queryByText(/Somebody changed/)).toBeNull();
  },
);

test(
  'says of a change without an answer that nobody knows, of one item and of chosen ones, and shows in the list what was changed',
  { tags: ['EDIT-02', 'ux-20', 'ux-22'] },
  async () => {
    let weeks = 0;
    const { item, act, user, findByText, findByRole, getByRole } = await openList(
      () => [row({ publicationEnd: extended[weeks] ?? null })],
      [
        answer(change, () => {
          weeks += 1;
          return lostConnection;
        }),
      ],
    );
    await act('Extend by 7 days');
    await findByText(/nobody knows whether they were changed/);
    await waitFor(() => expect(item()).toHaveTextContent('2087-06-08 12:00'));
    await user.click(getByRole('checkbox', { name: 'Choose: Gazetka' }));
    await user.click(await findByRole('button', { name: 'Change the chosen …' }));
    const dialog = within(await findByRole('dialog'));
    await user.selectOptions(dialog.getByLabelText('What to change'), 'extend');
    await user.click(await dialog.findByRole('button', { name: 'Change 1 item' }));
    await dialog.findByText(/nobody knows whether they were changed/);
    await waitFor(() => expect(item()).toHaveTextContent('2087-06-15 12:00'));
  },
);

test(
  'says of a delete without an answer that nobody knows, shows that the item is gone, and takes another try as done',
  { tags: ['ERR-06', 'ux-20', 'ux-22'] },
  async () => {
    let stored = [row()];
    const { user, findByRole, findByText, getByRole, queryByRole, api } = await openList(
      () => stored,
      [
        answer(contentRoutes.remove, () => {
          stored = [];
          return lostConnection;
        }),
      ],
    );
    await user.click(getByRole('button', { name: 'Delete: Gazetka' }));
    const dialog = within(await findByRole('dialog'));
    const remove = dialog.getByRole('button', { name: 'Delete' });
    await user.click(remove);
    const alert = await dialog.findByRole('alert');
    expect(alert).toHaveTextContent('nobody knows whether it was deleted');
    expect(alert).not.toHaveTextContent('Nothing changed');
    await findByText('Nothing matches the filters');
    api.change(answer(contentRoutes.remove, refuse('not_found')));
    await user.click(remove);
    await waitFor(() => expect(queryByRole('dialog')).toBeNull());
  },
);

test('does not take a 404 of a proxy for a delete', { tags: ['E-11', 'ERR-06'] }, async () => {
  const { user, findByRole, getByRole, api } = await openList(() => [row()], [answer(contentRoutes.remove, proxyPage(404))]);
  await user.click(getByRole('button', { name: 'Delete: Gazetka' }));
  const dialog = within(await findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('It could not be deleted.');
  expect(api.askedOf(contentRoutes.remove)).toHaveLength(1);
});

test('ends a publication by the time of the server, not of the computer', { tags: ['E-05'] }, async () => {
  const { act, findByText, api } = await openList(() => [row()], [answer(change, { items: [{ _id: 'item1', revision: 2 }] })]);
  await act('End publication now');
  await findByText('1 item changed.');
  expect([...api.askedOf(preview), ...api.askedOf(change)].map(({ body }) => body)).toMatchObject([
    { change: { action: 'end', publicationEnd: 'now' } },
    { change: { action: 'end', publicationEnd: 'now' } },
  ]);
});

test('shows how much of a publication is over only where it ends', { tags: ['D-47'] }, async () => {
  const { getAllByRole } = await openList(() => [
    row(),
    row({ _id: 'item2', name: 'Z końcem', publicationEnd: '2086-01-01T00:00:00.000Z' }),
    row({ _id: 'item3', name: 'Bez końca', publicationEnd: null }),
  ]);
  const barsOf = (name: string) => {
    const line = getAllByRole('row').find(({ textContent }) => textContent?.includes(name));
    return line ? within(line).queryAllByRole('img', { name: 'published' }) : [];
  };
  expect(barsOf('Z końcem')).toHaveLength(1);
  expect(barsOf('Bez końca')).toHaveLength(0);
});

test('takes filters of an address that mean nothing for the defaults, and keeps none', { tags: ['EDIT-07', 'A-20'] }, async () => {
  const { findByLabelText, findByRole, user, api } = await openScreen('/content?contentType=gone&published=7&sortField=x', {
    answers: [answer(contentRoutes.list, pageOf([row()])), answer(contentViewRoutes.list, { last: null, views: [] })],
  });
  expect(await findByLabelText('Content type')).toHaveValue('');
  await user.click(await findByRole('button', { name: 'Views' }));
  await waitFor(async () => expect(await findByRole('dialog', { name: 'Saved views' })).toHaveTextContent('Filter or sort the list'));
  const [asked] = api.askedOf(contentRoutes.list);
  expect(['contentType', 'published', 'sortField'].map((name) => asked?.query.get(name))).toEqual([null, null, DEFAULT_CONTENT_SORT]);
});

test('rows that were chosen are chosen no more under another filter', { tags: ['EDIT-02'] }, async () => {
  const { user, getByRole, findByRole, queryByRole, address } = await openList(() => [row()]);
  await user.click(getByRole('checkbox', { name: 'Choose: Gazetka' }));
  await findByRole('button', { name: /^Change the chosen/ });
  await user.click(getByRole('button', { name: /^Clear/ }));
  await waitFor(() => expect(address()).toBe('/content'));
  await waitFor(() => expect(queryByRole('button', { name: /^Change the chosen/ })).toBeNull());
});
