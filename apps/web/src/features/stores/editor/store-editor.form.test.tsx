import { unnamedOf } from '@endcap/contract/core';
import { Store, storeFields, StoreRow, storeRoutes } from '@endcap/contract/stores';
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { storedItem } from '../../../../test/stored-item.ts';
import { openScreen } from '../../../../test/open-screen.tsx';
import { sample } from '../../../../test/sample.ts';
import { pageOf } from '../../../../test/shop.ts';
import { answer, lostConnection, refuse, type StandIn } from '../../../../test/stand-in-api.ts';

const { change, create, details, usage } = storeRoutes;
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
  'counts the missing fields of a new store, jumps to them, and rejects an invalid number, coordinates or slug',
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
  'warns about coordinates that are swapped or outside Poland, and names the store that already has the number',
  { tags: ['STORE-EDIT-21', 'A-69', 'A-71'] },
  async () => {
    const { field, fill, findByText } = await openNew();
    fill(field('Latitude'), '21,01');
    fill(field('Longitude'), '52,22');
    await findByText(/Are latitude and longitude swapped\?$/);
    fill(field('Latitude'), '48,85');
    fill(field('Longitude'), '2,35');
    await findByText('These coordinates lie outside Poland. Are you sure?');
    fill(field('Store number'), '0101');
    await findByText('This number belongs to: Koszyk Warszawa Marszałkowska');
  },
);

test(
  'keeps everything after a failed save, shows the cause and errors at their fields, and saves once on a double click',
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
    const saves = api.requestsOf(create).length;
    api.change(answer(create, { _id: 'made1', name: 'Koszyk Hel Portowa' }));
    fill(field('City'), 'Hel ');
    await waitFor(() => expect(save()).toBeEnabled());
    await user.dblClick(save());
    await waitFor(() => expect(address()).toBe('/store'));
    expect(api.requestsOf(create)).toHaveLength(saves + 1);
  },
);

test(
  'takes both coordinates that are pasted into one of their fields, and one of them as text; no map without a tile server',
  { tags: ['O6'] },
  async () => {
    const { field, user, queryByRole } = await openNew();
    await user.click(field('Longitude'));
    await user.paste('52.2297, 21.0122');
    await waitFor(() => expect(field('Latitude')).toHaveValue('52.2297'));
    expect(field('Longitude')).toHaveValue('21.0122');
    await user.clear(field('Latitude'));
    await user.paste('50,06');
    expect(field('Latitude')).toHaveValue('50,06');
    expect(field('Longitude')).toHaveValue('21.0122');
    expect(queryByRole('figure', { name: 'Location on the map' })).toBeNull();
  },
);

/** Opens a store that other people can change during the test. */
const openStored = async () => {
  const kept = storedItem(
    storeRoutes,
    sample(Store, {
      ...unnamedOf(storeFields),
      _id: 'store9',
      name: 'Koszyk Hel',
      street: 'ul. Testowa 1',
      zipCode: '84-150',
      city: 'Hel',
      latitude: 54.6,
      longitude: 18.8,
      openingHours: '6–22',
      phone: '1',
    }),
  );
  const screen = await openScreen('/store/store9', { answers: [...kept.answers, answer(usage, [])] });
  await screen.findField('Name');
  const changes = () => screen.api.requestsOf(change);
  return {
    ...screen,
    kept,
    changes,
    save: () => screen.getByRole('button', { name: 'Save' }),
    pressSaveKey: () => screen.user.keyboard('{Control>}s{/Control}'),
    /** Starts a save that gets no response until the returned function is called. */
    beginSave: async (begin: () => Promise<void>): Promise<() => void> => {
      const before = changes().length;
      const release = kept.blockChanges();
      await begin();
      await waitFor(() => expect(changes()).toHaveLength(before + 1));
      return release;
    },
    question: async () => {
      const element = await screen.findByRole('dialog', { name: 'Somebody else changed this too' });
      const dialog = within(element);
      return {
        ...dialog,
        element,
        choose: (label: string, version: string) =>
          screen.user.click(within(dialog.getByRole('radiogroup', { name: label })).getByRole('radio', { name: version })),
        saveChosen: () => screen.user.click(dialog.getByRole('button', { name: 'Save what is chosen' })),
      };
    },
  };
};

