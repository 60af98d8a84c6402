import { dirname } from 'node:path';
import { findProgram, onPath } from './system-package.ts';

/** Folder of the programs of a PostgreSQL as Debian builds it, with JIT; null on systems for which there is no package, unless one is installed. */
export const findPostgres = (): string | null => {
  if (process.platform !== 'linux' && !process.env['POSTGRES_PATH'] && !onPath(['postgres'])) return null;
  const program = findProgram({
    command: 'postgres',
    name: 'PostgreSQL',
    variable: 'POSTGRES_PATH',
    debian: 'postgresql',
    needs: 'The database tests',
    reason: 'the tests of what the embedded one lacks',
  });
  return dirname(program);
};
