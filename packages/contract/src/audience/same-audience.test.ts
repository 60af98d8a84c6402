import { expect, test } from 'vitest';
import { emptyAudienceRule } from './empty-rule.ts';
import { isSameAudience } from './same-audience.ts';

test('audiences with the same ids are equal, regardless of their order', { tags: ['PLAN-06'] }, () => {
  const rule = { ...emptyAudienceRule, includeStores: ['a', 'b'], excludeStoreGroups: ['g'] };
  expect(isSameAudience(rule, { ...rule, includeStores: ['b', 'a'] })).toBe(true);
  expect(isSameAudience(rule, { ...rule, includeStores: ['a'] })).toBe(false);
  expect(isSameAudience(rule, { ...rule, includeStores: ['a', 'c'] })).toBe(false);
  expect(isSameAudience(rule, { ...rule, excludeStoreGroups: [] })).toBe(false);
  expect(isSameAudience(rule, { ...rule, includeStoreType: 'all' })).toBe(false);
});