test(
  'keeps edits made during a save that meets a conflict, includes them in the dialog, and stores the choices',
  { tags: ['A-106', 'ux-9', 'ux-11'] },
  async () => {
    const { field, fill, kept, beginSave, pressSaveKey, question, findByText } = await openStored();
    fill(field('Phone'), 'moje');
    kept.changeBehind({ phone: 'ich', city: 'Ich' });
    const release = await beginSave(pressSaveKey);
    fill(field('Street'), 'ul. W drodze 1');
    fill(field('City'), 'Moje');
    release();
    const { choose, saveChosen } = await question();
    await choose('Phone', 'Saved version');
    // City was typed after the save had begun.
    await choose('City', 'My version');
    await saveChosen();
    await findByText(/Saved at/);
    expect(field('Street')).toHaveValue('ul. W drodze 1');
    expect(field('Phone')).toHaveValue('ich');
    expect(kept.stored()).toMatchObject({ phone: 'ich', city: 'Moje', street: 'ul. W drodze 1' });
  },
);

test(
  'keeps an invalid value typed during a save besides the choices, and saves nothing until it is valid',
  { tags: ['A-106', 'ux-10', 'ux-11'] },
  async () => {
    const { field, fill, kept, save, user, beginSave, pressSaveKey, question, queryByRole, address } = await openStored();
    fill(field('Phone'), 'moje');
    kept.changeBehind({ phone: 'ich' });
    const release = await beginSave(pressSaveKey);
    fill(field('Latitude'), '95');
    release();
    const { choose, saveChosen } = await question();
    await choose('Phone', 'My version');
    await saveChosen();
    await waitFor(() => expect(queryByRole('dialog', { name: 'Somebody else changed this too' })).toBeNull());
    expect(field('Latitude')).toHaveValue('95');
    await waitFor(() => expect(field('Latitude')).toBeInvalid());
    expect(save()).toBeDisabled();
    expect(kept.stored()).toMatchObject({ phone: 'ich' });
    fill(field('Latitude'), '54,5');
    await waitFor(() => expect(save()).toBeEnabled());
    // The conflict is not shown again.
    await user.click(save());
    await waitFor(() => expect(address()).toBe('/store'));
    expect(kept.stored()).toMatchObject({ phone: 'moje', latitude: 54.5 });
  },
);

test(
  'shows a conflict on the next save for a field edited while a save was merging it with a change of someone else',
  { tags: ['A-106', 'ux-9', 'ux-11'] },
  async () => {
    const { field, fill, kept, user, beginSave, pressSaveKey, question, findByText } = await openStored();
    fill(field('Phone'), 'moje');
    kept.changeBehind({ city: 'Ich', street: 'ul. Ich 2' }, 'Ewa Równoczesna');
    const release = await beginSave(pressSaveKey);
    fill(field('City'), 'Moje');
    release();
    await findByText(/Saved together with the changes that Ewa Równoczesna made meanwhile\./);
    expect(field('City')).toHaveValue('Moje');
    // Their change of a field that was not edited here appears immediately.
    await waitFor(() => expect(field('Street')).toHaveValue('ul. Ich 2'));
    expect(kept.stored()).toMatchObject({ phone: 'moje', city: 'Ich', street: 'ul. Ich 2' });
    for (const side of ['Cancel', 'My version']) {
      await pressSaveKey();
      const { element, getByRole, getAllByRole, choose } = await question();
      expect(element).toHaveTextContent('Ewa Równoczesna saved changes');
      expect(getAllByRole('radiogroup')).toHaveLength(1);
      expect(getByRole('radiogroup', { name: 'City' })).toHaveTextContent('Ich');
      expect(kept.stored()).toMatchObject({ city: 'Ich' });
      if (side === 'Cancel') await user.click(getByRole('button', { name: side }));
      else await choose('City', side);
    }
    const { saveChosen } = await question();
    await saveChosen();
    await waitFor(() => expect(kept.stored()).toMatchObject({ phone: 'moje', city: 'Moje', street: 'ul. Ich 2' }));
  },
);

