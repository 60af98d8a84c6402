import fc from 'fast-check';
import { expect, test } from 'vitest';
import { includeStoreTypes, storeTypes } from '../audience/index.ts';
import { audienceFactsOf, viewerStateOf } from './index.ts';

const LAST = 20;
const instant = fc.integer({ min: 1, max: LAST });
const dated = fc.option(instant.map((at) => new Date(at).toISOString()));
const some = (...names: string[]) => fc.subarray(names);
const facts: fc.Arbitrary<Parameters<typeof audienceFactsOf>[0]> = fc.record({
  includeStoreType: fc.constantFrom(...includeStoreTypes),
  includeStores: some('s', 't'),
  excludeStores: some('s', 't'),
  includeStoreGroups: some('g'),
  excludeStoreGroups: some('g'),
  segments: some('a'),
  version: fc.constantFrom('', '>=2.0.0'),
  disabled: fc.boolean(),
  publicationStart: dated,
  publicationEnd: dated,
  tab: fc.constant(null),
  hiddenOnStart: fc.boolean(),
  clickableWhenFuture: fc.boolean(),
  validityStart: dated,
});
const store = fc.record({
  id: fc.constantFrom('s', 't'),
  storeType: fc.constantFrom(...storeTypes),
  groups: some('g'),
  formerGroups: some('g'),
  deleted: fc.boolean(),
});
const customer = fc.record({ store: fc.option(store), segments: some('a'), appVersion: fc.constantFrom('1.0.0', '2.0.0') });

test(
  'the state of an item for a viewer does not change before the instant it names, and null never changes',
  { tags: ['APP-05', '17.3'] },
  () => {
    let differing = 0;
    fc.assert(
      fc.property(facts, customer, (item, who) => {
        const states = Array.from({ length: LAST + 3 }, (_, at) => viewerStateOf(item, { ...who, at }));
        for (const [at, state] of states.entries()) {
          const later = states.slice(at);
          if (!state) {
            expect(later.every((one) => one === null)).toBe(true);
            continue;
          }
          const { part, until } = state;
          const within = later.slice(0, until === null ? undefined : until - at);
          for (const one of within) expect(one).toEqual({ part, until });
          if (until !== null && JSON.stringify(states[until]?.part) !== JSON.stringify(part)) differing += 1;
        }
      }),
    );
    expect(differing).toBeGreaterThan((fc.readConfigureGlobal().numRuns ?? 0) / 10);
  },
);

test('the precomputed facts of an item give every viewer the same state as the item', { tags: ['APP-05', '17.3'] }, () => {
  fc.assert(
    fc.property(facts, customer, fc.integer({ min: 0, max: LAST + 2 }), (item, who, at) => {
      expect(viewerStateOf(audienceFactsOf(item), { ...who, at })).toEqual(viewerStateOf(item, { ...who, at }));
    }),
  );
});
