import { expect, test } from 'vitest';
import { concernsStore, KeptDayDraft } from './kept-day.ts';

const codes = (draft: Record<string, unknown>): unknown =>
  KeptDayDraft.safeParse(draft).error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? 'fine';

test('a day is kept free for every store, or for those in any of its groups', { tags: ['CARE-06'] }, () => {
  expect(concernsStore({ storeGroups: null }, { groups: [] })).toBe(true);
  expect(concernsStore({ storeGroups: ['a', 'b'] }, { groups: ['x', 'b'] })).toBe(true);
  expect(concernsStore({ storeGroups: ['a', 'b'] }, { groups: ['x'] })).toBe(false);
  // Stores are no longer in a deleted group, so it does not reserve the day for them.
  expect(concernsStore({ storeGroups: ['gone'] }, { groups: [] })).toBe(false);
});

test('a day alone is enough; no groups are not all stores', { tags: ['CARE-06'] }, () => {
  expect(KeptDayDraft.parse({ day: '2026-12-24' })).toEqual({ day: '2026-12-24', storeGroups: null, reason: null });
  expect(KeptDayDraft.parse({ day: '2026-12-24', storeGroups: ['b', 'a', 'b'], reason: '  Finał\nloterii ' })).toEqual({
    day: '2026-12-24',
    storeGroups: ['a', 'b'],
    reason: 'Finał loterii',
  });
  expect(codes({ day: '2026-12-24', storeGroups: [] })).toEqual([['storeGroups', 'required']]);
  expect(codes({ day: '2026-02-30' })).toEqual([['day', 'notDate']]);
  expect(codes({ day: '2026-12-24', reason: 'x'.repeat(121) })).toEqual([['reason', 'tooLong']]);
  expect(codes({})).not.toBe('fine');
});
