import { threadRoutes } from '@endcap/contract/assistant';
import { customerRoutes } from '@endcap/contract/customers';
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../../test/open-screen.tsx';
import { pageOf } from '../../../test/shop.ts';
import { answer, lostConnection, refuse } from '../../../test/stand-in-api.ts';

const { erase, kept } = customerRoutes;
const something = { devices: 1, threads: 1, messages: 2, receipts: 0, showings: 0 };
const nothing = { devices: 0, threads: 0, messages: 0, receipts: 0, showings: 0 };

/** Opens the question of a thread's page about its customer. `isErased`: whether the server has erased them. */
const openQuestion = async (isErased: () => boolean) => {
  const screen = await openScreen('/thread/thread_a', {
    language: 'en',
    answers: [
      answer(threadRoutes.list, pageOf([])),
      answer(threadRoutes.details, { threadId: 'thread_a', userId: 'klient-1', messages: [] }),
      answer(kept, () => (isErased() ? { kept: nothing, erasedAt: '2026-10-22T08:00:00.000Z' } : { kept: something, erasedAt: null })),
    ],
  });
  const { findByRole, user } = screen;
  await user.click(await findByRole('button', { name: 'Erase customer data …' }));
  const dialog = within(await findByRole('dialog'));
  await dialog.findByText('Data of klient-1 that will be erased:');
  return { ...screen, dialog, confirm: () => user.click(dialog.getByRole('button', { name: 'Erase' })) };
};

test('reports that not everything could be erased, and erases on the next try', { tags: ['D-27'] }, async () => {
  const { api, dialog, confirm, address } = await openQuestion(() => false);
  api.change(answer(erase, refuse('too_many_requests')));
  await confirm();
  expect(await dialog.findByRole('alert')).toHaveTextContent('Not everything could be erased.');
  api.change(answer(erase, { erased: something }));
  await confirm();
  await waitFor(() => expect(address()).toBe('/threads'));
  expect(api.requestsOf(erase).map(({ body }) => body)).toEqual([{ userId: 'klient-1' }, { userId: 'klient-1' }]);
});

test(
  'reports an erasure with an unknown outcome, and reloads which data of the customer is still stored',
  { tags: ['D-27', 'ux-20', 'ux-22'] },
  async () => {
    let isErased = false;
    const { api, dialog, confirm, user, queryByRole } = await openQuestion(() => isErased);
    api.change(answer(erase, lostConnection));
    await confirm();
    const alert = await dialog.findByRole('alert');
    expect(alert).toHaveTextContent('The server did not confirm whether everything was erased.');
    expect(alert).not.toHaveTextContent('Not everything');
    await waitFor(() => expect(api.requestsOf(kept)).toHaveLength(2));
    expect(dialog.getByText('Data of klient-1 that will be erased:')).toBeInTheDocument();
    api.change(
      answer(erase, () => {
        isErased = true;
        return lostConnection;
      }),
    );
    await confirm();
    await dialog.findByText('No data is stored about klient-1.');
    await dialog.findByText(/This customer was erased before:/);
    expect(dialog.queryByRole('alert')).toBeNull();
    const close = dialog.getAllByRole('button', { name: 'Close' }).at(-1);
    if (close) await user.click(close);
    await waitFor(() => expect(queryByRole('dialog')).toBeNull());
  },
);

test(
  'finds a customer by the typed id, rejects an invalid id, and does not offer to erase an erased customer again',
  { tags: ['D-27'] },
  async () => {
    let isErased = false;
    const { findByRole, findByText, findByLabelText, getByRole, queryByRole, queryByText, user, fill, api } = await openScreen('/threads', {
      language: 'pl',
      answers: [
        answer(threadRoutes.list, pageOf([])),
        answer(kept, () =>
          isErased ? { kept: nothing, erasedAt: '2026-10-22T08:00:00.000Z' } : { kept: { ...nothing, devices: 1 }, erasedAt: null },
        ),
        answer(erase, () => {
          isErased = true;
          return { erased: { ...nothing, devices: 1 } };
        }),
      ],
    });
    const open = await findByRole('button', { name: 'Usuń dane klienta …' });
    await user.click(open);
    fill(await findByLabelText('Identyfikator klienta'), 'ż ż');
    await user.keyboard('{Enter}');
    await findByText('Od 1 do 200 znaków bez spacji i polskich liter.');
    expect(api.requestsOf(kept)).toEqual([]);
    fill(await findByLabelText('Identyfikator klienta'), ' Zz-1 ');
    await user.keyboard('{Enter}');
    await findByText('1 urządzenie z adresem powiadomień i wybranymi sklepami');
    await user.click(getByRole('button', { name: 'Usuń dane' }));
    await findByText('Dane klienta usunięte');
    await waitFor(() => expect(queryByRole('dialog')).toBeNull());
    expect(api.requestsOf(erase)[0]?.body).toEqual({ userId: 'Zz-1' });

    await user.click(open);
    fill(await findByLabelText('Identyfikator klienta'), 'Zz-1');
    await user.click(getByRole('button', { name: 'Sprawdź' }));
    await findByText('Nie ma żadnych danych klienta Zz-1.');
    await findByText(/Dane tego klienta usunięto już raz: \d{4}-\d{2}-\d{2}/);
    expect(queryByRole('button', { name: 'Usuń dane' })).toBeNull();
    expect(queryByText('Tej czynności nie można cofnąć.')).toBeNull();
  },
);
