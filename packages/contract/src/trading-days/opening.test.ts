import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { startOfDayAhead } from '../warsaw-time/index.ts';
import { openingOf, openingsAt, openingsEnd, type StoreHours, sundayRules, tradingCalendar } from './index.ts';

const law = tradingCalendar([]);
const store = (all: string | null, facts: Partial<StoreHours> = {}): StoreHours => ({
  mondayHours: all,
  tuesdayHours: all,
  wednesdayHours: all,
  thursdayHours: all,
  fridayHours: all,
  saturdayHours: all,
  sundayHours: all,
  sundayRule: 'tradingSundays',
  hoursExceptions: [],
  ...facts,
});
const usual = store('06:00-22:00');
const night = store('18:00-02:00', { sundayRule: 'always' });
const always = store('00:00-24:00', { sundayRule: 'always' });
const at = (instant: string, its: StoreHours) => openingsAt(Date.parse(instant), law)(its);

describe('opening state and next change', { tags: ['TRADE-03'] }, () => {
  test('are exact at both ends: the start is inclusive, the end exclusive', () => {
    const hoursToday = [{ opens: '06:00', closes: '22:00' }];
    const open = { openNow: true, opensAt: null, closesAt: '2026-11-25T21:00:00.000Z', hoursToday };
    expect(at('2026-11-25T05:00:00Z', usual)).toEqual(open);
    expect(at('2026-11-25T20:59:59.999Z', usual)).toEqual(open);
    expect(at('2026-11-25T04:59:59.999Z', usual)).toEqual({
      openNow: false,
      opensAt: '2026-11-25T05:00:00.000Z',
      closesAt: null,
      hoursToday,
    });
    expect(at('2026-11-25T21:00:00Z', usual)).toMatchObject({ openNow: false, opensAt: '2026-11-26T05:00:00.000Z' });
  });
  test('cover breaks, and skip Sundays and holidays without trade', () => {
    const withBreak = store('08:00-12:00, 13:00-18:00');
    expect(at('2026-11-25T11:30:00Z', withBreak)).toMatchObject({ openNow: false, opensAt: '2026-11-25T12:00:00.000Z' });
    expect(at('2026-11-28T22:00:00Z', usual)).toMatchObject({ openNow: false, opensAt: '2026-11-30T05:00:00.000Z' });
    expect(at('2026-11-29T10:00:00Z', usual)).toMatchObject({ openNow: false, hoursToday: [] });
    // Christmas Eve, both holidays and a Sunday that does not trade.
    expect(at('2026-12-24T10:00:00Z', usual)).toMatchObject({ openNow: false, opensAt: '2026-12-28T05:00:00.000Z' });
  });
  test('hours over midnight belong to the day that they begin on', () => {
    expect(at('2026-11-26T00:30:00Z', night)).toMatchObject({ openNow: true, closesAt: '2026-11-26T01:00:00.000Z' });
    expect(at('2026-11-26T01:30:00Z', night)).toMatchObject({ openNow: false, opensAt: '2026-11-26T17:00:00.000Z' });
    // Saturday night goes on into a Sunday that does not trade.
    expect(at('2026-11-29T00:30:00Z', store('18:00-02:00'))).toMatchObject({ openNow: true, closesAt: '2026-11-29T01:00:00.000Z' });
  });
  test('a store that is always open has no change, a closed one no opening, and one without hours is unknown', () => {
    expect(at('2026-11-29T10:00:00Z', always)).toEqual({
      openNow: true,
      opensAt: null,
      closesAt: null,
      hoursToday: [{ opens: '00:00', closes: '24:00' }],
    });
    const renovated = { ...store(null), hoursExceptions: [{ day: '2026-11-25', hours: null }] };
    expect(at('2026-11-25T10:00:00Z', renovated)).toEqual({ openNow: false, opensAt: null, closesAt: null, hoursToday: [] });
    expect(at('2026-11-25T10:00:00Z', store(null))).toEqual({ openNow: null, opensAt: null, closesAt: null, hoursToday: null });
  });
  test('follow the wall clock across both clock changes', () => {
    const open = store('06:00-22:00', { sundayRule: 'always' });
    // 25 October 2026: 3:00 becomes 2:00.
    expect(at('2026-10-24T21:00:00Z', open)).toMatchObject({ openNow: false, opensAt: '2026-10-25T05:00:00.000Z' });
    expect(at('2026-10-25T20:59:00Z', open)).toMatchObject({ openNow: true, closesAt: '2026-10-25T21:00:00.000Z' });
    expect(at('2026-10-24T23:30:00Z', night)).toMatchObject({ openNow: true, closesAt: '2026-10-25T00:00:00.000Z' });
    // 29 March 2026: 2:00 becomes 3:00.
    expect(at('2026-03-28T21:00:00Z', open)).toMatchObject({ openNow: false, opensAt: '2026-03-29T04:00:00.000Z' });
    expect(at('2026-03-29T19:59:00Z', open)).toMatchObject({ openNow: true, closesAt: '2026-03-29T20:00:00.000Z' });
    expect(at('2026-03-29T00:30:00Z', night)).toMatchObject({ openNow: true, closesAt: '2026-03-29T01:00:00.000Z' });
    for (const instant of ['2026-03-29T00:59:00Z', '2026-03-29T01:00:00Z', '2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'])
      expect(at(instant, always)).toMatchObject({ openNow: true, closesAt: null });
  });
});

