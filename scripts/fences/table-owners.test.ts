import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkTables, ownersIn } from './table-owners.ts';

test('a table of another feature is noticed where it is written to, and where it is read behind a comma', () => {
  expect(checkTables('scripts/fences/canary').map((line) => line.replace(/ \(.+?\)/, ''))).toEqual([
    'tables-have-owners: apps/server/src/features/a/planted.repository.ts → b_other',
    'tables-have-owners: apps/server/src/features/a/planted.repository.ts → b_table',
    'tables-have-owners: apps/server/src/features/a/inner/planted.repository.ts → b_table',
  ]);
});

test('each table that the demo data is written to belongs to a feature', () => {
  const owners = ownersIn('.');
  const written = globSync('sandbox/src/seed/**/*.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\binsert into ([a-z_]+)/g)].map(([, table = '']) => table),
  );
  expect(written.length).toBeGreaterThan(10);
  expect(written.filter((table) => !owners.has(table))).toEqual([]);
});
