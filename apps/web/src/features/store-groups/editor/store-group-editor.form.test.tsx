import { notificationRoutes } from '@endcap/contract/notifications';
import { StoreGroupRow, storeGroupRoutes } from '@endcap/contract/store-groups';
import { storeRoutes } from '@endcap/contract/stores';
import { expect, test } from 'vitest';
import { openScreen } from '../../../../test/open-screen.tsx';
import { sample } from '../../../../test/sample.ts';
import { pageOf, stores } from '../../../../test/shop.ts';
import { answer, refuse, type StandIn } from '../../../../test/stand-in-api.ts';

const groups = answer(storeGroupRoutes.list, pageOf([sample(StoreGroupRow, { _id: 'group1', name: 'Warszawa', includeStores: [] })]));
const openNew = (answers: StandIn[] = []) =>
  openScreen('/store-group/new', { answers: [groups, answer(notificationRoutes.estimate, {}), ...answers] });

test('points out that there is a group of this name already', { tags: ['GRP-EDIT-01'] }, async () => {
  const { findField, fill, findByText } = await openNew();
  fill(await findField('Name'), 'Warszawa');
  await findByText('There is a group of this name already.');
});

test('says that there is no group of an unknown id', { tags: ['NAV-33'] }, async () => {
  const { findByRole } = await openScreen('/store-group/nosuchgroup', {
    answers: [groups, answer(storeGroupRoutes.details, refuse('not_found')), answer(storeGroupRoutes.usage, [])],
  });
  await findByRole('heading', { name: 'Not found' });
});

test('takes numbers that are pasted before the stores are there once they are', { tags: ['ux-15'] }, async () => {
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
