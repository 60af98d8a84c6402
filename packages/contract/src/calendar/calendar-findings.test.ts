import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decide, includeStoreTypes, type AudienceStore, storeTypes } from '../audience/index.ts';
import { type CalendarSpan, couponCollisions, type PlannedContent, spanAround, spanBeside, spanOpenedOn, withoutLeaflet } from './index.ts';

const store = (id: string, facts: Partial<AudienceStore> = {}): AudienceStore => ({
  id,
  storeType: 'super',
  groups: [],
  formerGroups: [],
  deleted: false,
  ...facts,
});
const item = (_id: string, facts: Partial<PlannedContent> = {}): PlannedContent => ({
  _id,
  contentType: 'promoCode',
  name: _id,
  includeStoreType: 'all',
  includeStores: [],
  excludeStores: [],
  includeStoreGroups: [],
  excludeStoreGroups: [],
  segments: [],
  version: '',
  disabled: false,
  publicationStart: '2026-12-01T05:00:00.000Z',
  publicationEnd: '2026-12-07T22:00:00.000Z',
  validityStart: null,
  validityEnd: null,
  productEANs: ['5901234123457'],
  ...facts,
});
const december = { from: Date.parse('2026-11-30T23:00:00Z'), to: Date.parse('2026-12-31T23:00:00Z') };
/** Returns only the pairs that collide. */
const collisionsOf = (...asked: Parameters<typeof couponCollisions<AudienceStore>>) =>
  [...couponCollisions(...asked)].filter((one) => one !== null);
const stores = [store('a'), store('b', { storeType: 'contact', groups: ['g'] }), store('c', { groups: ['g'] })];

test('two weeks begin on a Monday, a month and a quarter on their first day', { tags: ['CAL-01'] }, () => {
  expect(spanAround('twoWeeks', '2026-12-06')).toEqual({ from: '2026-11-30', to: '2026-12-13' });
  expect(spanAround('month', '2026-12-06')).toEqual({ from: '2026-12-01', to: '2026-12-31' });
  expect(spanAround('quarter', '2027-02-28')).toEqual({ from: '2027-01-01', to: '2027-03-31' });
  const beside = (span: CalendarSpan, day: string, side: -1 | 1): string => spanBeside(span, spanAround(span, day), side);
  expect([beside('quarter', '2026-12-06', 1), beside('month', '2027-01-31', -1), beside('twoWeeks', '2026-12-06', 1)]).toEqual([
    '2027-01-01',
    '2026-12-01',
    '2026-12-14',
  ]);
});

test('a month or quarter that is nearly over opens on the weeks from this Monday on', { tags: ['CAL-01'] }, () => {
  expect(spanOpenedOn('month', '2026-12-24')).toEqual(spanAround('month', '2026-12-24'));
  expect(spanOpenedOn('month', '2026-12-25')).toEqual({ from: '2026-12-21', to: '2027-01-24' });
  expect(spanOpenedOn('quarter', '2026-11-30')).toEqual(spanAround('quarter', '2026-11-30'));
  expect(spanOpenedOn('quarter', '2026-12-31')).toEqual({ from: '2026-12-28', to: '2027-03-28' });
  expect(spanOpenedOn('twoWeeks', '2026-12-06')).toEqual(spanAround('twoWeeks', '2026-12-06'));
});

describe('stores without a leaflet', { tags: ['CAL-04'] }, () => {
  const leaflet = (facts: Partial<PlannedContent>) => item('l', { contentType: 'leaflet', ...facts });
  const missing = (...items: PlannedContent[]) => withoutLeaflet(items, stores, '2026-12-07').map(({ id }) => id);
  test('considers the audience at noon of the day, and ignores disabled leaflets', () => {
    expect(missing()).toEqual(['a', 'b', 'c']);
    expect(missing(leaflet({}))).toEqual([]);
    expect(missing(leaflet({ includeStoreType: 'super' }))).toEqual(['b']);
    expect(missing(leaflet({ excludeStoreGroups: ['g'] }))).toEqual(['b', 'c']);
    expect(missing(leaflet({ publicationEnd: '2026-12-07T10:59:00Z' }))).toEqual(['a', 'b', 'c']);
    expect(missing(leaflet({ disabled: true }), item('coupon'))).toEqual(['a', 'b', 'c']);
  });
});

