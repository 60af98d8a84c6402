import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The server of the last release, as `node scripts/run.mjs upgrade` packed it; the repository holds it so that no test needs the history of git. */
export const LAST_RELEASE = join(import.meta.dirname, 'last-release.tar.gz');
/** What the server needs to run, beside what is installed. */
const PARTS = [
  'apps/server/package.json',
  'apps/server/src',
  'apps/server/migrations',
  'packages/contract/package.json',
  'packages/contract/src',
];
/** Places that packages are installed in. */
const INSTALLED = ['.', 'packages/contract', 'apps/server'];

/** Whether git knows a commit by that name. */
export const isCommit = (name: string): boolean =>
  !name.startsWith('-') && spawnSync('git', ['rev-parse', '--verify', '--quiet', `${name}^{commit}`]).status === 0;

/** Packs the server as it was at a commit. */
export const keepRelease = (commit: string, file = LAST_RELEASE): void => {
  execFileSync('git', ['archive', '--format=tar.gz', '-o', file, `${commit}^{commit}`, ...PARTS, ':(exclude)*.test.ts']);
};

/** The commit that a release was packed from. */
export const commitOf = (file = LAST_RELEASE): string =>
  execFileSync('sh', ['-c', 'gzip -dc "$1" | git get-tar-commit-id', 'sh', file], { encoding: 'utf8' }).trim();

/** Packages of a place stand beside the release's own, with their own contract. */
const linkPackages = (place: string, folder: string): void => {
  const from = resolve(place, 'node_modules');
  if (!existsSync(from)) return;
  const to = join(folder, place, 'node_modules');
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) if (name !== '@endcap') symlinkSync(join(from, name), join(to, name));
};

/** Lays the last release out in an empty folder, on the packages that are installed here, ready to run. */
export const unpackRelease = (folder: string): void => {
  mkdirSync(folder, { recursive: true });
  execFileSync('tar', ['-xzf', LAST_RELEASE, '-C', folder]);
  for (const place of INSTALLED) linkPackages(place, folder);
  mkdirSync(join(folder, 'node_modules/@endcap'));
  symlinkSync(join(folder, 'packages/contract'), join(folder, 'node_modules/@endcap/contract'));
};