test(
  'stays on the page with edits made after Save was pressed, reports them as unsaved, and saves them next',
  { tags: ['ux-9'] },
  async () => {
    const { field, fill, kept, save, user, beginSave, findByText, findByRole, getAllByRole, address } = await openStored();
    fill(field('Phone'), '2');
    const release = await beginSave(() => user.click(save()));
    fill(field('Street'), 'ul. Dopisana 1');
    release();
    await findByText(/Saved “Koszyk Hel”/);
    await findByText(/What you typed since is not saved yet\./);
    expect(address()).toBe('/store/store9');
    expect(field('Street')).toHaveValue('ul. Dopisana 1');
    expect(kept.stored()).toMatchObject({ phone: '2', street: 'ul. Testowa 1' });
    const [back] = getAllByRole('link', { name: 'Back' });
    if (back) await user.click(back);
    await user.click(await findByRole('button', { name: 'Stay' }));
    await findByText(/Draft kept at/);
    await user.click(save());
    await waitFor(() => expect(address()).toBe('/store'));
    expect(kept.stored()).toMatchObject({ phone: '2', street: 'ul. Dopisana 1' });
  },
);

test(
  'shows no conflict when a save with a lost response is retried, even if the server normalized the hours',
  { tags: ['TRADE-02', 'ERR-08', 'A-106'] },
  async () => {
    const { field, fill, kept, changes, user, pressSaveKey, findByRole, findByText, queryByRole, queryByText } = await openStored();
    fill(field('Monday'), '6-22');
    fill(field('Phone'), '2');
    kept.loseAnswer();
    await pressSaveKey();
    expect(await findByRole('alert')).toHaveTextContent('It may or may not have been saved. Trying again is safe');
    await user.click(await findByRole('button', { name: 'Try again' }));
    await findByText(/Saved at/);
    expect(queryByRole('dialog')).toBeNull();
    // No one else changed the store, and the retry had nothing left to write.
    expect(queryByText(/Saved together with the changes/)).toBeNull();
    expect(changes()).toHaveLength(2);
    await waitFor(() => expect(field('Monday')).toHaveValue('6:00–22:00'));
    expect(kept.stored()).toMatchObject({ mondayHours: '06:00-22:00', phone: '2' });

    // Nor a conflict with the unconfirmed value after the person typed on.
    fill(field('Phone'), '3');
    kept.loseAnswer();
    await pressSaveKey();
    expect(await findByRole('alert')).toHaveTextContent('It may or may not have been saved.');
    fill(field('Phone'), '4');
    await user.click(await findByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(kept.stored()).toMatchObject({ phone: '4' }));
    expect(queryByRole('dialog')).toBeNull();
  },
);

test('shows on the page that the store was deleted during editing, and keeps the edits', { tags: ['ux-9'] }, async () => {
  const { field, fill, save, user, api, findByRole } = await openStored();
  fill(field('Phone'), '2');
  api.change(answer(change, refuse('not_found')));
  await user.click(save());
  expect(await findByRole('alert')).toHaveTextContent('It was deleted meanwhile');
  expect(field('Phone')).toHaveValue('2');
});

test.each(['nosuchstore', 'NO-SUCH_id'])('shows Not found for store %s, with a link to the list', { tags: ['NAV-33'] }, async (id) => {
  const { findByRole, getAllByRole, user, address } = await openScreen(`/store/${id}`, {
    answers: [answer(details, refuse('not_found')), answer(usage, [])],
  });
  await findByRole('heading', { name: 'Not found' });
  const back = getAllByRole('link', { name: 'Stores' }).at(-1);
  if (back) await user.click(back);
  await waitFor(() => expect(address()).toBe('/store'));
});

