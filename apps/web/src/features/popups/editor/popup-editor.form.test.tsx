import { toPage, unnamedOf } from '@endcap/contract/core';
import { Popup, popupFields, PopupRow, popupRoutes } from '@endcap/contract/popups';
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { keptItem } from '../../../../test/kept-item.ts';
import { openScreen } from '../../../../test/open-screen.tsx';
import { sample } from '../../../../test/sample.ts';
import { pageOf } from '../../../../test/shop.ts';
import { answer } from '../../../../test/stand-in-api.ts';

test(
  'asks about nothing that is stored already when a change whose answer was lost is tried again',
  { tags: ['ERR-08', 'A-106', 'ux-22'] },
  async () => {
    const kept = keptItem(
      popupRoutes,
      sample(Popup, { ...unnamedOf(popupFields), _id: 'popup1', name: 'Okno zmienione po cichu', text: 'Dzień **dobry**' }),
    );
    const { findField, fill, user, getByRole, findByRole, queryByRole, address } = await openScreen('/popup/popup1', {
      answers: [...kept.answers, answer(popupRoutes.list, pageOf([]))],
    });
    fill(await findField('Repeat'), '7');
    kept.loseAnswer();
    await user.click(getByRole('button', { name: 'Save' }));
    const alert = await findByRole('alert');
    expect(alert).toHaveTextContent('Nobody knows whether it was saved. Trying again is safe');
    expect(alert.querySelector('a')).toBeNull();
    await waitFor(() => expect(getByRole('button', { name: 'Try again' })).toHaveFocus());
    await user.keyboard('{Enter}');
    await waitFor(() => expect(address()).toBe('/popup'));
    expect(queryByRole('dialog')).toBeNull();
    expect(kept.stored()).toMatchObject({ name: 'Okno zmienione po cichu', repeat: 7 });
  },
);

test('leads by Back to the page and order of the list, with the row marked and focused', { tags: ['D-45', 'ux-16'] }, async () => {
  const row = sample(PopupRow, { _id: 'popup1', name: 'Okno powrotu' });
  const { findByRole, getAllByRole, user, address } = await openScreen('/popup?page=2&sortField=-name', {
    answers: [
      // A page that does not exist would leave the address.
      answer(popupRoutes.list, toPage([row], 21, { page: 2, pageSize: 20 })),
      answer(popupRoutes.details, { _id: 'popup1', name: 'Okno powrotu' }),
    ],
  });
  await user.click(await findByRole('link', { name: 'Okno powrotu' }));
  await waitFor(() => expect(address()).toBe('/popup/popup1'));
  await findByRole('heading', { level: 1, name: 'Okno powrotu' });
  const back = getAllByRole('link', { name: 'Back' }).at(-1);
  if (back) await user.click(back);
  await waitFor(() => expect(address()).toBe('/popup?page=2&sortField=-name'));
  const link = await findByRole('link', { name: 'Okno powrotu' });
  await waitFor(() => expect(link).toHaveFocus());
  expect(link.closest('tr')).toHaveAttribute('data-marked');
});
