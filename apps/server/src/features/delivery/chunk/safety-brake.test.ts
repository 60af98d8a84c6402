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
  test('refusals are doubted when they are a third of a wave, however few; a bad address now and then is not', { tags: ['D-01'] }, () => {
    expect(createSafetyBrake()(wave({ sent: 1, refused: 1 }))).toBe('refusals');
    expect(createSafetyBrake()(wave({ refused: 100 }))).toBe('refusals');
    expect(createSafetyBrake()(wave({ accepted: 60, refused: 40 }))).toBe('refusals');
    expect(createSafetyBrake()(wave({ accepted: 90, refused: 10 }))).toBeNull();
  });
  test('30 % of the last 1,000 dead may be, more are doubted, then counted afresh; older waves are forgotten', { tags: ['F25'] }, () => {
    const steady = createSafetyBrake();
    for (let n = 0; n < 50; n += 1) expect(steady(wave({ accepted: 70, dead: 30 }))).toBeNull();
    const sudden = createSafetyBrake();
    for (let n = 0; n < 20; n += 1) expect(sudden(wave({ accepted: 100 }))).toBeNull();
    expect(Array.from({ length: 8 }, () => sudden(wave({ dead: 100 })))).toEqual([null, null, null, 'deaths', null, null, null, 'deaths']);
  });
});

describe('breaker', () => {
  test('half of a hundred sends within 30 s breaks it; fewer, or older ones, do not', { tags: ['F22'] }, () => {
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
