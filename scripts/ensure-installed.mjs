// Plain JavaScript for any Node >= 20: everything else runs on the Node 24 that the lock file brings.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
const marker = join(root, 'node_modules', '.endcap-lock');
export const node24 = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');

/** Environment with the project's own tools, Node 24 first, in front of everything installed by hand. */
export const ownEnvironment = () => ({
  ...process.env,
  PATH: `${join(root, 'node_modules', '.bin')}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH}`,
});

/** Exits with an error message of one sentence. */
const fail = (sentence) => {
  console.error(sentence);
  process.exit(1);
};

/** Deletes Node's C++ headers, 67 of its 189 MB. No package here compiles add-ons. */
const dropHeaders = () => {
  const brought = join(root, 'node_modules', 'node', 'node_modules');
  if (!existsSync(brought)) return;
  for (const entry of readdirSync(brought, { withFileTypes: true }))
    if (entry.isDirectory()) rmSync(join(brought, entry.name, 'include'), { recursive: true, force: true });
};

/**
 * Contents of the marker file after an installation: `all` for all packages of the lock file, `production` for those that the processes
 * need.
 */
const marks = () => {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  return { all: lock, production: `${lock} production` };
};

/**
 * Returns whether a plain `npm install` or `npm ci` has installed everything in the lock file. npm records the installed packages in
 * `node_modules/.package-lock.json`. Optional packages may be missing, e.g. those of other platforms.
 */
export const isComplete = (lock, installed) =>
  Object.entries(lock).every(([path, wanted]) => {
    if (!path.includes('node_modules/') || wanted.link) return true;
    const found = installed[path];
    if (found === undefined) return Boolean(wanted.optional);
    return found.version === wanted.version && found.integrity === wanted.integrity;
  });

const packagesOf = (file) => JSON.parse(readFileSync(join(root, file), 'utf8')).packages ?? {};
const installedByHand = () =>
  existsSync(join(root, 'node_modules', '.package-lock.json')) &&
  isComplete(packagesOf('package-lock.json'), packagesOf('node_modules/.package-lock.json'));

const writeMark = (mark) => {
  // Another checkout may share the old file's bytes.
  rmSync(marker, { force: true });
  writeFileSync(marker, mark);
};

const install = (mark, ...which) => {
  // Not `npm ci`: it refuses a lock file without the packages of other platforms, which not every registry carries.
  // `--no-save` installs the locked versions and leaves the lock file alone.
  const npm = spawnSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error', ...which], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (npm.status !== 0) fail('Installation failed: npm install did not finish (see above).');
  if (!existsSync(node24)) fail('Installation is incomplete: npm skipped the install script of the package "node".');
  dropHeaders();
  writeMark(mark);
};

/**
 * Installs exactly the packages of the lock file, unless that was done already. A production installation is never extended: if `needs` is
 * more than `production`, the command fails and refers to another clone (D-29).
 */
export const ensureInstalled = (needs = 'all') => {
  const [major = 0] = process.versions.node.split('.').map(Number);
  if (major < 20) fail(`Node ${process.versions.node} is too old: Endcap needs Node 20 or newer.`);
  const mark = marks();
  const found = existsSync(node24) && existsSync(marker) ? readFileSync(marker, 'utf8') : '';
  if (found === mark.all || (found === mark.production && needs === 'production')) return;
  if (found === mark.production)
    fail('This installation holds what the processes need and no more (npm run build -- --production): do this in another clone.');
  if (existsSync(node24) && installedByHand()) return writeMark(mark.all);
  console.log('Installing what the lock file lists …');
  install(mark.all);
};

/** Keeps only the packages that the processes and the commands for operators need, without those for development (D-29). */
export const keepProductionAlone = () => {
  const mark = marks();
  for (const folder of ['.', 'apps/server', 'apps/web', 'packages/contract', 'sandbox', 'e2e', 'scripts/openapi'])
    rmSync(join(root, folder, 'node_modules'), { recursive: true, force: true });
  install(mark.production, '--omit=dev', '--workspace=apps/server');
};
