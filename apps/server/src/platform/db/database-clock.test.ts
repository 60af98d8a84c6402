import { describe, expect, test } from 'vitest';
import { createDatabaseClock } from './database-clock.ts';

const HOUR_MS = 3_600_000;
const T0 = Date.UTC(2026, 10, 28, 12);

/** A machine, a database server and the way between them, whose clocks the test moves. */
const aMachine = ({ aheadMs = 0 } = {}) => {
  const clocks = { passedMs: 0, systemMs: aheadMs, databaseMs: 0 };
  const clock = createDatabaseClock({ system: () => T0 + clocks.passedMs + clocks.systemMs, monotonic: () => 5_000 + clocks.passedMs });
  const pass = (ms: number): void => void (clocks.passedMs += ms);
  /** Measures over a way that takes so long there and back. */
  const measure = (thereMs = 1, backMs = thereMs): Promise<void> =>
    clock.measure(async () => {
      pass(thereMs);
      const at = T0 + clocks.passedMs + clocks.databaseMs;
      pass(backMs);
      return { rows: [{ at }] };
    });
  /** Milliseconds by which the clock is ahead of the database. */
  const wrongMs = (): number => clock.now().getTime() - (T0 + clocks.passedMs + clocks.databaseMs);
  return { clocks, clock, pass, measure, wrongMs };
};

describe('the time of the database', { tags: ['E-05'] }, () => {
  test('is the system’s until it is measured, and may be wrong by any amount until then', () => {
    const { clock, wrongMs } = aMachine({ aheadMs: HOUR_MS });
    expect([wrongMs(), clock.aheadMs(), clock.errorMs()]).toEqual([HOUR_MS, null, Number.POSITIVE_INFINITY]);
  });
  test.each([HOUR_MS, -HOUR_MS])('is measured on a machine that is %d ms ahead, and goes on by itself', async (aheadMs) => {
    const { clock, pass, measure, wrongMs } = aMachine({ aheadMs });
    await measure();
    expect([wrongMs(), clock.aheadMs(), clock.errorMs()]).toEqual([0, aheadMs, 1]);
    pass(HOUR_MS);
    expect([wrongMs(), clock.aheadMs(), clock.errorMs()]).toEqual([0, aheadMs, 1]);
  });
  test('does not follow a system clock that is set', async () => {
    const { clocks, clock, measure, wrongMs } = aMachine();
    await measure();
    clocks.systemMs = -HOUR_MS;
    expect([wrongMs(), clock.aheadMs()]).toEqual([0, -HOUR_MS]);
    // It may have been the monotonic clock that stood still.
    expect(clock.errorMs()).toBe(HOUR_MS + 1);
    await measure();
    expect([wrongMs(), clock.errorMs()]).toEqual([0, 1]);
  });
  test('is right again at the next measurement after the machine was suspended', async () => {
    const { clocks, clock, measure, wrongMs } = aMachine();
    await measure();
    // The monotonic clock stood still for an hour.
    [clocks.systemMs, clocks.databaseMs] = [HOUR_MS, HOUR_MS];
    expect([wrongMs(), clock.errorMs()]).toEqual([-HOUR_MS, HOUR_MS + 1]);
    await measure();
    expect([wrongMs(), clock.aheadMs(), clock.errorMs()]).toEqual([0, 0, 1]);
  });
  test('follows another server with another clock', async () => {
    const { clocks, measure, wrongMs } = aMachine();
    await measure();
    clocks.databaseMs = 250;
    await measure();
    expect(wrongMs()).toBe(0);
  });
  test('keeps a measurement that a slower one only confirms, and replaces it by a more precise one', async () => {
    const { clock, measure, wrongMs } = aMachine();
    await measure(40, 0);
    expect([wrongMs(), clock.errorMs()]).toEqual([20, 20]);
    await measure(300, 0);
    expect([wrongMs(), clock.errorMs()]).toEqual([20, 20]);
    await measure(1, 1);
    expect([wrongMs(), clock.errorMs()]).toEqual([0, 1]);
  });
  test('stays as it was when a measurement fails', async () => {
    const { clock, measure, wrongMs } = aMachine({ aheadMs: HOUR_MS });
    await measure();
    await expect(clock.measure(() => Promise.reject(new Error('away')))).rejects.toThrow('away');
    await expect(clock.measure(async () => ({ rows: [] }))).rejects.toThrow('answered with nothing');
    expect(wrongMs()).toBe(0);
  });
});
