import { expect, test } from 'vitest';
import { inTurn } from './in-turn.ts';

test('prints the output of parallel parts one after the other, and that of the first part at once', () => {
  let read = '';
  const { print, end } = inTurn(['a', 'b', 'c'], { write: (text) => (read += text) });
  const say = (name: 'a' | 'b' | 'c', text: string) => print(name)(Buffer.from(text));
  say('b', 'b1 ');
  say('a', 'a1 ');
  expect(read).toBe('a1 ');
  end('b');
  say('c', 'c1 ');
  say('a', 'a2 ');
  expect(read).toBe('a1 a2 ');
  end('a');
  expect(read).toBe('a1 a2 b1 c1 ');
  say('c', 'c2');
  end('c');
  expect(read).toBe('a1 a2 b1 c1 c2');
});
