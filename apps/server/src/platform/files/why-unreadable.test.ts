import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { whyUnreadable } from './why-unreadable.ts';

const why = (path: string): string => {
  try {
    readFileSync(path);
    return '';
  } catch (error) {
    return whyUnreadable(error);
  }
};

test('a file that cannot be read is explained without its name', { tags: ['E-77'] }, () => {
  expect(why('/nowhere/at-all')).toBe('there is no such file');
  expect(why('/dev/null/file')).toBe('there is no such file');
  expect(why('/')).toBe('a folder, not a file');
  expect(whyUnreadable(Object.assign(new Error('no'), { code: 'EACCES' }))).toBe('this account may not read the file');
  expect(whyUnreadable(Object.assign(new Error('no'), { code: 'EIO' }))).toBe('not readable (EIO)');
});
