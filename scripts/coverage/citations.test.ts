import { expect, test } from 'vitest';
import { citationsIn, textOf, unknownCitations } from './citations.ts';

test('SEC-04: finds citations of every kind of id, alone, in lists and in ranges', () => {
  expect(citationsIn('The quota (A-37, NOTIF-VAL-03..05), ux 2, 3 and ux 16..18, §9: UTF-16, 3 §, decision 0019').toSorted()).toEqual(
    ['A-37', 'NOTIF-VAL-03', 'NOTIF-VAL-04', 'NOTIF-VAL-05', 'ux 16', 'ux 17', 'ux 18', 'ux 2', 'ux 3', '§9', 'decision 19'].toSorted(),
  );
});
test('reads only comments and titles of code, and the whole text of other files', () => {
  const code = "/** A-01 */ const size = 'S20'; // F02\ntest('U03: x', () => call('P04'));";
  expect(citationsIn(textOf('a.ts', code)).toSorted()).toEqual(['A-01', 'F02', 'U03']);
  expect(citationsIn(textOf('a.md', 'see A-01'))).toEqual(['A-01']);
});
test('reports an id that no table defines, with its file', () => {
  const files = { 'a.ts': '// A-01, A-999', 'b.sql': '-- ux 99' };
  expect(unknownCitations(files, new Set(['A-01']))).toEqual(
    ['A-999 is cited in a.ts', 'ux 99 is cited in b.sql'].map((line) => `${line}, and no table in spec/ says what it is`),
  );
});
