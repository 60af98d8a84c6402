import fc from 'fast-check';
import { expect, test } from 'vitest';
import { locationDoubt } from './index.ts';

test('coordinates are doubtful outside Poland, and swapped where they would lie in it', { tags: ['E-23', 'A-69'] }, () => {
  expect(locationDoubt(52.2297, 21.0122)).toBeNull();
  expect(locationDoubt(21.0122, 52.2297)).toBe('swapped');
  expect(locationDoubt(48.85, 2.35)).toBe('outsidePoland');
  fc.assert(
    fc.property(fc.double({ min: 49, max: 54.9, noNaN: true }), fc.double({ min: 14.1, max: 24.2, noNaN: true }), (latitude, longitude) => {
      expect([locationDoubt(latitude, longitude), locationDoubt(longitude, latitude)]).toEqual([null, 'swapped']);
    }),
  );
});
