import { contentRoutes } from '@endcap/contract/content';
import { toPage } from '@endcap/contract/core';
import { notificationRoutes } from '@endcap/contract/notifications';
import { StoreGroup, StoreGroupRow, storeGroupRoutes } from '@endcap/contract/store-groups';
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../../../test/open-screen.tsx';
import { sample } from '../../../../test/sample.ts';
import { answer, refuse, type StandIn } from '../../../../test/stand-in-api.ts';

const { details, list, remove, usage } = storeGroupRoutes;
const facts = (n: number) => ({ _id: `group${n}`, name: `Grupa ${n}` });

/** Opens a list of 23 groups from the sidebar; it shrinks as groups are deleted. */
const openList = async (answers: StandIn[]) => {
  let rows = Array.from({ length: 23 }, (_, n) => sample(StoreGroupRow, { ...facts(n + 1), stores: n + 1 }));
  const screen = await openScreen('/store', {
    answers: [
      answer(list, ({ query }) => {
        const page = Number(query.get('page'));
        return query.has('pageSize')
          ? toPage(rows, rows.length, { page, pageSize: 1000 })
          : toPage(rows.slice(20 * (page - 1), 20 * page), rows.length, { page, pageSize: 20 });
      }),
      answer(remove, ({ params }) => {
        rows = rows.filter(({ _id }) => _id !== params['storeGroupId']);
        return undefined;
      }),
      ...answers,
    ],
  });
  await screen.user.click(await screen.findByRole('link', { name: 'Store Groups' }));
  await screen.findByRole('button', { name: 'Delete: Grupa 1' });
  return screen;
};

test(
  'lists groups with the number of their stores, pages in the address, deletes one after a warning, and opens another',
  {
    tags: [
      'NAV-15',
      'GRP-LIST-01',
      'GRP-LIST-02',
      'GRP-LIST-03',
      'GRP-LIST-04',
      'GRP-LIST-05',
      'GRP-LIST-06',
      'GRP-LIST-07',
      'GRP-LIST-08',
      'ERR-06',
    ],
  },
  async () => {
    const { user, address, api, getAllByRole, getByRole, findByRole, queryByRole } = await openList([
      answer(usage, []),
      answer(details, sample(StoreGroup, { ...facts(22), includeStores: [] })),
    ]);
    expect(address()).toBe('/store-group');
    const words = (role: string) => getAllByRole(role).map(({ textContent }) => textContent?.trim());
    expect(words('columnheader')).toEqual(['Name', 'Stores', 'Actions']);
    expect(words('row')[4]).toMatch(/^Grupa 44/);
    expect(words('row')).toHaveLength(21);
    await user.click(getByRole('link', { name: 'Page 2' }));
    await waitFor(() => expect(address()).toBe('/store-group?page=2'));
    await user.click(await findByRole('button', { name: 'Delete: Grupa 23' }));
    const dialog = within(await findByRole('dialog'));
    await dialog.findByText('Nothing uses it.');
    expect(dialog.getByText(/This action is irreversible\./)).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(queryByRole('button', { name: 'Delete: Grupa 23' })).toBeNull());
    expect(api.requestsOf(remove).map(({ params }) => params)).toEqual([{ storeGroupId: 'group23' }]);
    await user.click(getByRole('link', { name: 'Edit: Grupa 22' }));
    await waitFor(() => expect(address()).toBe('/store-group/group22'));
  },
);

test(
  'lists and links what uses the group in the delete dialog, and explains what happens to it',
  { tags: ['D-30', 'D-31', 'ux-19'] },
  async () => {
    const { user, address, findByRole } = await openList([
      answer(usage, [{ kind: 'content', count: 1, items: [{ id: 'banner1', name: 'Bez grupy' }] }]),
      answer(contentRoutes.details, refuse('not_found')),
      answer(contentRoutes.usage, []),
      answer(notificationRoutes.estimate, {}),
    ]);
    await user.click(await findByRole('button', { name: 'Delete: Grupa 1' }));
    const element = await findByRole('dialog');
    const dialog = within(element);
    const way = await dialog.findByRole('link', { name: 'Bez grupy' });
    expect(element).toHaveTextContent('1 content item: Bez grupy');
    expect(element).toHaveTextContent('Where it is excluded, the stores it has now stay excluded.');
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus());
    await user.click(way);
    await waitFor(() => expect(address()).toBe('/content/banner1'));
  },
);
