import { expect, test } from 'vitest';
import { checkTables } from './table-owners.ts';

test('a table of another feature is noticed where it is written to, and where it is read behind a comma', () => {
  expect(checkTables('scripts/fences/canary').map((line) => line.replace(/ \(.+?\)/, ''))).toEqual([
    'tables-have-owners: apps/server/src/features/a/planted.repository.ts → b_other',
    'tables-have-owners: apps/server/src/features/a/planted.repository.ts → b_table',
  ]);
});
