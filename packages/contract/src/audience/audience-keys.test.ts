import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decide, includeStoreTypes, keysOfCustomer, keysOfRule, storeTypes } from './index.ts';

const ids = (prefix: string) => fc.subarray([`${prefix}1`, `${prefix}2`, `${prefix}3`]);
const rule = fc.record({
  includeStoreType: fc.constantFrom(...includeStoreTypes),
  includeStores: ids('s'),
  excludeStores: ids('s'),
  includeStoreGroups: ids('g'),
  excludeStoreGroups: ids('g'),
});
const store = fc.record({
  id: fc.constantFrom('s1', 's2', 's3'),
  storeType: fc.constantFrom(...storeTypes),
  groups: ids('g'),
  formerGroups: ids('g'),
  deleted: fc.boolean(),
});

test('every customer to whom decide() shows an item has a key in common with it', { tags: ['17.3'] }, () => {
  let seen = 0;
  fc.assert(
    fc.property(rule, fc.option(store), (its, of) => {
      const aimed = { ...its, segments: [], version: '', disabled: false, publicationStart: null, publicationEnd: null };
      if (!decide(aimed, { store: of, segments: null, appVersion: null, at: 0 }).visible) return;
      seen += 1;
      expect(keysOfCustomer(of).some((key) => keysOfRule(its).includes(key))).toBe(true);
    }),
  );
  expect(seen).toBeGreaterThan((fc.readConfigureGlobal().numRuns ?? 0) / 20);
});
