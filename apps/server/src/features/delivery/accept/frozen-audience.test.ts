import { expect, test } from 'vitest';
import { audienceColumns, audienceOf, type FrozenAudience, isEveryone } from './frozen-audience.ts';

test('a frozen audience survives the round trip through its columns, and an empty store list is not everyone', () => {
  const audiences: FrozenAudience[] = [
    { of: 'testers' },
    { of: 'everyone' },
    { of: 'subscribers', storeId: 's' },
    { of: 'stores', storeIds: ['s', 't'] },
    { of: 'stores', storeIds: [] },
  ];
  expect(audiences.filter(isEveryone)).toEqual([{ of: 'everyone' }]);
  for (const audience of audiences) expect(audienceOf(audienceColumns(audience))).toEqual(audience);
});
