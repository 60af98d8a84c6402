import { expect, test } from 'vitest';
import { inRoundNumbers, inThreeDigits } from './round-numbers.ts';

test('rounds an estimate to two digits and not finer than its margin, and keeps an exact number', { tags: ['CARE-01', 'E-6A'] }, () => {
  expect(inRoundNumbers({ devices: 251_234, margin: 18_960 })).toEqual({ devices: 250_000, margin: 19_000 });
  expect(inRoundNumbers({ devices: 1_987, margin: 42 })).toEqual({ devices: 2_000, margin: 42 });
  expect(inRoundNumbers({ devices: 1_987, margin: 142 })).toEqual({ devices: 2_000, margin: 150 });
  expect(inRoundNumbers({ devices: 407, margin: 8 })).toEqual({ devices: 410, margin: 8 });
  expect(inRoundNumbers({ devices: 407, margin: 0 })).toEqual({ devices: 407, margin: 0 });
  expect(inRoundNumbers({ devices: 0, margin: 1_499 })).toEqual({ devices: 0, margin: 1_500 });
  expect([7, 999, 1_267, 26_999, 1_000_400].map(inThreeDigits)).toEqual([7, 999, 1_270, 27_000, 1_000_000]);
});
