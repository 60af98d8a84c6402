import { describe, expect, test } from 'vitest';
import type { RecentSend } from '../delivery/index.ts';
import { pushesByRule } from './count-pushes.ts';

const START = new Date('2026-12-10T11:00:00Z');
const at = (instant: string): number => Date.parse(instant) / 1000;
const TODAY = at('2026-12-10T07:00:00Z');
const EARLIER = at('2026-12-07T07:00:00Z');
const everyone = (when: number): RecentSend => [when, true, [], null];
const stores = (when: number, ...storeIds: string[]): RecentSend => [when, false, storeIds, null];
const own = (when: number, storeId: string): RecentSend => [when, false, [], storeId];

describe('the pushes of a phone around a start', { tags: ['CARE-01'] }, () => {
  test('counts sends to everyone, of its subscriptions and of its stores, each once', () => {
    const sends = [everyone(EARLIER), everyone(TODAY), stores(EARLIER, 'a', 'b'), own(EARLIER, 'a'), own(TODAY, 'b'), own(EARLIER, 'c')];
    const countOf = pushesByRule(sends, START);
    expect(countOf({ mainStoreId: null, subscribed: [] })).toEqual({ day: 1, week: 2 });
    // A main store is no subscription.
    expect(countOf({ mainStoreId: 'a', subscribed: [] })).toEqual({ day: 1, week: 3 });
    expect(countOf({ mainStoreId: 'a', subscribed: ['a', 'b'] })).toEqual({ day: 2, week: 5 });
    expect(countOf({ mainStoreId: 'x', subscribed: ['c'] })).toEqual({ day: 1, week: 3 });
    expect(pushesByRule([], START)({ mainStoreId: 'a', subscribed: ['a'] })).toEqual({ day: 0, week: 0 });
  });
  test.each([
    ['just before the week', '2026-12-03T11:00:00Z', { day: 0, week: 0 }],
    ['when the week begins', '2026-12-03T11:00:01Z', { day: 0, week: 1 }],
    ['before the midnight of Warsaw', '2026-12-09T22:59:59Z', { day: 0, week: 1 }],
    ['after it', '2026-12-09T23:00:00Z', { day: 1, week: 1 }],
    ['at the start', '2026-12-10T11:00:00Z', { day: 1, week: 1 }],
    ['later that day', '2026-12-10T22:59:59Z', { day: 1, week: 0 }],
    ['the day after', '2026-12-10T23:00:00Z', { day: 0, week: 0 }],
  ])('%s', (_, instant, expected) => {
    const phone = { mainStoreId: null, subscribed: ['a'] };
    expect(pushesByRule([everyone(at(instant))], START)(phone)).toEqual(expected);
    expect(pushesByRule([own(at(instant), 'a')], START)(phone)).toEqual(expected);
  });
});