describe('openings of many stores', { tags: ['17.3', 'TRADE-03'] }, () => {
  const [STORES, HOURS] = [10_000, 50];
  test('are computed once for each of fifty different hours, however many stores have them', () => {
    let days = 0;
    const counting = tradingCalendar([]);
    const openingFor = openingsAt(Date.parse('2026-11-25T10:00:00Z'), (day) => {
      days += 1;
      return counting(day);
    });
    const openings = Array.from({ length: STORES }, (_, n) => openingFor(store(`06:${10 + (n % HOURS)}-22:00`)));
    expect(new Set(openings).size).toBe(HOURS);
    // Sixteen days are evaluated, and today once more.
    expect(days).toBeLessThanOrEqual(17 * HOURS);
  });
  test('distinguish closed stores from stores without hours', () => {
    const openingFor = openingsAt(Date.parse('2026-11-25T10:00:00Z'), law);
    const closed = { ...store(null), hoursExceptions: [{ day: '2026-12-24', hours: null }] };
    expect([store(null), closed, store(null)].map((its) => openingFor(its).openNow)).toEqual([null, false, null]);
  });

  const hours = fc.constantFrom(null, '06:00-22:00', '08:00-12:00, 13:00-18:00', '18:00-02:00', '00:00-24:00', '22:30-03:30');
  const anException = fc.record({ day: fc.constantFrom('2026-10-24', '2026-10-25', '2026-11-01', '2027-03-28'), hours });
  const aStore = fc.record({
    mondayHours: hours,
    tuesdayHours: hours,
    wednesdayHours: hours,
    thursdayHours: hours,
    fridayHours: hours,
    saturdayHours: hours,
    sundayHours: hours,
    sundayRule: fc.constantFrom(...sundayRules),
    hoursExceptions: fc.uniqueArray(anException, { selector: ({ day }) => day, maxLength: 2 }),
  });
  const MINUTE = 60_000;
  const aroundChanges = fc
    .tuple(fc.constantFrom('2026-10-24T10:00:00Z', '2026-11-27T20:00:00Z', '2027-03-27T10:00:00Z'), fc.nat(4 * 24 * 60))
    .map(([from, minutes]) => Date.parse(from) + minutes * MINUTE);
  test('stay the same until openingsEnd, and then change unless the day ends', () => {
    fc.assert(
      fc.property(fc.array(aStore, { maxLength: 4 }), aroundChanges, fc.double({ min: 0, max: 1, noNaN: true }), (stores, at, share) => {
        const saidAt = (instant: number) => stores.map(openingsAt(instant, law));
        const said = saidAt(at);
        const end = openingsEnd(at, said);
        expect(end).toBeGreaterThan(at);
        for (const later of [at + Math.floor((end - 1 - at) * share), end - 1]) expect(saidAt(later)).toEqual(said);
        if (end !== Date.parse(startOfDayAhead(new Date(at), 1))) expect(saidAt(end)).not.toEqual(said);
      }),
    );
  });
});

describe('closed stores of an audience', { tags: ['TRADE-04', 'TRADE-05'] }, () => {
  const all = [usual, usual, always, night, store(null)].map((its, n) => ({
    ...its,
    id: `s${n}`,
    name: `Nr ${n}`,
    city: 'Hel',
    storeNo: n,
  }));
  const both = [0, 1].map((n) => ({ _id: `s${n}`, name: `Nr ${n}, Hel`, storeNo: n }));
  const told = (instant: string, days: { day: string; edge: 'start' | 'end' }[] = []) =>
    openingOf(all, { at: Date.parse(instant), days, calendar: law });
  test('are counted now and within an hour; a store without hours is counted separately (E-6A)', () => {
    expect(told('2026-11-25T21:30:00Z')).toEqual({ stores: 5, hoursUnknown: 1, closedNow: 2, closingSoon: 0, days: [] });
    expect(told('2026-11-25T20:00:00Z')).toMatchObject({ closedNow: 0, closingSoon: 2 });
    expect(told('2026-11-25T19:59:59Z')).toMatchObject({ closedNow: 0, closingSoon: 0 });
  });
  test('are named for a day, with the nearest day on which all are open: earlier for an end, later for a start', () => {
    const { days } = told('2026-11-25T10:00:00Z', [
      { day: '2026-11-29', edge: 'start' },
      { day: '2026-11-29', edge: 'end' },
      { day: '2026-11-30', edge: 'start' },
      { day: '2026-12-26', edge: 'end' },
    ]);
    expect(days).toEqual([
      { day: '2026-11-29', edge: 'start', closed: 2, named: both, nearest: '2026-11-30' },
      { day: '2026-11-29', edge: 'end', closed: 2, named: both, nearest: '2026-11-28' },
      { day: '2026-11-30', edge: 'start', closed: 0, named: [], nearest: null },
      { day: '2026-12-26', edge: 'end', closed: 2, named: both, nearest: '2026-12-28' },
    ]);
  });
  test('are named up to the first hundred', () => {
    const many = Array.from({ length: 120 }, (_, n) => ({ ...usual, id: `s${n}`, name: 'Nr', city: 'Hel', storeNo: null }));
    const { days } = openingOf(many, {
      at: Date.parse('2026-11-25T10:00:00Z'),
      days: [{ day: '2026-11-29', edge: 'start' }],
      calendar: law,
    });
    expect(days[0]).toMatchObject({ closed: 120, named: expect.objectContaining({ length: 100 }) });
  });
  test('have no past day as the nearest one on which all are open', () => {
    expect(told('2026-11-29T10:00:00Z', [{ day: '2026-11-29', edge: 'end' }]).days[0]?.nearest).toBe('2026-11-30');
  });
});
