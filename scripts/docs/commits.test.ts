import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const SUBJECT = /^(?:build|chore|ci|docs|feat|fix|perf|refactor|revert|style|test)(?:\([\w, /-]+\))?!?: \S/;
const CHARACTERS = 72;
const isValid = (subject: string): boolean => SUBJECT.test(subject) && subject.length <= CHARACTERS;

test('the last hundred commits have a conventional subject of at most 72 characters', () => {
  const { stdout } = spawnSync('git', ['log', '-n', '100', '--no-merges', '--format=%s'], { encoding: 'utf8' });
  const subjects = stdout.trimEnd().split('\n');
  expect(subjects[0]).not.toBe('');
  expect(subjects.filter((subject) => !isValid(subject))).toEqual([]);
});

test('a subject that is too long or has no type is rejected', () => {
  const subjects = ['fix(send): keep the text', 'Keep the text', 'fix:', `fix: ${'x'.repeat(68)}`];
  expect(subjects.map((subject) => isValid(subject))).toEqual([true, false, false, false]);
});
