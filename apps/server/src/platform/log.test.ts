import { expect, test } from 'vitest';
import { lines } from './log.ts';

/** A disk with room for so many bytes. */
const disk = (room: number) => {
  let text = '';
  return {
    room: (more: number) => (room += more),
    text: () => text,
    write: (bytes: Buffer): number => {
      if (room === 0) throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
      const taken = bytes.subarray(0, room);
      room -= taken.length;
      text += taken.toString();
      return taken.length;
    },
  };
};

test('lines that find no room are counted and not waited for, and one that was cut spoils no other', { tags: ['D-21', 'E-76'] }, () => {
  const full = disk(10);
  const { write, lost } = lines(full.write);
  write('{"a":1}\n');
  write('{"cut":1}\n');
  write('{"lost":1}\n');
  expect(lost()).toBe(2);
  full.room(1_000);
  write('{"b":1}\n');
  const [first, cut, said, last] = full.text().split('\n');
  expect([first, cut, last]).toEqual(['{"a":1}', '{"', '{"b":1}']);
  expect(JSON.parse(said ?? '')).toMatchObject({ dropped: 2, msg: 'lines of the log were lost' });
  expect(lost()).toBe(2);
});
