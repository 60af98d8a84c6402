import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isOneEditAway, neighboursOf } from './one-edit.ts';

test('a typing error of one letter, and no other', { tags: ['EDIT-04'] }, () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 });
  fc.assert(
    fc.property(word, word, (one, other) => {
      expect(isOneEditAway(one, other)).toBe(neighboursOf(one, ['a', 'b', 'c']).has(other) || one === other);
    }),
  );
});
