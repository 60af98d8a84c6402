// node scripts/run.mjs sbom: prints the bill of materials of a release as CycloneDX in JSON. Reads only the lock file, so no package has
// to be installed.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type Bill, shippedOf } from './shipped.ts';

/** Workspaces in a release: the server, and the page that it serves. */
const SHIPPED = ['apps/server', 'apps/web'];

const args = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only'];
// npm's own `--omit=dev` would also leave out shipped packages that a tool uses as well, such as pg.
const { status, stdout } = spawnSync('npm', [...args, ...SHIPPED.map((folder) => `--workspace=${folder}`)], {
  encoding: 'utf8',
  maxBuffer: 1e8,
  stdio: ['ignore', 'pipe', 'inherit'],
  shell: process.platform === 'win32',
});
if (status !== 0) process.exit(1);
const manifestOf = (folder: string) =>
  JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as { name: string; dependencies?: object };
const roots = SHIPPED.map(manifestOf);
console.log(JSON.stringify(shippedOf(JSON.parse(stdout) as Bill, manifestOf('.').name, roots), null, 2));
