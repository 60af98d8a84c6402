import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Aimed, decide, includeStoreTypes, type AudienceStore, storeTypes } from '../audience/index.ts';
import { findingsOf, isWhole, type LinkSource, meetsLink, narrowed, shortened, widened } from './index.ts';

/** Cases of each property. */
const { numRuns: RUNS = 0 } = fc.readConfigureGlobal();
const DAY = 86_400_000;
const [STORES, GROUPS, SEGMENTS] = [
  ['a', 'b', 'c', 'd', 'e'],
  ['g', 'h'],
  ['x', 'y', 'z'],
];
const VERSIONS = ['', '>= 3.2.0', '<3', '3.x', '1.5.x || >=4', '2.0.0', '<=2.1.0'];
const appVersions = ['0.0.0', '1.5.3', '2.0.0', '2.1.0', '2.1.1', '3.0.0', '3.2.0', '3.9.9', '4.0.0', '12.0.0'];

const instant = fc.option(fc.integer({ min: 0, max: 6 }).map((day) => new Date(Date.UTC(2026, 5, 1) + day * DAY).toISOString()));
const rule = fc.record({
  includeStoreType: fc.constantFrom(...includeStoreTypes),
  includeStores: fc.subarray(STORES, { maxLength: 3 }),
  excludeStores: fc.subarray(STORES, { maxLength: 2 }),
  includeStoreGroups: fc.subarray(GROUPS),
  excludeStoreGroups: fc.subarray(GROUPS, { maxLength: 1 }),
});
const window = fc.record({ start: instant, end: instant }).filter(({ start, end }) => start === null || end === null || start <= end);
const anItem = fc
  .tuple(rule, fc.subarray(SEGMENTS, { maxLength: 2 }), fc.constantFrom(...VERSIONS), window)
  .map(([aimed, segments, version, { start, end }]): Aimed => ({
    ...aimed,
    segments,
    version,
    disabled: false,
    publicationStart: start,
    publicationEnd: end,
  }));
const aSource = fc
  .tuple(anItem, fc.boolean())
  .filter(([{ publicationStart }]) => publicationStart !== null)
  .map(([{ publicationStart, publicationEnd, ...aimed }, sent]): LinkSource => ({
    ...aimed,
    is: sent ? 'sent' : 'shown',
    segments: sent ? [] : [...aimed.segments],
    version: sent ? '' : aimed.version,
    from: publicationStart ?? '',
    until: publicationEnd,
  }));
const aChain = fc.tuple(
  ...STORES.map((id, at) =>
    fc.record({
      id: fc.constant(id),
      storeType: fc.constantFrom(...storeTypes),
      groups: fc.subarray(GROUPS),
      formerGroups: fc.constant<string[]>([]),
      deleted: fc.constant(at === STORES.length - 1),
    }),
  ),
);
const scene = fc.record({ source: aSource, item: anItem, stores: aChain });
const has = { segments: true, version: true };

/** Returns readers of all stores, segments and versions at the instants around each change. */
const readers = (stores: readonly AudienceStore[], source: LinkSource, item: Aimed) => {
  const edges = [source.from, source.until, item.publicationStart, item.publicationEnd].flatMap((at) =>
    at === null ? [] : [Date.parse(at)],
  );
  const instants = [...new Set(edges.flatMap((at) => [at - 1, at, at + 1]))];
  const segments = [[], ['x'], ['y', 'z'], SEGMENTS];
  return [...stores, null].flatMap((store) =>
    segments.flatMap((its) => appVersions.flatMap((appVersion) => instants.map((at) => ({ store, segments: its, appVersion, at })))),
  );
};
const lost = (stores: readonly AudienceStore[], source: LinkSource, item: Aimed) =>
  readers(stores, source, item).filter((reader) => meetsLink(source, reader) && !decide(item, reader).visible);

describe('links and their fixes', { tags: ['LINK-01', 'LINK-02'] }, () => {
  test('findings cover every reader who has the link and cannot open the item', { tags: ['LINK-01'] }, () => {
    fc.assert(
      fc.property(scene, ({ source, item, stores }) => {
        const found = findingsOf(source, item, stores);
        const missed = lost(stores, source, item);
        if (isWhole(found)) expect(missed).toEqual([]);
        const { before, after } = found;
        const inGap = (at: number): boolean =>
          [before, after].some((gap) => gap !== null && at >= Date.parse(gap.from) && (gap.until === null || at <= Date.parse(gap.until)));
        const named = new Set([...found.stores.map(({ id }) => id), ...(found.withoutStore ? ['none'] : [])]);
        const narrower = found.segments.length > 0 || found.versions.length > 0;
        expect(missed.filter(({ store, at }) => !narrower && !inGap(at) && !named.has(store?.id ?? 'none'))).toEqual([]);
      }),
    );
  });
  test(
    'a narrowed audience with a shortened time has only readers who can open the item, and adds no recipients',
    { tags: ['LINK-02'] },
    () => {
      let mended = 0;
      fc.assert(
        fc.property(scene, ({ source, item, stores }) => {
          const [audience, life] = [narrowed(source, item, { stores, has }), shortened(source, item)];
          if (!audience || !life) return;
          mended += 1;
          const after: LinkSource = { ...source, ...audience, ...life };
          expect(lost(stores, after, item)).toEqual([]);
          expect(isWhole(findingsOf(after, item, stores))).toBe(true);
          for (const reader of readers(stores, source, item)) if (meetsLink(after, reader)) expect(meetsLink(source, reader)).toBe(true);
        }),
      );
      expect(mended).toBeGreaterThan(RUNS / 20);
    },
  );
  test('a narrowed audience resolves findings by reader, a shortened time those by time', { tags: ['LINK-02'] }, () => {
    fc.assert(
      fc.property(scene, ({ source, item, stores }) => {
        const audience = narrowed(source, item, { stores, has });
        if (audience)
          expect(findingsOf({ ...source, ...audience }, item, stores)).toMatchObject({
            stores: [],
            withoutStore: false,
            segments: [],
            versions: [],
          });
        const life = shortened(source, item);
        if (life) expect(findingsOf({ ...source, ...life }, item, stores)).toMatchObject({ before: null, after: null });
      }),
    );
  });
  test('a widened item is open to all who have the link, and to no other store', { tags: ['LINK-02'] }, () => {
    let mended = 0;
    fc.assert(
      fc.property(scene, ({ source, item, stores }) => {
        const wide = widened(item, source, stores);
        if (!wide) return;
        mended += 1;
        const after: Aimed = { ...item, ...wide };
        expect(lost(stores, source, after)).toEqual([]);
        expect(isWhole(findingsOf(source, after, stores))).toBe(true);
        const timeless = { publicationStart: null, publicationEnd: null, segments: [], version: '' };
        for (const store of stores.filter(({ deleted }) => !deleted)) {
          const reader = { store, segments: [], appVersion: '3.2.0', at: 0 };
          const open = (one: Aimed): boolean => decide({ ...one, ...timeless }, reader).visible;
          const reached = meetsLink({ ...source, segments: [], version: '', from: new Date(0).toISOString(), until: null }, reader);
          expect(open(after)).toBe(open(item) || reached);
        }
      }),
    );
    expect(mended).toBeGreaterThan(RUNS / 2);
  });
});
