import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Aimed, decide, type Hiding, includeStoreTypes, type AudienceStore, storeTypes, type Viewer, whyHidden } from './index.ts';

const NOW = Date.parse('2026-11-25T10:00:00Z');
const HOUR = 3_600_000;
const ids = ['a', 'b', 'c'];
const groups = ['g', 'h', 'i'];
const hour = fc.option(fc.integer({ min: -3, max: 3 }).map((at) => new Date(NOW + at * HOUR).toISOString()));

const anItem: fc.Arbitrary<Aimed> = fc
  .record({
    includeStoreType: fc.constantFrom(...includeStoreTypes),
    includeStores: fc.subarray(ids),
    excludeStores: fc.subarray(ids),
    includeStoreGroups: fc.subarray(groups),
    excludeStoreGroups: fc.subarray(groups),
    segments: fc.subarray(['x', 'y']),
    version: fc.constantFrom('', '>=2.0.0', '<2.0.0'),
    disabled: fc.boolean(),
    publicationStart: hour,
    publicationEnd: hour,
  })
  .filter(({ publicationStart, publicationEnd }) => !publicationStart || !publicationEnd || publicationStart <= publicationEnd);
const aStore: fc.Arbitrary<AudienceStore> = fc
  .tuple(fc.constantFrom(...ids), fc.constantFrom(...storeTypes), fc.subarray(groups), fc.boolean(), fc.nat({ max: groups.length }))
  .map(([id, storeType, its, deleted, split]) => ({
    id,
    storeType,
    groups: its.slice(0, split),
    formerGroups: its.slice(split),
    deleted,
  }));
const aViewer: fc.Arbitrary<Viewer> = fc.record({
  store: fc.option(aStore),
  segments: fc.subarray(['x', 'z']),
  appVersion: fc.constantFrom('1.0.0', '2.5.0'),
  at: fc.integer({ min: -4, max: 4 }).map((at) => NOW + at * HOUR),
});

/** The item with one rule otherwise, and no more than that. */
const without = (item: Aimed, { at, store }: Viewer, hiding: Hiding): Aimed => {
  switch (hiding.because) {
    case 'notYet':
      return { ...item, publicationStart: new Date(at).toISOString() };
    case 'over':
      return { ...item, publicationEnd: new Date(at).toISOString() };
    case 'excluded':
      return { ...item, excludeStores: item.excludeStores.filter((id) => id !== store?.id) };
    case 'groupExcluded':
      return {
        ...item,
        excludeStoreGroups: item.excludeStoreGroups.filter((id) => ![...hiding.groups, ...hiding.formerGroups].includes(id)),
      };
    case 'notChosen':
      return { ...item, includeStores: [...item.includeStores, store?.id ?? ''] };
    case 'storeNeeded':
      return { ...item, includeStoreType: 'all' };
    case 'notMember':
      return { ...item, segments: [] };
    case 'otherVersion':
      return { ...item, version: '' };
  }
};

test('lifting all reasons that hide an item shows it, and lifting all but one does not', { tags: ['PREV-03'] }, () => {
  fc.assert(
    fc.property(anItem, aViewer, (item, viewer) => {
      const told = whyHidden(item, viewer);
      expect(told.length === 0).toBe(decide(item, viewer).visible);
      const otherwise = (changed: readonly Hiding[]): boolean =>
        decide(
          changed.reduce((before, hiding) => without(before, viewer, hiding), item),
          viewer,
        ).visible;
      expect(otherwise(told)).toBe(true);
      for (const left of told) expect(otherwise(told.filter((hiding) => hiding !== left))).toBe(false);
    }),
  );
});

test('returns both reasons for a store that is excluded and not included, with the excluded groups', { tags: ['PREV-03'] }, () => {
  const item: Aimed = {
    includeStoreType: '',
    includeStores: ['b'],
    excludeStores: ['a'],
    includeStoreGroups: [],
    excludeStoreGroups: ['g', 'h', 'i'],
    segments: ['x'],
    version: '>=2.0.0',
    disabled: true,
    publicationStart: '2026-12-01T07:00:00.000Z',
    publicationEnd: null,
  };
  const store: AudienceStore = { id: 'a', storeType: 'super', groups: ['g'], formerGroups: ['i'], deleted: false };
  expect(whyHidden(item, { store, segments: [], appVersion: '1.0.0', at: NOW })).toEqual([
    { because: 'notYet', at: '2026-12-01T07:00:00.000Z' },
    { because: 'excluded' },
    { because: 'groupExcluded', groups: ['g'], formerGroups: ['i'] },
    { because: 'notChosen' },
    { because: 'notMember', segments: ['x'] },
    { because: 'otherVersion', version: '>=2.0.0' },
  ]);
  expect(whyHidden(item, { store: null, segments: ['x'], appVersion: '2.0.0', at: Date.parse('2026-12-02T07:00:00Z') })).toEqual([
    { because: 'storeNeeded' },
  ]);
});
