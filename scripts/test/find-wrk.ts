import { installPackage, onPath } from './system-package.ts';

/** Path of a wrk: an installed one, else Debian's package. Throws one sentence when none can be had. */
export const findWrk = (): string => {
  const known = process.env['WRK_PATH'] ?? onPath(['wrk']);
  if (known) return known;
  console.error('No wrk is installed: fetching one for the benches …');
  const installed = installPackage('wrk') && onPath(['wrk']);
  if (installed) return installed;
  throw new Error('The benches load their servers by wrk: install it, or set WRK_PATH to one.');
};
