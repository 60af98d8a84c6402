import { findProgram } from './system-package.ts';

/** Path of a wrk, which loads the servers of the benches. */
export const findWrk = (): string =>
  findProgram({ command: 'wrk', name: 'wrk', variable: 'WRK_PATH', debian: 'wrk', needs: 'The benches', reason: 'the benches' });
