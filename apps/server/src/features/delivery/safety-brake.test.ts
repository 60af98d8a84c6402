import { describe, expect, test } from 'vitest';
import { createBreakerWindow } from './breaker-window.ts';
import { createSafetyBrake } from './safety-brake.ts';

const wave = (facts: { sent?: number; accepted?: number; dead?: number; refused?: number }) => ({
  sent: 100,
  accepted: 0,
  dead: 0,
  refused: 0,
  ...facts,
});

describe('safety brake', () => {
  test('F23: refusals with nothing accepted stop at once, however few', () => {
    expect(createSafetyBrake()(wave({ sent: 1, refused: 1 }))).toBe('stop');
    expect(createSafetyBrake()(wave({ refused: 100 }))).toBe('stop');
  });
  test('5 % of refusals may be, more stop', () => {
    expect(createSafetyBrake()(wave({ accepted: 95, refused: 5 }))).toBe('go');
    expect(createSafetyBrake()(wave({ accepted: 94, refused: 6 }))).toBe('stop');
    expect(createSafetyBrake()(wave({ sent: 5, accepted: 4, refused: 1 }))).toBe('go');
  });
  test('F25: 30 % of the last 1,000 dead may be, more pause; older waves are forgotten', () => {
    const steady = createSafetyBrake();
    for (let n = 0; n < 50; n += 1) expect(steady(wave({ accepted: 70, dead: 30 }))).toBe('go');
    const sudden = createSafetyBrake();
    for (let n = 0; n < 20; n += 1) expect(sudden(wave({ accepted: 100 }))).toBe('go');
    expect([1, 2, 3, 4].map(() => sudden(wave({ dead: 100 })))).toEqual(['go', 'go', 'go', 'pause']);
  });
});

describe('breaker', () => {
  test('F22: half of a hundred sends within 30 s breaks it; fewer, or older ones, do not', () => {
    let now = 0;
    const window = createBreakerWindow(() => now);
    window.note(99, 99);
    expect(window.isBroken()).toBe(false);
    window.note(100, 0);
    expect(window.isBroken()).toBe(false);
    window.note(100, 51);
    expect(window.isBroken()).toBe(true);
    now = 31_000;
    expect(window.isBroken()).toBe(false);
    window.note(100, 100);
    expect(window.isBroken()).toBe(true);
    window.forget();
    expect(window.isBroken()).toBe(false);
  });
});
