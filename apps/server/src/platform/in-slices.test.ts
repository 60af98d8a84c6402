import { expect, test } from 'vitest';
import { turnsDuring } from '../../test/turns-during.ts';
import { mapInSlices } from './in-slices.ts';

/** Blocks the event loop for the duration of a slice. */
const hold = (): void => {
  const until = performance.now() + 5;
  while (performance.now() < until) continue;
};

test('rows are mapped in their order while other work runs', { tags: ['E-28'] }, async () => {
  const { result, turns } = await turnsDuring(() =>
    mapInSlices([1, 2, 3, 4, 5].entries(), ([at, row]) => {
      hold();
      return `${at}: ${row}`;
    }),
  );
  expect(result).toEqual(['0: 1', '1: 2', '2: 3', '3: 4', '4: 5']);
  expect(turns).toBeGreaterThanOrEqual(4);
});
test('a row that is refused ends the mapping', { tags: ['E-28'] }, async () => {
  const seen: number[] = [];
  const mapped = mapInSlices([1, 2, 3], async (row) => {
    seen.push(row);
    if (row === 2) throw new Error('refused');
  });
  await expect(mapped).rejects.toThrow('refused');
  expect(seen).toEqual([1, 2]);
});
