import { KnowledgeRow, knowledgeRoutes } from '@endcap/contract/knowledge';
import { notificationRoutes } from '@endcap/contract/notifications';
import { PopupRow, popupRoutes } from '@endcap/contract/popups';
import { StoreGroupRow, storeGroupRoutes } from '@endcap/contract/store-groups';
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../test/open-screen.tsx';
import { sample } from '../../test/sample.ts';
import { pageOf } from '../../test/shop.ts';
import { answer } from '../../test/stand-in-api.ts';

const original = { _id: 'item1', name: 'Wzór' };

test.each([
  ['popup', answer(popupRoutes.list, pageOf([sample(PopupRow, original)])), answer(popupRoutes.details, original)],
  ['store-group', answer(storeGroupRoutes.list, pageOf([sample(StoreGroupRow, original)])), answer(storeGroupRoutes.details, original)],
  [
    'knowledge',
    answer(knowledgeRoutes.list, pageOf([sample(KnowledgeRow, { ...original, filename: null })])),
    answer(knowledgeRoutes.details, original),
  ],
])('duplicates an item from its row: /%s', { tags: ['EDIT-01'] }, async (path, list, details) => {
  const answers = [list, details, answer(storeGroupRoutes.usage, []), answer(notificationRoutes.estimate, {})];
  const inList = await openScreen(`/${path}`, { answers });
  await inList.user.click(await inList.findByRole('button', { name: 'More: Wzór' }));
  await inList.user.click(await inList.findByRole('menuitem', { name: 'Duplicate' }));
  await waitFor(() => expect(inList.address()).toBe(`/${path}/new?copy=item1`));
  const name = await inList.findField('Name');
  await waitFor(() => expect(name).toHaveValue('Wzór (copy)'));
});

test.each([
  ['popup', answer(popupRoutes.details, original)],
  ['store-group', answer(storeGroupRoutes.details, original)],
  ['knowledge', answer(knowledgeRoutes.details, original)],
])('duplicates an item from its editor: /%s', { tags: ['EDIT-01'] }, async (path, details) => {
  const { findByRole, user, address, findField } = await openScreen(`/${path}/item1`, {
    answers: [
      details,
      answer(storeGroupRoutes.list, pageOf([])),
      answer(storeGroupRoutes.usage, []),
      answer(notificationRoutes.estimate, {}),
    ],
  });
  await user.click(await findByRole('link', { name: 'Duplicate' }));
  await waitFor(() => expect(address()).toBe(`/${path}/new?copy=item1`));
  const name = await findField('Name');
  await waitFor(() => expect(name).toHaveValue('Wzór (copy)'));
});
