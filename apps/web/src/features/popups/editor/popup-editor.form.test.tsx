import { unnamedOf } from '@endcap/contract/core';
import { Popup, popupFields, popupRoutes } from '@endcap/contract/popups';
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
