import { Knowledge, knowledgeRoutes } from '@endcap/contract/knowledge';
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { storedItem } from '../../../test/stored-item.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { sample } from '../../../test/sample.ts';
import { pageOf } from '../../../test/shop.ts';
import { answer, refuse } from '../../../test/stand-in-api.ts';

const { change, create, list } = knowledgeRoutes;

test(
  'makes a knowledge item once every field is filled in, also after a save that failed',
  {
    tags: [
      'NAV-10',
      'KNOW-EDIT-01',
      'KNOW-EDIT-02',
      'KNOW-EDIT-03',
      'KNOW-EDIT-04',
      'KNOW-EDIT-05',
      'KNOW-EDIT-06',
      'KNOW-EDIT-07',
      'KNOW-EDIT-08',
      'KNOW-EDIT-09',
      'KNOW-EDIT-10',
      'KNOW-EDIT-13',
      'KNOW-LIST-12',
      'A-104',
    ],
  },
  async () => {
    const { user, address, api, field, findField, fill, findByRole, findByText, getByRole, getByText } = await openScreen('/knowledge', {
      answers: [answer(list, pageOf([])), answer(create, refuse('unavailable'))],
    });
    await user.click(await findByRole('link', { name: 'New item' }));
    await waitFor(() => expect(address()).toBe('/knowledge/new'));
    await findField('Name');
    const save = getByRole('button', { name: 'Save' });
    expect(save).toBeDisabled();
    await findByText('For internal use only');
    expect(getByText(/the assistant uses it to decide/)).toBeInTheDocument();
    fill(field('Name'), 'Wiedza ręczna');
    fill(field('Description'), 'O czym to jest');
    for (const [content, may] of [
      ['Treść', true],
      ['   ', false],
      ['Długa treść', true],
    ] as const) {
      fill(field('Content'), content);
      await waitFor(() => expect(save.matches(':disabled')).toBe(!may));
    }
    await user.click(save);
    expect(await findByRole('alert')).toHaveTextContent('It may or may not have been saved');
    api.change(answer(create, { _id: 'made1', name: 'Wiedza ręczna' }));
    await user.click(save);
    await waitFor(() => expect(address()).toBe('/knowledge'));
    expect(api.requestsOf(create).at(-1)?.body).toEqual({
      name: 'Wiedza ręczna',
      description: 'O czym to jest',
      content: 'Długa treść',
    });
  },
);

test(
  'shows the validity of an item, sends only what changed, and keeps the validity',
  { tags: ['NAV-11', 'KNOW-EDIT-11', 'KNOW-EDIT-12', 'A-64'] },
  async () => {
    const kept = storedItem(
      knowledgeRoutes,
      sample(Knowledge, {
        _id: 'item1',
        id: 'item1',
        filename: null,
        name: 'Wiedza ręczna',
        description: 'O czym to jest',
        content: 'Długa treść',
        validityStart: null,
        validityEnd: '2085-12-31T23:00:00.000Z',
      }),
    );
    const { user, address, api, field, findField, fill, findByText, getByRole } = await openScreen('/knowledge/item1', {
      answers: [...kept.answers, answer(list, pageOf([]))],
    });
    await findField('Name');
    const title = await findByText(/^Validity:/);
    expect(title.closest('div')).toHaveTextContent('Validity: until Mon, 31 Dec 2085, end of day');
    fill(field('Description'), 'Inny opis');
    await user.click(getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(address()).toBe('/knowledge'));
    expect(api.requestsOf(change).map(({ body }) => body)).toEqual([{ description: 'Inny opis' }]);
    expect(kept.stored()).toMatchObject({ description: 'Inny opis', validityEnd: '2085-12-31T23:00:00.000Z' });
  },
);

test.each([
  ['over', '2020-12-31T23:00:00.000Z', /Ta pozycja już nie obowiązuje, więc asystent jej nie użyje\.$/],
  ['open', '2085-12-31T23:00:00.000Z', /tak, jakby była już zapisana\.$/],
] as const)(
  'shows beside the assistant trial whether an item whose validity is %s takes part',
  { tags: ['A-64'] },
  async (_state, validityEnd, expected) => {
    const item = sample(Knowledge, { _id: 'item1', id: 'item1', filename: null, name: 'Godziny', validityStart: null, validityEnd });
    const { findByText } = await openScreen('/knowledge/item1', { language: 'pl', answers: storedItem(knowledgeRoutes, item).answers });
    await findByText(expected);
  },
);

test.each([
  ['pl', 'Ważność', '2085-12-31T23:00:00.000Z', /Termin ustawia program importujący przez API; tutaj nie można go zmienić\.$/],
  [
    'pl',
    'Ważność',
    '2020-12-31T23:00:00.000Z',
    /^Asystent nie korzysta już z tej pozycji\. Jeśli treść jest nadal aktualna, wybierz „Duplikuj” i zapisz: kopia nie ma terminu\. /,
  ],
  [
    'en',
    'Validity',
    '2020-12-31T23:00:00.000Z',
    /^The assistant no longer uses this item\. If the text still holds, choose “Duplicate” and save: the copy has no end date\. /,
  ],
] as const)(
  'explains how to change the validity, and what to do once it is over (%s, %s, %s)',
  { tags: ['A-64'] },
  async (language, title, validityEnd, expected) => {
    const item = sample(Knowledge, { _id: 'item1', id: 'item1', filename: null, name: 'Godziny', validityStart: null, validityEnd });
    const { findByText, getByTestId } = await openScreen('/knowledge/item1', {
      language,
      answers: storedItem(knowledgeRoutes, item).answers,
    });
    await findByText(`${title}:`);
    expect(getByTestId('validity-changed-how')).toHaveTextContent(expected);
  },
);
