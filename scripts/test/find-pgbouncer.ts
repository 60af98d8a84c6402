import { findProgram, onPath } from './system-package.ts';

/** Path of a PgBouncer; null on systems for which there is no package, unless one is installed. */
export const findPgBouncer = (): string | null => {
  if (process.platform !== 'linux' && !process.env['PGBOUNCER_PATH'] && !onPath(['pgbouncer'])) return null;
  return findProgram({
    command: 'pgbouncer',
    name: 'PgBouncer',
    variable: 'PGBOUNCER_PATH',
    debian: 'pgbouncer',
    needs: 'The database tests',
    reason: 'the tests of docs/operators/pgbouncer.ini',
  });
};
