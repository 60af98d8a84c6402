import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pageWindow } from './page-window.ts';

test('any page of any list has the same rows when read from the nearer end as from the front', { tags: ['D-26'] }, () => {
  fc.assert(
    fc.property(fc.nat({ max: 60 }), fc.integer({ min: 1, max: 70 }), fc.integer({ min: 1, max: 20 }), (total, page, pageSize) => {
      const list = Array.from({ length: total }, (_, n) => n);
      const window = pageWindow({ page, pageSize }, total);
      const wanted = list.slice((page - 1) * pageSize, page * pageSize);
      if (!window) return wanted.length === 0;
      const { fromEnd, offset, limit } = window;
      const read = (fromEnd ? list.toReversed() : list).slice(offset, offset + limit);
      expect(fromEnd ? read.toReversed() : read).toEqual(wanted);
      expect(offset).toBeLessThanOrEqual(total / 2);
      return true;
    }),
  );
});
