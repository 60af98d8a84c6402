import { expect, test } from 'vitest';
import { createLog, lines } from './log.ts';

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

test('tokens and secrets that somebody hands to the log are not in it', { tags: ['NFR-07', 'A-122'] }, () => {
  const written: string[] = [];
  const log = createLog('info', 'test', { write: (line) => written.push(line) });
  log.info({ token: 'key-1', device: { secret: 'key-2', token: 'key-3' }, req: { headers: { authorization: 'Bearer key-4' } } }, 'said');
  expect(written).toHaveLength(1);
  expect(written[0]).not.toContain('key-');
  expect(JSON.parse(written[0] ?? '')).toMatchObject({ token: '[hidden]', msg: 'said' });
});
