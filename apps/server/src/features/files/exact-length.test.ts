import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { withExactLength } from './exact-length.ts';

const stream = (...parts: string[]): Readable => Readable.from(parts.map((part) => Buffer.from(part)));

test('a stream of the announced length passes', { tags: ['E-7A'] }, async () => {
  expect(await text(await withExactLength(stream('ab', 'cd'), 4))).toBe('abcd');
});
test.each([
  ['shorter', stream('ab'), 4],
  ['empty', stream(), 4],
  ['longer', stream('ab', 'cde'), 4],
])('a stream that is %s fails instead of ending', { tags: ['E-7A'] }, async (_name, file, length) => {
  await expect(withExactLength(file, length).then(text)).rejects.toMatchObject({ trouble: 'incomplete' });
});
test('a stream that breaks fails with its error', { tags: ['E-7A'] }, async () => {
  const broken = new Readable({ read: () => {} });
  const passed = withExactLength(broken, 4);
  broken.destroy(new Error('connection lost'));
  await expect(passed).rejects.toThrow('connection lost');
});
