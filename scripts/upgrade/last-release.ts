import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Archive of the last release's server, packed by `node scripts/run.mjs upgrade`. It is committed so that no test needs git's history. */
export const LAST_RELEASE = join(import.meta.dirname, 'last-release.tar.gz');
/** Files that the server needs to run, beside installed packages. */
const PARTS = [
  'apps/server/package.json',
  'apps/server/src',
  'apps/server/migrations',
  'packages/contract/package.json',
  'packages/contract/src',
];
/** Folders with a `node_modules`. */
const INSTALLED = ['.', 'packages/contract', 'apps/server'];

/** Returns whether a commit of that name exists in git. */
export const isCommit = (name: string): boolean =>
  !name.startsWith('-') && spawnSync('git', ['rev-parse', '--verify', '--quiet', `${name}^{commit}`]).status === 0;

/** Packs the server of a commit. */
export const packRelease = (commit: string, file = LAST_RELEASE): void => {
  execFileSync('git', ['archive', '--format=tar.gz', '-o', file, `${commit}^{commit}`, ...PARTS, ':(exclude)*.test.ts']);
};

/** Returns the commit from which a release was packed. */
export const commitOf = (file = LAST_RELEASE): string =>
  execFileSync('sh', ['-c', 'gzip -dc "$1" | git get-tar-commit-id', 'sh', file], { encoding: 'utf8' }).trim();

/** Links the installed packages of a workspace into the release, except `@endcap`: the release has its own contract. */
const linkPackages = (workspace: string, folder: string): void => {
  const from = resolve(workspace, 'node_modules');
  if (!existsSync(from)) return;
  const to = join(folder, workspace, 'node_modules');
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) if (name !== '@endcap') symlinkSync(join(from, name), join(to, name));
};

/** Unpacks the last release into an empty folder and links the packages that are installed here, so that it can run. */
export const unpackRelease = (folder: string): void => {
  mkdirSync(folder, { recursive: true });
  execFileSync('tar', ['-xzf', LAST_RELEASE, '-C', folder]);
  for (const workspace of INSTALLED) linkPackages(workspace, folder);
  mkdirSync(join(folder, 'node_modules/@endcap'));
  symlinkSync(join(folder, 'packages/contract'), join(folder, 'node_modules/@endcap/contract'));
};
