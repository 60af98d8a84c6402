import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  clockChangeAt,
  daysLater,
  instantOfWallClock,
  otherOfTwo,
  warsawWallClock,
  readInstant,
  startOfDayAhead,
  warsawDay,
  warsawMinute,
} from './index.ts';

describe('Warsaw days, on any host and across clock changes', { tags: ['A-32'] }, () => {
  test('14 calendar days ahead, at start of day, across both clock changes', { tags: ['CONST-06'] }, () => {
    expect(startOfDayAhead('2026-10-20T21:59:00Z', 14)).toBe('2026-11-02T23:00:00.000Z');
    expect(startOfDayAhead('2026-10-20T22:01:00Z', 14)).toBe('2026-11-03T23:00:00.000Z');
    expect(startOfDayAhead('2027-03-20T12:00:00Z', 14)).toBe('2027-04-02T22:00:00.000Z');
  });
  test('every day of two years has one start, and it is midnight in Warsaw', () => {
    for (let n = 0; n < 730; n += 1) {
      const day = new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10);
      expect(warsawMinute(readInstant(day) ?? '')).toBe(`${day} 00:00`);
    }
  });
  test('the day changes at Warsaw midnight', { tags: ['N10'] }, () => {
    expect(warsawDay('2026-10-25T21:59:59.900Z')).toBe('2026-10-25');
    expect(warsawDay('2026-10-25T23:00:00.100Z')).toBe('2026-10-26');
    expect(warsawDay('2027-03-28T21:59:59.900Z')).toBe('2027-03-28');
    expect(warsawDay('2027-03-28T22:00:00.100Z')).toBe('2027-03-29');
  });
  test('invalid text is null', () => {
    expect(['', 'x', '2027-02-30', '2027-01-01T25:00Z', '20270101'].map(readInstant)).toEqual([null, null, null, null, null]);
  });
  test('the years 2000 to 2100 of Warsaw, to the millisecond', { tags: ['D-32'] }, () => {
    expect(['2000-01-01', '1999-12-31T23:00:00Z', '2100-12-31', '2100-12-31T22:59:59.999Z'].map(readInstant)).toEqual([
      '1999-12-31T23:00:00.000Z',
      '1999-12-31T23:00:00.000Z',
      '2100-12-30T23:00:00.000Z',
      '2100-12-31T22:59:59.999Z',
    ]);
    for (const text of ['1999-12-31', '1999-12-31T22:59:59.999Z', '2101-01-01', '2100-12-31T23:00:00Z', '0000-01-01', '9999-12-31'])
      expect(readInstant(text), text).toBeNull();
  });
  test('an accepted text keeps its instant, and parsing the result returns the same', { tags: ['D-32'] }, () => {
    const two = fc.integer({ min: 0, max: 61 }).map((n) => String(n).padStart(2, '0'));
    const zone = fc.oneof(
      fc.constant('Z'),
      fc.tuple(fc.constantFrom('+', '-'), two, two).map(([sign, h, m]) => `${sign}${h}:${m}`),
    );
    const text = fc
      .tuple(fc.constantFrom('0000', '1999', '2000', '2024', '2026', '2100', '2101', '9999'), two, two, two, two, two, zone)
      .map(([year, month, day, h, m, s, zone]) => `${year}-${month}-${day}T${h}:${m}:${s}${zone}`);
    fc.assert(
      fc.property(text, (sent) => {
        const read = readInstant(sent);
        return read === null || (Date.parse(read) === Date.parse(sent.replace(/:60(?=[Z+-])/, ':59')) && readInstant(read) === read);
      }),
    );
  });
});

test('seven days later is the same wall clock, also across a clock change', { tags: ['CONT-PUB-14', 'A-32'] }, () => {
  expect(warsawWallClock(daysLater('2026-10-22T06:00:00.000Z', 7))).toBe('2026-10-29T08:00');
  expect(daysLater('2026-10-22T06:00:00.000Z', 7)).toBe('2026-10-29T07:00:00.000Z');
  expect(daysLater('2027-03-25T07:00:00.000Z', 7)).toBe('2027-04-01T06:00:00.000Z');
});
test('distinguishes the two passes of a repeated hour, and reports a skipped hour', { tags: ['PLAN-01'] }, () => {
  const [first, second] = ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z'] as const;
  expect([warsawMinute(first), warsawMinute(second)]).toEqual(['2026-10-25 02:30', '2026-10-25 02:30']);
  expect([clockChangeAt(first), clockChangeAt(second)]).toEqual(['first', 'second']);
  expect([otherOfTwo(first), otherOfTwo(second)]).toEqual([second, first]);
  for (const at of ['2026-10-24T23:59:00.000Z', '2026-10-25T02:00:00.000Z', '2027-03-28T00:59:00.000Z', '2027-03-28T02:00:00.000Z']) {
    expect(clockChangeAt(at), at).toBeNull();
    expect(otherOfTwo(at)).toBe(at);
  }
  for (const at of ['2027-03-28T01:00:00.000Z', '2027-03-28T01:59:00.000Z']) expect(clockChangeAt(at), at).toBe('skipped');
});
test('converts wall-clock times to instants and back, and moves the skipped hour on', () => {
  expect(instantOfWallClock('2026-12-01T10:30')).toBe('2026-12-01T09:30:00.000Z');
  expect(warsawWallClock('2026-12-01T09:30:00.000Z')).toBe('2026-12-01T10:30');
  expect(instantOfWallClock('2027-03-28T02:30')).toBe('2027-03-28T01:30:00.000Z');
  for (const text of ['', 'soon', '2026-13-01T00:00']) expect(instantOfWallClock(text)).toBeNull();
});
