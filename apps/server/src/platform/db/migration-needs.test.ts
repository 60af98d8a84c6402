import { expect, test } from 'vitest';
import { reasonsOf, reasonsOfVersion } from './migration-needs.ts';

const fit = {
  role: 'endcap_owner',
  database: 'endcap',
  schema: 'public',
  encoding: 'UTF8',
  isReadOnly: false,
  hasCollation: true,
  mayCreate: true,
  otherOwner: null,
  uninstalled: [],
  forbidden: [],
};

test('a PostgreSQL that is too old is refused', { tags: ['E-7B'] }, () => {
  expect(reasonsOfVersion('14.9', 140_009)).toEqual(['PostgreSQL 14.9 is older than 15: upgrade the server to 15 or later']);
  expect(reasonsOfVersion('15.0', 150_000)).toEqual([]);
});
test.each([
  [{}, []],
  [{ isReadOnly: true }, ['the database is read-only, as a standby is: use the primary']],
  [{ hasCollation: false }, ['there is no collation pl-x-icu: use a PostgreSQL that was built with ICU']],
  [{ uninstalled: ['unaccent'] }, ['the extension unaccent is not installed on the server: install postgresql-contrib there']],
  [
    { schema: null, mayCreate: false },
    ['the database has no schema that endcap_owner may use: create schema public authorization endcap_owner'],
  ],
])('names each obstacle to migrations and how to remove it: %j', { tags: ['E-7B'] }, (given, reasons) => {
  expect(reasonsOf({ ...fit, ...given })).toEqual(reasons);
});
