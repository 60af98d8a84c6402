import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { warsawMinute } from '../warsaw-time/index.ts';
import { afterQuiet, type QuietHours, quietHoursOf } from './quiet-hours.ts';

const night = { from: '22:00', until: '06:00' };

describe('the first minute after quiet hours', { tags: ['CARE-03'] }, () => {
  test.each([
    ['2026-12-01T20:59:59.999Z', null],
    ['2026-12-01T21:00:00Z', '2026-12-02T05:00:00.000Z'],
    ['2026-12-02T00:30:00Z', '2026-12-02T05:00:00.000Z'],
    ['2026-12-02T04:59:59.999Z', '2026-12-02T05:00:00.000Z'],
    ['2026-12-02T05:00:00Z', null],
    // The nights on which clocks change are an hour shorter, and longer.
    ['2027-03-27T21:00:00Z', '2027-03-28T04:00:00.000Z'],
    ['2026-10-24T20:00:00Z', '2026-10-25T05:00:00.000Z'],
  ])('of 22:00 to 6:00 at %s is %s', (at, after) => {
    expect(afterQuiet(at, night)).toBe(after);
  });
  test('includes the start and excludes the end within one day', () => {
    const lunch = { from: '12:15', until: '13:00' };
    expect(['11:14', '11:15', '11:59', '12:00'].map((time) => afterQuiet(`2026-12-01T${time}:00Z`, lunch))).toEqual([
      null,
      '2026-12-01T12:00:00.000Z',
      '2026-12-01T12:00:00.000Z',
      null,
    ]);
  });
  test('an end in a skipped hour is when clocks go forward; an end in a repeated hour is the second one', () => {
    const half = { from: '22:00', until: '02:30' };
    expect(afterQuiet('2027-03-28T00:59:59Z', half)).toBe('2027-03-28T01:00:00.000Z');
    expect(afterQuiet('2027-03-28T01:00:00Z', half)).toBeNull();
    for (const at of ['2026-10-25T00:29:00Z', '2026-10-25T00:45:00Z', '2026-10-25T01:29:59Z'])
      expect(afterQuiet(at, half), at).toBe('2026-10-25T01:30:00.000Z');
    expect(afterQuiet('2026-10-25T01:30:00Z', half)).toBeNull();
  });
  test('a start in a skipped hour is when clocks go forward; a start in a repeated hour is the first one', () => {
    const half = { from: '02:30', until: '06:00' };
    expect(afterQuiet('2027-03-28T00:59:59Z', half)).toBeNull();
    expect(afterQuiet('2027-03-28T01:00:00Z', half)).toBe('2027-03-28T04:00:00.000Z');
    for (const at of ['2026-10-25T00:30:00Z', '2026-10-25T01:10:00Z']) expect(afterQuiet(at, half), at).toBe('2026-10-25T05:00:00.000Z');
    expect(afterQuiet('2026-10-25T00:29:59Z', half)).toBeNull();
    // All of them lie in the hour that is skipped.
    expect(afterQuiet('2027-03-28T01:00:00Z', { from: '02:10', until: '02:50' })).toBeNull();
  });
  test('there are no quiet hours unless both ends are set', () => {
    expect(afterQuiet('2026-12-01T23:00:00Z', null)).toBeNull();
    for (const [quietFrom, quietUntil] of [
      ['22:00', null],
      [null, '06:00'],
      [null, null],
    ] as const)
      expect(quietHoursOf({ quietFrom, quietUntil })).toBeNull();
    expect(quietHoursOf({ quietFrom: '22:00', quietUntil: '06:00' })).toEqual(night);
  });
  test('is never quiet itself, lies ahead within two days, and every minute until then is quiet', () => {
    const minute = fc.integer({ min: 0, max: 1_439 });
    const clock = (of: number): string => `${String(Math.floor(of / 60)).padStart(2, '0')}:${String(of % 60).padStart(2, '0')}`;
    const hours = fc
      .tuple(minute, minute)
      .filter(([from, until]) => from !== until)
      .map(([from, until]): QuietHours => ({ from: clock(from), until: clock(until) }));
    // Both clock changes, and the days around them.
    const instant = fc
      .tuple(fc.constantFrom('2026-10-23T22:00Z', '2027-03-26T23:00Z'), fc.integer({ min: 0, max: 4 * 1_440 }))
      .map(([from, minutes]) => Date.parse(from) + minutes * 60_000);
    fc.assert(
      fc.property(instant, hours, (at, set) => {
        const after = afterQuiet(new Date(at), set);
        if (after === null) return true;
        const until = Date.parse(after);
        const between = Math.floor((at + until) / 2);
        return (
          afterQuiet(after, set) === null &&
          until > at &&
          until - at <= 49 * 3_600_000 &&
          until % 60_000 === 0 &&
          afterQuiet(new Date(until - 1), set) === after &&
          afterQuiet(new Date(between), set) === after
        );
      }),
    );
  });
  test('on a day without a clock change, quiet hours follow the wall clock', () => {
    for (let n = 0; n < 1_440; n += 7) {
      const at = new Date(Date.UTC(2026, 10, 10, 0, n)).toISOString();
      const time = warsawMinute(at).slice(11);
      expect(afterQuiet(at, night) !== null, at).toBe(time >= '22:00' || time < '06:00');
    }
  });
});
