import { installPackage, onPath } from './system-package.ts';

/** Path of psql: an installed one, else Debian's package. Throws one sentence when none can be had. */
export const findPsql = (): string => {
  const known = process.env['PSQL_PATH'] ?? onPath(['psql']);
  if (known) return known;
  console.error('No psql is installed: fetching one for the tests of the documents …');
  const installed = installPackage('postgresql-client') && onPath(['psql']);
  if (installed) return installed;
  throw new Error('The tests of the documents need psql: install it, or set PSQL_PATH to one.');
};
