import { findProgram } from './system-package.ts';

/** Path of an nginx. */
export const findNginx = (): string =>
  findProgram({
    command: 'nginx',
    name: 'nginx',
    variable: 'NGINX_PATH',
    debian: 'nginx-light',
    needs: 'The database tests',
    reason: 'the tests of deploy/nginx',
  });