test(
  'merges separate edits automatically, and shows conflicts field by field before anything is saved',
  { tags: ['F74', 'A-106', 'ux-11'] },
  async () => {
    const { field, fill, kept, user, save, pressSaveKey, question, findByText, queryByRole, address } = await openStored();
    fill(field('Phone'), '2');
    kept.changeBehind({ zipCode: '84-151', drive: true });
    await pressSaveKey();
    await findByText('Saved together with the changes that Ewa Równoczesna made meanwhile.');
    await findByText(/Saved at/);
    expect(kept.stored()).toMatchObject({ phone: '2', zipCode: '84-151', drive: true });
    fill(field('Phone'), 'moje');
    fill(field('City'), 'Moje');
    fill(field('Street'), 'ul. Moja 1');
    kept.changeBehind({ phone: 'ich', city: 'Ich' });
    await user.click(save());
    const first = await question();
    expect(first.element).toHaveTextContent('Ewa Równoczesna saved changes');
    expect(first.getAllByRole('radiogroup')).toHaveLength(2);
    expect(first.getByRole('button', { name: 'Save what is chosen' })).toBeDisabled();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(queryByRole('dialog')).toBeNull());
    expect(kept.stored()).toMatchObject({ phone: 'ich', city: 'Ich', street: 'ul. Testowa 1' });
    // Closing the dialog decides nothing: the next save shows it again.
    await user.click(save());
    const { choose, saveChosen } = await question();
    await choose('Phone', 'Saved version');
    await choose('City', 'My version');
    await saveChosen();
    await waitFor(() => expect(address()).toBe('/store'));
    expect(kept.stored()).toMatchObject({ phone: 'ich', city: 'Moje', street: 'ul. Moja 1' });
  },
);

test(
  'sends what changed with the tag, shows derived facts and the last change, and saves nothing on Back',
  { tags: ['NAV-14', 'STORE-EDIT-16', 'STORE-EDIT-18', 'STORE-EDIT-22', 'STORE-EDIT-24', 'A-106'] },
  async () => {
    const facts = { _id: 'store9', name: 'Edycja', storeNo: 9001, phone: '1', address: 'ul. Testowa 1, 84-150 Hel' };
    const kept = storedItem(
      storeRoutes,
      sample(Store, {
        ...unnamedOf(storeFields),
        ...facts,
        street: 'ul. Testowa 1',
        zipCode: '84-150',
        city: 'Hel',
        latitude: 54.6,
        longitude: 18.8,
        openingHours: '6–22',
        updatedBy: 'Anna Wójcik',
        updatedAt: new Date().toISOString(),
      }),
    );
    const { user, address, field, findField, findByRole, findByText, findByLabelText, fill, api, getAllByRole } = await openScreen(
      '/store',
      { answers: [...kept.answers, answer(usage, []), answer(storeRoutes.list, pageOf([sample(StoreRow, facts)]))] },
    );
    const edit = async (): Promise<void> => {
      await user.click(await findByRole('link', { name: 'Edit: Edycja' }));
      await waitFor(() => expect(address()).toBe('/store/store9'));
      await findField('Store number');
    };
    await edit();
    expect(await findByLabelText('Derived')).toHaveTextContent('ul. Testowa 1, 84-150 Hel');
    await findByText('Last change: Anna Wójcik, just now');
    fill(field('Store number'), '');
    await user.click(await findByRole('button', { name: 'Save' }));
    await waitFor(() => expect(address()).toBe('/store'));
    const [sent] = api.requestsOf(change);
    expect([sent?.body, sent?.headers.get('if-match')]).toEqual([{ storeNo: null }, '"1"']);
    expect(kept.stored()).toMatchObject({ storeNo: null, phone: '1' });
    await edit();
    const back = getAllByRole('link', { name: 'Back' }).at(-1);
    if (back) await user.click(back);
    await waitFor(() => expect(address()).toBe('/store'));
    expect(api.requestsOf(change)).toHaveLength(1);
  },
);

test(
  'a row of a closure or of an exception that was just added is left to fill in, not an error',
  { tags: ['E-67', 'ux-10'] },
  async () => {
    const { write, save, user, button, findByRole, queryByText, queryByRole, fill, field } = await openNew();
    write();
    await waitFor(() => expect(save()).toBeEnabled());
    await user.click(button('Close the store temporarily…'));
    await user.click(button('Close the store temporarily…'));
    await findByRole('button', { name: '4 fields left to fill in' });
    await user.click(button('Add an exception'));
    await findByRole('button', { name: '5 fields left to fill in' });
    expect(queryByRole('button', { name: /need attention/ })).toBeNull();
    expect(document.querySelectorAll('[aria-invalid="true"]')).toHaveLength(0);
    expect(queryByText('This field is required')).toBeNull();
    expect(field('Name')).toBeValid();
    fill(field('Name'), '');
    await findByRole('button', { name: '6 fields need attention' });
  },
);
