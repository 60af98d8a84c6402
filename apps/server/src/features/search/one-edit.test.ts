import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isOneEditAway } from './one-edit.ts';

/** Every text that one letter more, less or other, or two that changed places, makes of a text. */
const neighbours = (text: string, letters: readonly string[]): Set<string> => {
  const found = new Set<string>();
  for (let at = 0; at <= text.length; at += 1) {
    const [head, tail] = [text.slice(0, at), text.slice(at)];
    found.add(head + tail.slice(1));
    found.add(head + (tail[1] ?? '') + (tail[0] ?? '') + tail.slice(2));
    for (const letter of letters) {
      found.add(head + letter + tail);
      if (tail !== '') found.add(head + letter + tail.slice(1));
    }
  }
  return found;
};

test('EDIT-04: a typing error of one letter, and no other', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 });
  fc.assert(
    fc.property(word, word, (one, other) => {
      expect(isOneEditAway(one, other)).toBe(neighbours(one, ['a', 'b', 'c']).has(other) || one === other);
    }),
    { numRuns: 5_000 },
  );
});
