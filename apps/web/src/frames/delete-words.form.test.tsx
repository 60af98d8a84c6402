import { ContentRow, contentRoutes } from '@endcap/contract/content';
import type { Usage } from '@endcap/contract/core';
import { StoreGroupRow, storeGroupRoutes } from '@endcap/contract/store-groups';
import { storeRoutes } from '@endcap/contract/stores';
import { expect, test } from 'vitest';
import { openScreen } from '../../test/open-screen.tsx';
import { sample } from '../../test/sample.ts';
import { pageOf, stores } from '../../test/shop.ts';
import { answer } from '../../test/stand-in-api.ts';

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
