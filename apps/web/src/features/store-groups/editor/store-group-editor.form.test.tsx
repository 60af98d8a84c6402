import type { Usage } from '@endcap/contract/core';
import { notificationRoutes } from '@endcap/contract/notifications';
import { StoreGroup, StoreGroupRow, storeGroupRoutes } from '@endcap/contract/store-groups';
import { StoreRow, storeRoutes } from '@endcap/contract/stores';
import { act, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { selectedStore } from '../../../lib/selected-store.ts';
import { storedItem } from '../../../../test/stored-item.ts';
import { openScreen } from '../../../../test/open-screen.tsx';
import { sample } from '../../../../test/sample.ts';
import { pageOf, stores } from '../../../../test/shop.ts';
import { answer, lostConnection, refuse, type StandIn } from '../../../../test/stand-in-api.ts';

const groups = answer(storeGroupRoutes.list, pageOf([sample(StoreGroupRow, { _id: 'group1', name: 'Warszawa', includeStores: [] })]));
const openNew = (answers: StandIn[] = []) =>
  openScreen('/store-group/new', { answers: [groups, answer(notificationRoutes.estimate, {}), ...answers] });

test('warns that a group of this name already exists', { tags: ['GRP-EDIT-01'] }, async () => {
  const { findField, fill, findByText } = await openNew();
  fill(await findField('Name'), 'Warszawa');
  await findByText('There is a group of this name already.');
});

test('shows Not found for an unknown group id', { tags: ['NAV-33'] }, async () => {
  const { findByRole } = await openScreen('/store-group/nosuchgroup', {
    answers: [groups, answer(storeGroupRoutes.details, refuse('not_found')), answer(storeGroupRoutes.usage, [])],
  });
  await findByRole('heading', { name: 'Not found' });
});

test('adds store numbers that were pasted before the stores had loaded', { tags: ['ux-15'] }, async () => {
  const loading = Promise.withResolvers<void>();
  const { findByRole, user, findByText } = await openNew([
    answer(storeRoutes.list, async () => {
      await loading.promise;
      return pageOf(stores);
    }),
  ]);
  const picker = await findByRole('combobox', { name: /^Stores/ });
  await user.click(picker);
  await user.paste('139 101');
  expect(picker).toHaveValue('');
  loading.resolve();
  await findByText(/added\./);
  await findByText('Chosen: 2');
});

test(
  'shows what uses a group, and how many phones its stores reach as they are chosen now',
  { tags: ['G1', 'G2', 'ux-2', 'ux-19'] },
  async () => {
    const kept = storedItem(storeGroupRoutes, sample(StoreGroup, { _id: 'group1', name: 'Warszawa', includeStores: ['store101'] }));
    let used: Usage[] = [];
    const answers = [
      groups,
      ...kept.answers,
      answer(storeGroupRoutes.usage, () => used),
      answer(notificationRoutes.estimate, ({ body, headers }) => {
        const { includeStoreType, includeStores } = body as { includeStoreType: string; includeStores: string[] };
        // The audience of a selected store is that store's alone.
        if (headers.get('x-store-id')) return { devices: 7, stores: 1, everyone: false, total: null };
        return includeStoreType === '' ? { devices: 1_000 * includeStores.length, stores: 1, everyone: false, total: 9_000 } : {};
      }),
    ];
    const { findByRole, getByRole, pick, unmount } = await openScreen('/store-group/group1', { answers });
    const facts = await findByRole('region', { name: 'About the group' });
    await waitFor(() => expect(facts).toHaveTextContent('would be sent to 1,000 devices now'));
    await waitFor(() => expect(facts).toHaveTextContent('Nothing uses it.'));
    await pick(getByRole('combobox', { name: 'Stores of the group' }), '104');
    await waitFor(() => expect(facts).toHaveTextContent('would be sent to 2,000 devices now'));
    // Selected and cleared on another screen.
    act(() => selectedStore.set('store104'));
    await waitFor(() => expect(facts).not.toHaveTextContent('devices now'));
    act(() => selectedStore.set(null));
    await waitFor(() => expect(facts).toHaveTextContent('would be sent to 2,000 devices now'));
    unmount();
    used = [{ kind: 'content', count: 1, items: [{ id: 'item1', name: 'Dla zasięgu' }] }];
    const second = await openScreen('/store-group/group1', { answers });
    const again = within(await second.findByRole('region', { name: 'About the group' }));
    expect(await again.findByRole('link', { name: 'Dla zasięgu' })).toHaveAttribute('href', '/content/item1');
  },
);

test(
  'takes a deleted store out of a group, keeps a change through a lost connection, merges it with a change of another person, and empties the group',
  { tags: ['GRP-EDIT-06', 'GRP-EDIT-07', 'GRP-EDIT-09', 'GRP-EDIT-10', 'GRP-EDIT-11', 'A-72', 'A-106'] },
  async () => {
    const kept = storedItem(
      storeGroupRoutes,
      sample(StoreGroup, { _id: 'group1', name: 'Edytowana', includeStores: ['store101', 'gone'] }),
    );
    const answers = [groups, ...kept.answers, answer(storeGroupRoutes.usage, []), answer(notificationRoutes.estimate, {})];
    const first = await openScreen('/store-group/group1', { answers });
    const { findByRole, findAllByRole, getByRole, user, pick, api, address } = first;
    expect(await findAllByRole('button', { name: /^Remove: / })).toHaveLength(2);
    await user.click(await findByRole('button', { name: 'Remove: Deleted store' }));
    await pick(getByRole('combobox', { name: 'Stores of the group' }), '104');
    await user.keyboard('{Escape}');
    kept.changeBehind({ includeStores: ['store101', 'gone', 'store139'] });
    api.change(answer(storeGroupRoutes.change, lostConnection));
    await user.click(getByRole('button', { name: 'Save' }));
    expect(await findByRole('alert')).toHaveTextContent('The server cannot be reached');
    for (const one of kept.answers) api.change(one);
    await user.click(getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(address()).toBe('/store-group'));
    expect(kept.stored().includeStores.toSorted()).toEqual(['store101', 'store104', 'store139']);
    first.unmount();
    const second = await openScreen('/store-group/group1', { answers });
    await second.user.click(await second.findByRole('button', { name: 'Clear' }));
    await second.findByText('A group without stores reaches nobody.');
    await second.user.click(second.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(second.address()).toBe('/store-group'));
    expect(second.api.requestsOf(storeGroupRoutes.change).at(-1)?.body).toEqual({ includeStores: [] });
    expect(kept.stored().includeStores).toEqual([]);
  },
);

test(
  'hides the report of a paste after the next change of any kind, and copies unknown numbers',
  { tags: ['D14a', 'D14b', 'D15b', 'D15c', 'ux-15'] },
  async () => {
    const { findByRole, findByText, user, queryByText, queryByRole } = await openNew();
    const picker = await findByRole('combobox', { name: /^Stores/ });
    const paste = async (text: string): Promise<void> => {
      await user.click(picker);
      await user.paste(text);
      await findByText(/added\./);
    };
    const gone = () => waitFor(() => expect(queryByText(/added\./)).toBeNull());
    await paste('139 101 0417 0931');
    await user.click(await findByRole('button', { name: 'Copy unknown' }));
    await findByRole('button', { name: 'Copied' });
    expect(await navigator.clipboard.readText()).toBe('0417\n0931');
    await user.click(await findByRole('button', { name: /^Remove: 139 · / }));
    await gone();
    expect(queryByRole('button', { name: 'Copy unknown' })).toBeNull();
    await paste('139 0417 101');
    await user.click(picker);
    await user.keyboard('{Backspace}');
    await gone();
    await paste('139 0417 101');
    await user.click(await findByRole('button', { name: 'Clear' }));
    await gone();
  },
);

test(
  'shows more than a dozen chosen stores by their numbers, twelve at first, and finds one of them',
  { tags: ['D15b', 'D15c', 'ux-15'] },
  async () => {
    const many = Array.from({ length: 20 }, (_, at) =>
      sample(StoreRow, {
        _id: `store${101 + at}`,
        storeNo: 101 + at,
        name: `Koszyk ${101 + at}`,
        city: 'Hel',
        street: `ul. Portowa ${at}`,
      }),
    );
    const { findByRole, findByText, getAllByRole, user, fill } = await openNew([answer(storeRoutes.list, pageOf(many))]);
    await user.click(await findByRole('combobox', { name: /^Stores/ }));
    await user.paste(['0417', ...Array.from({ length: 20 }, (_, at) => String(120 - at))].join('\n'));
    const names = () => getAllByRole('button', { name: /^Remove: / }).map((one) => one.getAttribute('aria-label'));
    await waitFor(() => expect(names()).toHaveLength(12));
    expect(names()[0]).toMatch(/^Remove: 101 · /);
    const search = await findByRole('textbox', { name: 'Search the chosen: Stores of the group' });
    fill(search, '118');
    await waitFor(() => expect(names()).toEqual([expect.stringMatching(/^Remove: 118 · Hel, Portowa/)]));
    await findByText('1 of 20 chosen found');
    fill(search, '');
    await user.click(await findByRole('button', { name: 'Show all (20)' }));
    await waitFor(() => expect(names()).toHaveLength(20));
  },
);

test(
  'keeps offering every draft while typing, after a reload and after saving, until it is restored or discarded',
  { tags: ['ux-9'] },
  async () => {
    const answers = [
      groups,
      answer(notificationRoutes.estimate, {}),
      answer(storeGroupRoutes.create, ({ body }) => ({ _id: 'made1', ...(body as object) })),
    ];
    const open = async () => {
      const screen = await openScreen('/store-group/new', { answers, reloaded: true });
      await screen.findField('Name');
      return {
        ...screen,
        offered: () => screen.findByRole('button', { name: 'Restore' }),
        restore: async () => screen.user.click(await screen.findByRole('button', { name: 'Restore' })),
        nothingOffered: () => expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull(),
        save: async (): Promise<void> => {
          await screen.user.click(screen.getByRole('button', { name: 'Save' }));
          await waitFor(() => expect(screen.address()).toBe('/store-group'));
          screen.unmount();
        },
      };
    };
    localStorage.clear();
    for (const [text, others] of [
      ['Wieczorna', 0],
      ['Poranna', 1],
    ] as const) {
      const crashing = await open();
      if (others > 0) await crashing.offered();
      crashing.fill(crashing.field('Name'), text);
      await crashing.findByText(/Draft kept at \d\d:\d\d/);
      crashing.unmount();
    }
    const first = await open();
    // The newest comes first; the other stays on offer.
    await first.restore();
    expect(first.field('Name')).toHaveValue('Poranna');
    await first.offered();
    await first.save();

    const second = await open();
    second.fill(second.field('Name'), 'Zaczęta');
    await second.restore();
    expect(second.field('Name')).toHaveValue('Wieczorna');
    // The value that it replaced is offered as well.
    await second.restore();
    expect(second.field('Name')).toHaveValue('Zaczęta');
    await second.restore();
    expect(second.field('Name')).toHaveValue('Wieczorna');
    await second.user.click(await second.findByRole('button', { name: 'Discard' }));
    await waitFor(second.nothingOffered);
    await second.save();
    const names = [first, second].flatMap(({ api }) => api.requestsOf(storeGroupRoutes.create).map(({ body }) => body));
    expect(names).toMatchObject([{ name: 'Poranna' }, { name: 'Wieczorna' }]);
    const third = await open();
    await third.findByText('A group without stores reaches nobody.');
    third.nothingOffered();
  },
);