describe('colliding coupons', { tags: ['CAL-04'] }, () => {
  const meeting = (one: Partial<PlannedContent>, other: Partial<PlannedContent>) =>
    collisionsOf([item('x', one), item('y', other)], [null, ...stores], december).map(({ eans, stores: at }) => [
      eans.join(),
      at()
        .map(({ id }) => id)
        .join(),
    ]);
  test('have the same product for the same customers at the same time', () => {
    expect(meeting({}, {})).toEqual([['5901234123457', 'a,b,c']]);
    expect(meeting({}, { productEANs: ['5900000000008'] })).toEqual([]);
    expect(meeting({ productEANs: ['1', '2', '3'] }, { productEANs: ['3', '2'] })).toEqual([['2,3', 'a,b,c']]);
  });
  test('have stores, versions and days in common', () => {
    expect(meeting({ includeStoreType: 'contact' }, {})).toEqual([['5901234123457', 'b']]);
    expect(meeting({ includeStoreType: 'contact' }, { excludeStoreGroups: ['g'] })).toEqual([]);
    expect(meeting({ includeStoreType: '', includeStores: ['a'] }, { includeStoreType: '', includeStoreGroups: ['g'] })).toEqual([]);
    expect(meeting({ version: '< 2.0.0' }, { version: '>= 2.0.0' })).toEqual([]);
    expect(meeting({ version: '< 2.0.0' }, { version: '>= 1.9.0' })).toHaveLength(1);
    expect(meeting({ publicationEnd: '2026-12-03T00:00:00Z' }, { publicationStart: '2026-12-03T00:00:00.001Z' })).toEqual([]);
    expect(meeting({ publicationEnd: '2026-12-03T00:00:00Z' }, { publicationStart: '2026-12-03T00:00:00.000Z' })).toHaveLength(1);
    expect(meeting({ validityEnd: '2026-12-03T00:00:00Z' }, { validityStart: '2026-12-04T00:00:00Z' })).toEqual([]);
    expect(meeting({ disabled: true }, {})).toEqual([]);
    expect(meeting({ segments: ['Rodzina'] }, { segments: ['Seniorzy'] })).toHaveLength(1);
  });
  test('may collide for customers without a store only', () => {
    expect(collisionsOf([item('x'), item('y')], [null], december).map(({ stores: at }) => at())).toEqual([[]]);
    expect(collisionsOf([item('x', { includeStoreType: 'super' }), item('y')], [null], december)).toEqual([]);
  });
  test(
    'match each of many coupons with the stores only once, and are returned once each, in the order of the items',
    { tags: ['17.1'] },
    () => {
      let asked = 0;
      const places = Array.from({ length: 70 }, (_, n) => store(`s${n}`));
      // A rule reads `groups` first of a store, so this getter counts the evaluations.
      const counting = places.map((place) =>
        Object.defineProperty({ ...place }, 'groups', { get: () => ((asked += 1), []), enumerable: true }),
      );
      const coupons = Array.from({ length: 40 }, (_, n) =>
        item(`c${n}`, {
          includeStoreType: '',
          includeStores: [`s${n}`, `s${n + 1}`],
          excludeStoreGroups: ['x'],
          productEANs: n % 2 === 0 ? ['1', '2'] : ['2', '1'],
          // Not in chronological order, as in a list.
          publicationStart: `2026-12-${String(((n * 7) % 5) + 1).padStart(2, '0')}T05:00:00.000Z`,
        }),
      );
      const found = collisionsOf(coupons, counting, december).map(({ coupons: [one, other], stores: at }) => [
        one._id,
        other._id,
        at().length,
      ]);
      expect(found.toSorted()).toEqual(Array.from({ length: 39 }, (_, n) => [`c${n}`, `c${n + 1}`, 1]).toSorted());
      expect(asked).toBeLessThanOrEqual(coupons.length * places.length * 2);
    },
  );
  test('are compared once even if they share many products', { tags: ['17.1'] }, () => {
    let reads = 0;
    const eans = Array.from({ length: 100 }, (_, n) => String(n));
    const counted = () => new Proxy([...eans], { get: (list, key) => ((reads += 1), Reflect.get(list, key)) });
    const coupons = ['x', 'y', 'z'].map((id) => item(id, { productEANs: counted() }));
    expect(collisionsOf(coupons, [null], december).map((one) => one.eans)).toEqual([eans, eans, eans]);
    expect(reads).toBeLessThanOrEqual(eans.length * coupons.length * 10);
  });
  test('are the ones that decide() finds, viewer by viewer and hour by hour', () => {
    const HOUR = 3_600_000;
    const base = Date.parse('2026-12-01T00:00:00Z');
    const hour = fc.option(fc.integer({ min: 0, max: 6 }));
    const instant = (at: number | null): string | null => (at === null ? null : new Date(base + at * HOUR).toISOString());
    const place = fc.record({
      storeType: fc.constantFrom(...storeTypes),
      groups: fc.subarray(['g', 'h']),
      deleted: fc.boolean(),
    });
    const coupon = fc.record({
      includeStoreType: fc.constantFrom(...includeStoreTypes),
      includeStores: fc.subarray(['0', '1', '2']),
      excludeStores: fc.subarray(['0', '1'], { maxLength: 1 }),
      includeStoreGroups: fc.subarray(['g', 'h']),
      excludeStoreGroups: fc.subarray(['g'], { maxLength: 1 }),
      version: fc.constantFrom('', '>=2.0.0', '<2.0.0', '1.x'),
      publicationStart: hour.map(instant),
      publicationEnd: hour.map(instant),
      productEANs: fc.subarray(['1', '2']),
    });
    const within = { from: base, to: base + 6 * HOUR };
    fc.assert(
      fc.property(fc.array(place, { maxLength: 3 }), fc.tuple(coupon, coupon), (placed, [one, other]) => {
        const all = placed.map((facts, at) => store(String(at), facts));
        const [x, y] = [item('x', one), item('y', other)];
        const hours = Array.from({ length: 7 }, (_, n) => base + n * HOUR);
        const versions = ['1.0.0', '1.5.0', '2.0.0', '3.0.0'];
        const meets = [null, ...all].some((place) =>
          hours.some((at) =>
            versions.some((appVersion) => {
              const viewer = { store: place, segments: null, appVersion, at };
              return decide(x, viewer).visible && decide(y, viewer).visible;
            }),
          ),
        );
        const shares = x.productEANs.some((ean) => y.productEANs.includes(ean));
        expect(collisionsOf([x, y], [null, ...all], within).length > 0).toBe(meets && shares);
      }),
    );
  });
});
