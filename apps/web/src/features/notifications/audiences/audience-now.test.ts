import {
  type AudienceRule,
  emptyAudienceRule,
  includeStoreTypes,
  type AudienceStore,
  reachesStore,
  storeTypes,
} from '@endcap/contract/audience';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { audienceNow, lostExclusions } from './audience-now.ts';

const names = { a: 'A, Łódź', g: 'Grupa G' };
const now = (rule: Partial<AudienceRule>, deleted: string[]) => audienceNow({ ...emptyAudienceRule, ...rule }, { deleted, names });

test(
  'drops and names deleted parts of a saved audience, and requires a new choice when an exclusion was deleted',
  { tags: ['PLAN-06'] },
  () => {
    const kept = now({ includeStores: ['a', 'b'], includeStoreGroups: ['g'] }, ['a', 'g']);
    expect(kept).toEqual({
      rule: { ...emptyAudienceRule, includeStores: ['b'] },
      leftOut: [
        { kind: 'store', name: 'A, Łódź' },
        { kind: 'group', name: 'Grupa G' },
      ],
      mustChoose: false,
    });
    expect(now({ includeStoreType: 'all', excludeStores: ['a'] }, ['a'])).toMatchObject({ rule: emptyAudienceRule, mustChoose: true });
    expect(now({ includeStoreType: 'super', excludeStoreGroups: ['g', 'h'] }, ['g'])).toMatchObject({
      rule: { ...emptyAudienceRule, excludeStoreGroups: ['h'] },
      mustChoose: true,
    });
    expect(now({ includeStoreType: 'super', excludeStores: ['b'] }, [])).toMatchObject({ leftOut: [], mustChoose: false });
  },
);

test('never reaches a store outside the original audience after stores and groups were deleted', { tags: ['PLAN-06', 'D-30'] }, () => {
  const stores = ['s1', 's2', 's3', 's4'];
  const groups = ['g1', 'g2', 'g3'];
  const some = (ids: string[]) => fc.subarray(ids);
  const rules = fc.record({
    includeStoreType: fc.constantFrom(...includeStoreTypes),
    includeStores: some(stores),
    excludeStores: some(stores),
    includeStoreGroups: some(groups),
    excludeStoreGroups: some(groups),
  });
  const places = fc.array(fc.record({ storeType: fc.constantFrom(...storeTypes), groups: some(groups) }), { minLength: 4, maxLength: 4 });
  fc.assert(
    fc.property(rules, places, some([...stores, ...groups]), (rule, facts, deleted) => {
      const isGone = (id: string): boolean => deleted.includes(id);
      const placed = facts.map((place, at): AudienceStore => ({
        id: stores[at] ?? '',
        storeType: place.storeType,
        groups: place.groups.filter((id) => !isGone(id)),
        formerGroups: place.groups.filter(isGone),
        deleted: isGone(stores[at] ?? ''),
      }));
      const result = audienceNow(rule, { deleted, names: {} });
      for (const store of placed.filter((one) => reachesStore(result.rule, one))) expect(reachesStore(rule, store)).toBe(true);
      // The API rejects ids of deleted stores and groups.
      expect(JSON.stringify(result.rule)).not.toMatch(new RegExp(`"(${[...deleted, 'none'].join('|')})"`));
    }),
  );
});

test('reports exclusions of deleted items that a change removes; others can be chosen again', { tags: ['E-06'] }, () => {
  const before = { ...emptyAudienceRule, excludeStores: ['a', 'b'], excludeStoreGroups: ['g'] };
  const lost = (changed: Partial<AudienceRule>) => lostExclusions(before, { ...before, ...changed }, { deleted: ['a', 'g'], names });
  expect(lost({})).toEqual([]);
  expect(lost({ excludeStores: ['a'] })).toEqual([]);
  expect(lost({ excludeStores: ['b'], excludeStoreGroups: [] })).toEqual([
    { kind: 'store', name: 'A, Łódź' },
    { kind: 'group', name: 'Grupa G' },
  ]);
});
