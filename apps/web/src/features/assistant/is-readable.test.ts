import { expect, test } from 'vitest';
import { isReadable } from './is-readable.ts';

test.each(['[a](', '_*', '>', '- ', '1. ', '[', '`', '<a ', '*a **b ', '=\n', 'a\n\n', '#', '+ ', '1) '])(
  '%j a thousand times is not read as markdown',
  { tags: ['D-17', 'M06', 'M10'] },
  (piece) => expect(isReadable(piece.repeat(1_000))).toBe(false),
);
test('a text of a megabyte is not readable; ordinary messages are', { tags: ['D-17'] }, () => {
  expect(isReadable('a'.repeat(1_000_000))).toBe(false);
  const answer = `**Zwroty** przyjmujemy w każdym sklepie:\n\n${'- do 30 dni, z paragonem ([regulamin](https://sklep.pl/zwroty))\n'.repeat(20)}`;
  expect(isReadable(answer)).toBe(true);
  expect(isReadable('a'.repeat(2_000))).toBe(true);
});
