import { expect, test } from 'vitest';
import { rememberedTotals } from './remembered-totals.ts';

test('D-26: a total is counted once for all who ask at once, until a write, until it is over, and again after a failure', async () => {
  const totals = rememberedTotals();
  let counts = 0;
  const ask = (version: number, at: number, key = 'all') => totals({ key, version, at }, async () => ({ total: ++counts, until: 100 }));
  expect(await Promise.all([ask(1, 0), ask(1, 0), ask(1, 99)])).toEqual([1, 1, 1]);
  expect(await ask(2, 0)).toBe(2);
  expect(await ask(2, 0, 'other')).toBe(3);
  // At the instant of its end it no longer holds, nor does it for an earlier instant than it was counted for.
  expect(await ask(2, 100)).toBe(4);
  expect(await ask(2, 50)).toBe(5);
  await expect(totals({ key: 'failing', version: 1, at: 0 }, () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await ask(1, 0, 'failing')).toBe(6);
});
