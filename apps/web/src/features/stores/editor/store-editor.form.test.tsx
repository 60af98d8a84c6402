import { storeRoutes } from '@endcap/contract/stores';
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../../../test/open-screen.tsx';
import { answer, lostConnection, refuse, type StandIn } from '../../../../test/stand-in-api.ts';

const { create, details, usage } = storeRoutes;
const values = {
  Name: 'Koszyk Hel Portowa',
  Street: 'ul. Portowa 5',
  'Zip code': '84-150',
  City: 'Hel',
  Latitude: '54,6082',
  Longitude: '18.8013',
  'Opening hours': 'pon.–sob. 6–22\nniedz. 9–20',
};

const openNew = async (answers: StandIn[] = []) => {
  const screen = await openScreen('/store/new', { answers });
  await screen.findField('Name');
  return {
    ...screen,
    write: (): void => {
      for (const [label, value] of Object.entries(values)) screen.fill(screen.field(label), value);
    },
    save: () => screen.getByRole('button', { name: 'Save' }),
  };
};

test(
  'counts what a new store lacks, leads to it, and refuses a number, coordinates or a slug that are none',
  {
    tags: [
      'STORE-EDIT-01',
      'STORE-EDIT-02',
      'STORE-EDIT-03',
      'STORE-EDIT-04',
      'STORE-EDIT-05',
      'STORE-EDIT-06',
      'STORE-EDIT-07',
      'STORE-EDIT-08',
      'STORE-EDIT-09',
      'STORE-EDIT-10',
      'STORE-EDIT-11',
      'STORE-EDIT-12',
      'STORE-EDIT-13',
      'STORE-EDIT-14',
      'STORE-EDIT-15',
      'ux-10',
    ],
  },
  async () => {
    const { save, button, user, field, fill, getAllByText, write, getByRole, findByRole } = await openNew();
    expect(getByRole('radio', { name: 'Contact' })).toBeChecked();
    expect(save()).toBeDisabled();
    await user.click(button('7 fields left to fill in'));
    expect(field('Name')).toHaveFocus();
    expect(getAllByText('This field is required')).toHaveLength(7);
    write();
    await waitFor(() => expect(save()).toBeEnabled());
    for (const [label, wrong, right] of [
      ['Store number', '12a', '0417'],
      ['Latitude', '95', '54,6082'],
      ['Longitude', 'abc', '18,8013'],
      ['E-commerce slug', 'Żółw', 'koszyk-hel'],
    ] as const) {
      fill(field(label), wrong);
      await waitFor(() => expect(field(label)).toBeInvalid());
      expect(save()).toBeDisabled();
      fill(field(label), right);
      await waitFor(() => expect(field(label)).toBeValid());
      expect(save()).toBeEnabled();
    }
    expect(await findByRole('figure', { name: /^The store in the app/ })).toHaveTextContent('Koszyk Hel Portowaul. Portowa 5, 84-150 Hel');
  },
);

test(
  'asks about coordinates that are swapped or outside Poland, and names the store that has a number already',
  { tags: ['STORE-EDIT-21', 'A-69', 'A-71'] },
  async () => {
    const { field, fill, findByText } = await openNew();
    fill(field('Latitude'), '21,01');
    fill(field('Longitude'), '52,22');
    await findByText(/Are latitude and longitude swapped\?$/);
    fill(field('Latitude'), '48,85');
    fill(field('Longitude'), '2,35');
    await findByText('These coordinates lie outside Poland. Is that meant?');
    fill(field('Store number'), '0101');
    await findByText('This number belongs to: Koszyk Warszawa Marszałkowska, Warszawa');
  },
);

test(
  'keeps everything after a failed save and says what failed; problems of the server stand at their fields, and two presses save once',
  { tags: ['STORE-EDIT-23', 'A-104', 'ux-10'] },
  async () => {
    const { write, save, user, field, fill, api, findByRole, findByText, getByRole, address } = await openNew([
      answer(create, lostConnection),
    ]);
    write();
    await waitFor(() => expect(save()).toBeEnabled());
    await user.click(save());
    expect(await findByRole('alert')).toHaveTextContent('The server cannot be reached');
    expect(field('City')).toHaveValue('Hel');
    api.change(answer(create, refuse('internal', { requestId: 'req77' })));
    await user.click(save());
    await waitFor(() => expect(getByRole('alert')).toHaveTextContent('req77'));
    api.change(answer(create, refuse('invalid', { fields: { city: ['tooLong'] } })));
    await user.click(save());
    await findByText(/^The text is too long/);
    await waitFor(() => expect(field('City')).toHaveFocus());
    expect(save()).toBeDisabled();
    const saves = api.askedOf(create).length;
    api.change(answer(create, { _id: 'made1', name: 'Koszyk Hel Portowa' }));
    fill(field('City'), 'Hel ');
    await waitFor(() => expect(save()).toBeEnabled());
    await user.dblClick(save());
    await waitFor(() => expect(address()).toBe('/store'));
    expect(api.askedOf(create)).toHaveLength(saves + 1);
  },
);

test.each(['nosuchstore', 'NO-SUCH_id'])('says that there is no store %s, and leads back to the list', { tags: ['NAV-33'] }, async (id) => {
  const { findByRole, getAllByRole, user, address } = await openScreen(`/store/${id}`, {
    answers: [answer(details, refuse('not_found')), answer(usage, [])],
  });
  await findByRole('heading', { name: 'Not found' });
  const back = getAllByRole('link', { name: 'Stores' }).at(-1);
  if (back) await user.click(back);
  await waitFor(() => expect(address()).toBe('/store'));
});
