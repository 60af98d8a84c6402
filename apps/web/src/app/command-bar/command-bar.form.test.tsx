import { popupRoutes } from '@endcap/contract/popups';
import { Found, searchRoutes } from '@endcap/contract/search';
import { StoreGroup, storeGroupRoutes } from '@endcap/contract/store-groups';
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../../test/open-screen.tsx';
import { sample } from '../../../test/sample.ts';
import { pageOf } from '../../../test/shop.ts';
import { answer, lostConnection, type StandIn } from '../../../test/stand-in-api.ts';

const result = (facts: Partial<Found>): Found => sample(Found, { name: null, ...facts });

/** Opens the bar over a list, by its keys. */
const openBar = async (...answers: StandIn[]) => {
  const screen = await openScreen('/store-group', {
    language: 'en',
    answers: [answer(storeGroupRoutes.list, pageOf([])), answer(popupRoutes.list, pageOf([])), ...answers],
  });
  await screen.findByRole('heading', { name: 'Store groups' });
  await screen.user.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('combobox', { name: 'Search or go to' });
  const dialog = field.closest('[role=dialog]') as HTMLElement;
  return {
    ...screen,
    type: (text: string): void => screen.fill(field, text),
    /** The active option, which Enter selects. */
    current: () => dialog.querySelector('[role=option][aria-selected=true]'),
    options: () => [...dialog.querySelectorAll('[role=option]')].map(({ textContent }) => textContent),
    status: () => dialog.querySelector('[role=status]'),
  };
};

test(
  'Enter during a search waits for the results of the typed text, instead of opening a result of an earlier text',
  { tags: ['EDIT-04'] },
  async () => {
    const answered = Promise.withResolvers<void>();
    const { type, user, options, status, address } = await openBar(
      answer(searchRoutes.find, async ({ query }) => {
        const text = query.get('text') ?? '';
        if (text === 'puck') await answered.promise;
        return { items: [result({ kind: 'storeGroup', _id: `group${text}`, label: `Grupa ${text}`, detail: '' })] };
      }),
      answer(storeGroupRoutes.details, sample(StoreGroup, { _id: 'grouppuck', name: 'Grupa puck', includeStores: [] })),
      answer(storeGroupRoutes.usage, []),
    );
    type('hel');
    await waitFor(() => expect(options()).toEqual(['Grupa hel']));
    type('puck');
    await user.keyboard('{Enter}');
    expect(status()).toHaveTextContent('Searching …');
    expect(address()).toBe('/store-group');
    answered.resolve();
    await waitFor(() => expect(address()).toBe('/store-group/grouppuck'));
  },
);

test('lists what the person opened last, not what somebody else opened in this browser', { tags: ['EDIT-04'] }, async () => {
  const { user, findByRole, queryByRole } = await openBar();
  const recent = () => queryByRole('group', { name: 'Recently opened' });
  const reopenAfter = async (person: string): Promise<void> => {
    await user.keyboard('{Escape}');
    await waitFor(() => expect(queryByRole('combobox', { name: 'Search or go to' })).toBeNull());
    const item = { kind: 'popup', _id: 'popup1', label: `Popup of ${person}`, name: null, detail: '' };
    localStorage.setItem('endcap.opened', JSON.stringify({ person, items: [item] }));
    dispatchEvent(new StorageEvent('storage', { key: 'endcap.opened' }));
    await user.keyboard('{Control>}k{/Control}');
    await findByRole('combobox', { name: 'Search or go to' });
  };
  await reopenAfter('admin');
  expect(recent()).toHaveTextContent('Popup of admin');
  await reopenAfter('ola');
  expect(recent()).toBeNull();
});

test('prefers a screen to other results with the same name', { tags: ['EDIT-04'] }, async () => {
  const { type, user, options, current, address } = await openBar(
    answer(searchRoutes.find, { items: [result({ kind: 'store', _id: 'store1', label: 'Popup', detail: 'ul. Testowa 1' })] }),
  );
  type('popup');
  await waitFor(() => expect(options()).toContain('Popupul. Testowa 1'));
  expect(current()).toHaveTextContent(/^Popup$/);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(address()).toBe('/popup'));
});

test('says that nothing was found, or that the search failed while screens and actions still work', { tags: ['EDIT-04'] }, async () => {
  const { type, options, status, api } = await openBar(answer(searchRoutes.find, { items: [] }));
  type('qqqq');
  await waitFor(() => expect(status()).toHaveTextContent('Nothing found.'));
  api.change(answer(searchRoutes.find, lostConnection));
  type('popup');
  await waitFor(() => expect(status()).toHaveTextContent('The search failed. Screens and actions still work.'));
  expect(options()).toEqual(['Popup', 'New popup']);
});
