import { storeGroupRoutes } from '@endcap/contract/store-groups';
import { test } from 'vitest';
import { openScreen } from '../../test/open-screen.tsx';
import { pageOf } from '../../test/shop.ts';
import { answer } from '../../test/stand-in-api.ts';

test.each([
  ['store', 'Opening hours', 1_001, '1,000'],
  ['store', 'Zip code', 21, '20'],
  ['store-group', 'Name', 201, '200'],
  ['popup', 'Name', 201, '200'],
  ['popup', 'Text', 5_001, '5,000'],
  ['knowledge', 'Description', 501, '500'],
  ['knowledge', 'Content', 250_001, '250,000'],
] as const)('shows the maximum length for a text that is too long: /%s, %s', { tags: ['D-48'] }, async (path, label, length, limit) => {
  const { findField, fill, findByText } = await openScreen(`/${path}/new`, { answers: [answer(storeGroupRoutes.list, pageOf([]))] });
  fill(await findField(label), 'x'.repeat(length));
  await findByText(`The text is too long: at most ${limit} characters`);
});
