import { expect, test } from 'vitest';
import type { RecentSend } from '../delivery/index.ts';
import { pushesByRule } from './count-pushes.ts';

const TODAY = 1_000;
const everyone = (at: number): RecentSend => [at, true, [], null];
const stores = (at: number, ...storeIds: string[]): RecentSend => [at, false, storeIds, null];
const own = (at: number, storeId: string): RecentSend => [at, false, [], storeId];

test('CARE-01: of each phone those to everyone, of its subscriptions, and of its stores, each once', () => {
  const countOf = pushesByRule(
    [everyone(10), everyone(TODAY), stores(20, 'a', 'b'), own(30, 'a'), own(TODAY + 1, 'b'), own(40, 'c')],
    TODAY,
  );
  expect(countOf({ mainStoreId: null, subscribed: [] })).toEqual({ today: 1, week: 2 });
  // The main store alone is no subscription.
  expect(countOf({ mainStoreId: 'a', subscribed: [] })).toEqual({ today: 1, week: 3 });
  expect(countOf({ mainStoreId: 'a', subscribed: ['a', 'b'] })).toEqual({ today: 2, week: 5 });
  expect(countOf({ mainStoreId: 'x', subscribed: ['c'] })).toEqual({ today: 1, week: 3 });
  expect(pushesByRule([], TODAY)({ mainStoreId: 'a', subscribed: ['a'] })).toEqual({ today: 0, week: 0 });
});
