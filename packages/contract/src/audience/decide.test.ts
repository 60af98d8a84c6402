import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Aimed, AudienceRule, decide, includeStoreTypes, storeTypes, type Viewer } from './index.ts';

const item = (facts: Partial<Aimed> = {}): Aimed => ({
  ...AudienceRule.parse({ includeStoreType: 'all' }),
  segments: [],
  version: '',
  disabled: false,
  publicationStart: null,
  publicationEnd: null,
  ...facts,
});
const viewer = (facts: Partial<Viewer> = {}): Viewer => ({
  store: { id: 's', storeType: 'super', groups: ['g'], formerGroups: [], deleted: false },
  segments: [],
  appVersion: '3.2.0',
  at: Date.parse('2026-06-01T10:00:00Z'),
  ...facts,
});
const because = (aimed: Aimed, who: Viewer) =>
  decide(aimed, who)
    .reasons.filter(({ hides }) => hides)
    .map((reason) => reason.because);

describe('decide: who sees an item, and why', () => {
  test('both ends of the window are inside, empty ends are open', { tags: ['A-75'] }, () => {
    const window = { publicationStart: '2026-06-01T10:00:00.000Z', publicationEnd: '2026-06-01T10:00:00.000Z' };
    expect(decide(item(window), viewer()).visible).toBe(true);
    expect(because(item({ publicationStart: '2026-06-01T10:00:00.001Z' }), viewer())).toEqual(['notYet']);
    expect(because(item({ publicationEnd: '2026-06-01T09:59:59.999Z' }), viewer())).toEqual(['over']);
    expect(decide(item(), viewer()).visible).toBe(true);
  });
  test('the deciding part of the rule is named, exclusion first', { tags: ['A-40'] }, () => {
    const reason = (facts: Partial<Aimed>) => decide(item(facts), viewer()).reasons.find(({ rule }) => rule === 'store')?.because;
    expect(reason({ excludeStores: ['s'], includeStores: ['s'] })).toBe('excluded');
    expect(reason({ excludeStoreGroups: ['g'] })).toBe('groupExcluded');
    expect(reason({})).toBe('everyStore');
    expect(reason({ includeStoreType: 'super' })).toBe('type');
    expect(reason({ includeStoreType: 'contact', includeStores: ['s'] })).toBe('included');
    expect(reason({ includeStoreType: '', includeStoreGroups: ['g'] })).toBe('groupIncluded');
    expect(reason({ includeStoreType: '' })).toBe('notChosen');
  });
  test('an include list of missing stores and groups reaches no customer instead of all', { tags: ['A-72'] }, () => {
    expect(decide(item({ includeStoreType: '', includeStores: ['gone'], includeStoreGroups: ['gone'] }), viewer()).visible).toBe(false);
  });
  test('a customer without a store sees items for every store, but those with excludes are marked as unsure', () => {
    const without = viewer({ store: null });
    expect(decide(item(), without)).toMatchObject({ visible: true, reasons: [{}, { because: 'withoutStore' }, {}, {}, {}] });
    expect(decide(item({ excludeStores: ['t'] }), without).reasons[1]).toMatchObject({ because: 'withoutStoreUnsure', hides: false });
    expect(because(item({ includeStoreType: 'super', includeStores: ['s'] }), without)).toEqual(['storeNeeded']);
  });
  test('customers of a deleted store count as without a store, but its excludes still hide items', { tags: ['D-30'] }, () => {
    const left = viewer({ store: { id: 's', storeType: 'super', groups: ['g'], formerGroups: ['f'], deleted: true } });
    expect(because(item({ excludeStores: ['s'] }), left)).toEqual(['excluded']);
    expect(because(item({ excludeStoreGroups: ['g'] }), left)).toEqual(['groupExcluded']);
    expect(because(item({ excludeStoreGroups: ['f'] }), left)).toEqual(['groupExcluded']);
    expect(because(item({ includeStoreType: 'super', includeStores: ['s'] }), left)).toEqual(['storeNeeded']);
    expect(decide(item(), left).reasons[1]).toMatchObject({ because: 'withoutStore', hides: false });
    expect(decide(item({ excludeStores: ['t'] }), left).reasons[1]).toMatchObject({ because: 'withoutStoreUnsure', hides: false });
  });
  test('any of the segments; without segments everyone', { tags: ['A-78', 'CONT-SEG-07'] }, () => {
    expect(decide(item({ segments: ['a', 'b'] }), viewer({ segments: ['b'] })).visible).toBe(true);
    expect(because(item({ segments: ['a'] }), viewer({ segments: ['b'] }))).toEqual(['notMember']);
  });
  test('hides items of other versions, shows disabled items as inactive, and skips null segments and versions', { tags: ['A-91'] }, () => {
    expect(because(item({ version: '>= 3.3.0' }), viewer())).toEqual(['otherVersion']);
    expect(decide(item({ disabled: true }), viewer())).toMatchObject({
      visible: true,
      reasons: [{}, {}, {}, {}, { because: 'shownInactive' }],
    });
    expect(decide(item({ version: '>9', segments: ['a'] }), viewer({ segments: null, appVersion: null })).visible).toBe(true);
  });
  test('returns all reasons that hide an item, not only the first', () => {
    const aimed = item({ publicationEnd: '2020-01-01T00:00:00Z', excludeStores: ['s'], segments: ['x'], version: '1.x' });
    expect(because(aimed, viewer())).toEqual(['over', 'excluded', 'notMember', 'otherVersion']);
  });

  test('10,000 random items and audiences agree with a model that lists, for every item, who may see it', () => {
    const stores = ['a', 'b', 'c'].map((id, at) => ({
      id,
      storeType: storeTypes[at] ?? ('contact' as const),
      groups: [['g'], ['g', 'h'], []][at] ?? [],
      formerGroups: [[], [], ['h']][at] ?? [],
      deleted: false,
    }));
    const segments = fc.subarray(['x', 'y', 'z']);
    const instant = fc.option(fc.integer({ min: 0, max: 4 }).map((hour) => new Date(hour * 3_600_000).toISOString()));
    const anyItem: fc.Arbitrary<Aimed> = fc.record({
      includeStoreType: fc.constantFrom(...includeStoreTypes),
      includeStores: fc.subarray(['a', 'b', 'gone']),
      excludeStores: fc.subarray(['b', 'c', 'gone']),
      includeStoreGroups: fc.subarray(['g', 'h', 'gone']),
      excludeStoreGroups: fc.subarray(['h', 'gone']),
      segments,
      version: fc.constantFrom('', '>=2.0.0', '<2.0.0', '1.x', 'nonsense'),
      disabled: fc.boolean(),
      publicationStart: instant,
      publicationEnd: instant,
    });
    const versions: Record<string, (major: number) => boolean> = {
      '': () => true,
      '>=2.0.0': (major) => major >= 2,
      '<2.0.0': (major) => major < 2,
      '1.x': (major) => major === 1,
      nonsense: () => false,
    };
    fc.assert(
      fc.property(
        anyItem,
        fc.constantFrom(null, ...stores),
        segments,
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 0, max: 4 }),
        (aimed, store, has, major, hour) => {
          const at = hour * 3_600_000;
          const times = [0, 1, 2, 3, 4].map((n) => n * 3_600_000);
          const open = times.filter(
            (time) =>
              !(aimed.publicationStart && time < Date.parse(aimed.publicationStart)) &&
              !(aimed.publicationEnd && time > Date.parse(aimed.publicationEnd)),
          );
          const chosen = new Set<string>();
          for (const one of stores) {
            if (aimed.includeStoreType === 'all' || aimed.includeStoreType === one.storeType || aimed.includeStores.includes(one.id))
              chosen.add(one.id);
            for (const group of aimed.includeStoreGroups) if (one.groups.includes(group)) chosen.add(one.id);
          }
          for (const one of stores) {
            const everIn = [...one.groups, ...one.formerGroups];
            if (aimed.excludeStores.includes(one.id) || everIn.some((group) => aimed.excludeStoreGroups.includes(group)))
              chosen.delete(one.id);
          }
          const expected =
            open.includes(at) &&
            (store === null ? aimed.includeStoreType === 'all' : chosen.has(store.id)) &&
            (aimed.segments.length === 0 || new Set([...aimed.segments, ...has]).size < aimed.segments.length + has.length) &&
            (versions[aimed.version]?.(major) ?? false);
          return decide(aimed, { store, segments: has, appVersion: `${major}.0.0`, at }).visible === expected;
        },
      ),
    );
  });
});
