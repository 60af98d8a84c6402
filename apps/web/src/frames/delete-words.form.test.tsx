import { ContentRow, contentRoutes } from '@endcap/contract/content';
import type { Usage } from '@endcap/contract/core';
import { StoreGroupRow, storeGroupRoutes } from '@endcap/contract/store-groups';
import { storeRoutes } from '@endcap/contract/stores';
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../test/open-screen.tsx';
import { sample } from '../../test/sample.ts';
import { pageOf, stores } from '../../test/shop.ts';
import { answer, newerReply } from '../../test/stand-in-api.ts';

const item = { _id: 'item1', name: 'Wzór' };
const lists = {
  'store-group': [answer(storeGroupRoutes.list, pageOf([sample(StoreGroupRow, item)])), storeGroupRoutes.usage],
  store: [answer(storeRoutes.list, pageOf(stores)), storeRoutes.usage],
  content: [answer(contentRoutes.list, pageOf([sample(ContentRow, item)])), contentRoutes.usage],
} as const;
const user: Usage = { kind: 'storeGroup', count: 1, items: [{ id: 'group9', name: 'Wakacje' }] };

const kinds = ['store-group', 'store', 'content'] as const;

test.each(kinds.flatMap((path) => [[path, 'Powiązania:', [user]] as const, [path, 'Brak powiązań.', []] as const]))(
  'names what refers to an item, or that nothing does, in words that fit every kind: /%s, %s',
  { tags: ['ux-19'] },
  async (path, words, used) => {
    const [list, usage] = lists[path];
    const screen = await openScreen(`/${path}`, { language: 'pl', answers: [list, answer(usage, [...used])] });
    const [ask] = await screen.findAllByRole('button', { name: /^Usuń: / });
    if (ask) await screen.user.click(ask);
    const dialog = await screen.findByRole('dialog');
    await screen.findByText(words);
    expect(dialog).not.toHaveTextContent(/używan/i);
  },
);

test('counts usages of a kind from a newer server as other places, and still deletes', { tags: ['E-82', 'ux-19'] }, async () => {
  const [list, usage] = lists['store-group'];
  const used = newerReply([{ kind: 'priceTag', count: 2, items: [{ id: 'tag1', name: 'Cennik' }] }]);
  const screen = await openScreen('/store-group', {
    language: 'pl',
    answers: [list, answer(usage, used), answer(storeGroupRoutes.remove, undefined)],
  });
  await screen.user.click(await screen.findByRole('button', { name: 'Usuń: Wzór' }));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText(/^2 inne miejsca/);
  await screen.user.click(dialog.getByRole('button', { name: 'Usuń' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
