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

/** Nobody here compiles add-ons against the headers that come with Node: 67 MB of its 189. */
const dropHeaders = () => {
  const brought = join(root, 'node_modules', 'node', 'node_modules');
  if (!existsSync(brought)) return;
  for (const entry of readdirSync(brought, { withFileTypes: true }))
    if (entry.isDirectory()) rmSync(join(brought, entry.name, 'include'), { recursive: true, force: true });
};

/** Installs exactly what the lock file says, unless that was done already. */
export const ensureInstalled = () => {
  const [major = 0] = process.versions.node.split('.').map(Number);
  if (major < 20) fail(`Node ${process.versions.node} is too old: Endcap needs Node 20 or newer.`);
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(node24) && existsSync(marker) && readFileSync(marker, 'utf8') === lock) return;
  // Not `npm ci`: it refuses a lock file without the packages of other platforms, which not every registry carries.
  // `--no-save` installs the locked versions and leaves the lock file alone.
  console.log('Installing what the lock file lists …');
  const npm = spawnSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (npm.status !== 0) fail('Installation failed: npm install did not finish (see above).');
  if (!existsSync(node24)) fail('Installation is incomplete: npm skipped the install script of the package "node".');
  dropHeaders();
  writeFileSync(marker, lock);
};

/** Ends with one sentence. */
const fail = (sentence) => {
  console.error(sentence);
  process.exit(1);
};
