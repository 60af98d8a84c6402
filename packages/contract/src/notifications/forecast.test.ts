import { expect, test } from 'vitest';
import { estimatedOf } from './index.ts';

test('an estimate from a sample has a margin of error, and a full count has none', { tags: ['CARE-01'] }, () => {
  expect(estimatedOf(500, { sampled: 2_000, whole: false }, 1_000_000)).toEqual({ devices: 250_000, margin: 18_953 });
  expect(estimatedOf(0, { sampled: 2_000, whole: false }, 1_000_000)).toEqual({ devices: 0, margin: 1_382 });
  expect(estimatedOf(2_000, { sampled: 2_000, whole: false }, 1_000_000).margin).toBeGreaterThan(1_000);
  expect(estimatedOf(120, { sampled: 480, whole: true }, 480)).toEqual({ devices: 120, margin: 0 });
  expect(estimatedOf(0, { sampled: 0, whole: true }, 0)).toEqual({ devices: 0, margin: 0 });
});

test('of 400 samples of a known audience at most one in ten lies outside of the margin', { tags: ['CARE-01'] }, () => {
  let seed = 7;
  const random = (): number => {
    seed = (seed + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  for (const share of [0.002, 0.03, 0.4, 0.97]) {
    let outside = 0;
    for (let n = 0; n < 400; n += 1) {
      let count = 0;
      for (let phone = 0; phone < 2_000; phone += 1) if (random() < share) count += 1;
      const { devices, margin } = estimatedOf(count, { sampled: 2_000, whole: false }, 1_000_000);
      if (Math.abs(devices - share * 1_000_000) > margin) outside += 1;
    }
    expect(outside, String(share)).toBeLessThan(40);
  }
});
