import { expect, test } from 'vitest';
import { indexesOf } from './index-steps.ts';

const concurrently = (text: string) => indexesOf(text)?.map((index) => index.concurrently) ?? null;

test.each([
  ['-- By number.\ncreate index a on t (n);\n', ['create index concurrently a on t (n)']],
  [
    'create unique index a on t (n) where n > 1;\ndrop index b;',
    ['create unique index concurrently a on t (n) where n > 1', 'drop index concurrently b'],
  ],
  ['create index a\n  on t using gin (folded(n) gin_trgm_ops)', ['create index concurrently a\n  on t using gin (folded(n) gin_trgm_ops)']],
  ['create index a on t (n); alter table t add m int;', null],
  ['create table t (n int); create index a on t (n);', null],
  ['create index if not exists a on t (n);', null],
  ['drop index if exists a;', null],
  ['-- Nothing.', null],
])('%j', { tags: ['F68'] }, (text, expected) => {
  expect(concurrently(text)).toEqual(expected);
});
