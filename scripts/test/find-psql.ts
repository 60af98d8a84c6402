import { findProgram } from './system-package.ts';

/** Path of psql. */
export const findPsql = (): string =>
  findProgram({
    command: 'psql',
    name: 'psql',
    variable: 'PSQL_PATH',
    debian: 'postgresql-client',
    needs: 'The tests of the documents',
    reason: 'the tests of the documents',
  });
