import { toPage } from '@endcap/contract/core';
import { Popup, PopupRow, popupRoutes } from '@endcap/contract/popups';
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../../../test/open-screen.tsx';
import { sample } from '../../../../test/sample.ts';
import { answer } from '../../../../test/stand-in-api.ts';

const { details, list, remove } = popupRoutes;
const facts = (n: number) => ({ _id: `popup${n}`, name: `Okno ${n}`, repeat: n });

/** Opens a list of 23 popups, which shrinks as popups are deleted. */
const openList = async () => {
  let rows = Array.from({ length: 23 }, (_, n) => sample(PopupRow, facts(23 - n)));
  const screen = await openScreen('/store', {
    answers: [
      answer(list, ({ query }) => {
        const page = Number(query.get('page'));
        return toPage(rows.slice(20 * (page - 1), 20 * page), rows.length, { page, pageSize: 20 });
      }),
      answer(remove, ({ params }) => {
        rows = rows.filter(({ _id }) => _id !== params['popupId']);
        return undefined;
      }),
      answer(details, sample(Popup, facts(22))),
    ],
  });
  return { ...screen, sorts: () => screen.api.requestsOf(list).map(({ query }) => [query.get('page'), query.get('sortField')]) };
};

test(
  'lists popups the newest first, sorts them by name in both directions, and keeps page and order in the address',
  {
    tags: [
      'NAV-21',
      'POPUP-LIST-01',
      'POPUP-LIST-02',
      'POPUP-LIST-03',
      'POPUP-LIST-04',
      'POPUP-LIST-05',
      'POPUP-LIST-06',
      'POPUP-LIST-07',
      'NAV-30',
      'NAV-31',
      'NAV-32',
    ],
  },
  async () => {
    const { findByRole, getAllByRole, getByRole, user, address, sorts } = await openList();
    await user.click(await findByRole('link', { name: 'Popup' }));
    await findByRole('button', { name: 'Delete: Okno 23' });
    expect(address()).toBe('/popup');
    expect(getAllByRole('columnheader').map(({ textContent }) => textContent?.trim())).toEqual([
      'Name',
      'App version',
      'Repeat',
      'Created',
      'Actions',
    ]);
    expect(new Set(sorts().map(String))).toEqual(new Set(['1,-createdDate']));
    // U2: a number with its unit.
    const repeats = [...document.querySelectorAll('td[data-label="Repeat"]')].map(({ textContent }) => textContent);
    expect([repeats[0], repeats.length]).toEqual(['23 times', 20]);
    await user.click(getByRole('link', { name: 'Page 2' }));
    await waitFor(() => expect(address()).toBe('/popup?page=2'));
    await findByRole('link', { name: 'Okno 1' });
    for (const [there, sort] of [
      ['/popup?sortField=name', 'name'],
      ['/popup?sortField=-name', '-name'],
    ]) {
      await user.click(getByRole('button', { name: 'Name' }));
      await waitFor(() => expect(address()).toBe(there));
      await waitFor(() => expect(sorts().at(-1)).toEqual(['1', sort]));
    }
  },
);

test('deletes a popup after a warning, and opens one', { tags: ['POPUP-LIST-08', 'POPUP-LIST-09'] }, async () => {
  const { findByRole, getByRole, queryByRole, user, address, api } = await openList();
  await user.click(await findByRole('link', { name: 'Popup' }));
  await user.click(await findByRole('button', { name: 'Delete: Okno 23' }));
  const dialog = within(await findByRole('dialog'));
  await dialog.findByText(/This action is irreversible\./);
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(queryByRole('button', { name: 'Delete: Okno 23' })).toBeNull());
  expect(api.requestsOf(remove).map(({ params }) => params)).toEqual([{ popupId: 'popup23' }]);
  await user.click(getByRole('link', { name: 'Edit: Okno 22' }));
  await waitFor(() => expect(address()).toBe('/popup/popup22'));
});
