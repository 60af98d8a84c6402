import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  AudienceRule,
  contradictingStores,
  coveredIncludes,
  includeStoreTypes,
  namesCovered,
  reachesEveryone,
  reachesStore,
  storesReached,
  storeTypes,
} from './index.ts';

const rule = (facts: Partial<AudienceRule>) => AudienceRule.parse({ includeStoreType: '', ...facts });
const store = { id: 's', storeType: 'super' as const, groups: ['g'], formerGroups: ['f'], deleted: false };

describe('audience rules', { tags: ['A-40'] }, () => {
  test('have fixed store types and include types', { tags: ['ENUM-01', 'ENUM-07'] }, () => {
    expect(storeTypes).toEqual(['contact', 'super', 'generalist']);
    expect(includeStoreTypes).toEqual(['', 'all', 'contact', 'super', 'generalist']);
  });
  test('reach stores by type, by name and by group', () => {
    expect(reachesStore(rule({ includeStoreType: 'all' }), store)).toBe(true);
    expect(reachesStore(rule({ includeStoreType: 'super' }), store)).toBe(true);
    expect(reachesStore(rule({ includeStoreType: 'contact' }), store)).toBe(false);
    expect(reachesStore(rule({ includeStores: ['s'] }), store)).toBe(true);
    expect(reachesStore(rule({ includeStoreGroups: ['g'] }), store)).toBe(true);
    expect(reachesStore(rule({}), store)).toBe(false);
  });
  test('exclusion wins, and stores both included and excluded are reported', { tags: ['NOTIF-FORM-51'] }, () => {
    expect(reachesStore(rule({ includeStores: ['s'], excludeStores: ['s'] }), store)).toBe(false);
    expect(reachesStore(rule({ includeStoreType: 'all', excludeStoreGroups: ['g'] }), store)).toBe(false);
    expect(contradictingStores(rule({ includeStores: ['s', 't'], excludeStores: ['t'] }))).toEqual(['t']);
  });
  test('the ids of a rule are indexed once for many stores, not scanned for each', { tags: ['17.3'] }, () => {
    const ids = Array.from({ length: 500 }, (_, n) => `s${n}`);
    let reads = 0;
    const named = new Proxy([...ids], { get: (list, key) => ((reads += 1), Reflect.get(list, key)) });
    const stores = ['x', ...ids].map((id) => ({ ...store, id }));
    const asked = { ...rule({ excludeStores: ['s7'] }), includeStores: named };
    expect(storesReached(asked, stores).map(({ id }) => id)).toEqual(ids.filter((id) => id !== 's7'));
    expect(reads).toBeLessThanOrEqual(ids.length * 10);
  });
  test('a deleted store is never reached; a deleted group no longer includes, but still excludes', { tags: ['D-30'] }, () => {
    expect(reachesStore(rule({ includeStoreGroups: ['f'] }), store)).toBe(false);
    expect(reachesStore(rule({ includeStoreType: 'all', excludeStoreGroups: ['f'] }), store)).toBe(false);
    const gone = { ...store, deleted: true };
    const ways: Partial<AudienceRule>[] = [
      { includeStoreType: 'all' },
      { includeStoreType: 'super' },
      { includeStores: ['s'] },
      { includeStoreGroups: ['g'] },
    ];
    for (const facts of ways) expect(reachesStore(rule(facts), gone)).toBe(false);
  });
  test('only "all" without excludes covers phones without a store', () => {
    expect(reachesEveryone(rule({ includeStoreType: 'all' }))).toBe(true);
    expect(reachesEveryone(rule({ includeStoreType: 'all', excludeStores: ['s'] }))).toBe(false);
    expect(reachesEveryone(rule({ includeStoreType: 'super' }))).toBe(false);
  });
  test('stores and groups beside "all" change nothing and are reported; naming the first is detected', { tags: ['D-41'] }, () => {
    const all = rule({ includeStoreType: 'all', includeStores: ['s'], includeStoreGroups: ['g'] });
    expect(coveredIncludes(all)).toEqual({ stores: ['s'], groups: ['g'] });
    expect(coveredIncludes({ ...all, includeStoreType: 'super' })).toEqual({ stores: [], groups: [] });
    expect(namesCovered(all, { includeStores: ['s', 't'] })).toBe(false);
    const nobodyNamed = rule({ includeStoreType: 'all' });
    expect(namesCovered(nobodyNamed, { includeStores: ['s'] })).toBe(true);
    expect(namesCovered(nobodyNamed, { includeStoreGroups: ['g'] })).toBe(true);
    expect(namesCovered(nobodyNamed, { includeStoreGroups: [] })).toBe(false);
    expect(namesCovered({ ...nobodyNamed, includeStoreType: '' }, { includeStores: ['s'] })).toBe(false);
  });
  test('10,000 random rules agree with sets computed one by one', () => {
    const ids = fc.subarray(['a', 'b', 'c', 'd']);
    const groups = fc.subarray(['g', 'h']);
    const anyRule = fc.record({
      includeStoreType: fc.constantFrom(...includeStoreTypes),
      includeStores: ids,
      excludeStores: ids,
      includeStoreGroups: groups,
      excludeStoreGroups: groups,
    });
    const anyStore = fc.record({
      id: fc.constantFrom('a', 'b', 'c', 'd'),
      storeType: fc.constantFrom(...storeTypes),
      groups,
      formerGroups: groups,
      deleted: fc.boolean(),
    });
    fc.assert(
      fc.property(anyRule, anyStore, (given, one) => {
        const included = new Set<string>();
        if (given.includeStoreType === 'all' || given.includeStoreType === one.storeType) included.add(one.id);
        for (const id of given.includeStores) included.add(id);
        for (const group of given.includeStoreGroups) if (one.groups.includes(group)) included.add(one.id);
        if (one.deleted) included.clear();
        for (const id of given.excludeStores) included.delete(id);
        for (const group of given.excludeStoreGroups) if ([...one.groups, ...one.formerGroups].includes(group)) included.delete(one.id);
        return reachesStore(given, one) === included.has(one.id);
      }),
    );
  });
});
