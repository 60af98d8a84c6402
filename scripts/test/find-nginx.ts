import { installPackage, onPath } from './system-package.ts';

/** Path of an nginx: an installed one, else Debian's package. Throws one sentence when none can be had. */
export const findNginx = (): string => {
  const known = process.env['NGINX_PATH'] ?? onPath(['nginx']);
  if (known) return known;
  console.log('No nginx is installed: fetching one for the tests of deploy/nginx …');
  const installed = installPackage('nginx-light') && onPath(['nginx']);
  if (installed) return installed;
  throw new Error('The database tests need nginx: install it, or set NGINX_PATH to one.');
};
