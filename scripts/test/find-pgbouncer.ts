import { installPackage, onPath } from './system-package.ts';

/** Path of a PgBouncer: an installed one, else Debian's package; null on systems for which there is none. Throws one sentence when it cannot be had. */
export const findPgBouncer = (): string | null => {
  const known = process.env['PGBOUNCER_PATH'] ?? onPath(['pgbouncer']);
  if (known) return known;
  if (process.platform !== 'linux') return null;
  console.log('No PgBouncer is installed: fetching one for the tests of docs/operations/pgbouncer.ini …');
  const installed = installPackage('pgbouncer') && onPath(['pgbouncer']);
  if (installed) return installed;
  throw new Error('The database tests need PgBouncer: install it, or set PGBOUNCER_PATH to one.');
};
