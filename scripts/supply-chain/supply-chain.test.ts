import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type Manifest = {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  allowScripts?: Record<string, boolean>;
};
type Locked = Manifest & { version?: string; integrity?: string; resolved?: string; link?: boolean; hasInstallScript?: boolean };

const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
const { packages } = read('package-lock.json') as { packages: Record<string, Locked> };
const manifest = read('package.json') as Manifest;
const workspaces = Object.keys(packages).filter((path) => !path.startsWith('node_modules/') && !path.includes('/node_modules/'));
const installed = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link);
const tracked = spawnSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).stdout.split('\0').filter(Boolean);

test('the lock file says what the manifests say, with a hash for every package and no address in the clear', { tags: ['D01'] }, () => {
  for (const workspace of workspaces) {
    const { dependencies, devDependencies, optionalDependencies } = read(`${workspace || '.'}/package.json`) as Manifest;
    expect(packages[workspace], workspace).toMatchObject(
      JSON.parse(JSON.stringify({ dependencies, devDependencies, optionalDependencies })) as object,
    );
  }
  expect(installed.length).toBeGreaterThan(300);
  expect(installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path)).toEqual([]);
  expect(installed.filter(([, { resolved = 'https:' }]) => !resolved.startsWith('https:')).map(([path]) => path)).toEqual([]);
});
test('the lock file has the packages of every platform, so that `npm ci` takes it anywhere', () => {
  const names = new Set(Object.keys(packages).map((path) => path.split('node_modules/').at(-1)));
  const wanted = Object.values(packages).flatMap(({ optionalDependencies }) => Object.keys(optionalDependencies ?? {}));
  expect(wanted.length).toBeGreaterThan(100);
  expect(wanted.filter((name) => !names.has(name))).toEqual([]);
});
test('only packages that the manifest names may run a script when they are installed', { tags: ['D02'] }, () => {
  const runs = installed.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path.split('node_modules/').at(-1) ?? '');
  const allowed = Object.keys(manifest.allowScripts ?? {});
  // What these two would do is of no use here; whatever else wants to run something needs a decision first.
  expect(runs.filter((name) => !allowed.includes(name)).toSorted()).toEqual(['@firebase/util', 'protobufjs']);
  expect(allowed.filter((name) => !runs.includes(name))).toEqual([]);
});
test('every version is pinned to the digit, so nothing younger than the lock file comes in', { tags: ['D03'] }, () => {
  for (const workspace of workspaces) {
    const { dependencies, devDependencies, optionalDependencies } = read(`${workspace || '.'}/package.json`) as Manifest;
    for (const [name, range] of Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }))
      if (!name.startsWith('@endcap/')) expect(range, name).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
  }
});
test('the bill of materials names what server and page ship, each with its hash, and nothing of development', { tags: ['E-7E'] }, () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/run.mjs', 'sbom'], { encoding: 'utf8', maxBuffer: 1e8 });
  expect([status, stderr]).toEqual([0, '']);
  type Component = { 'bom-ref': string; purl: string; hashes?: unknown[] };
  const bom = JSON.parse(stdout) as { components: Component[]; dependencies: { dependsOn: string[] }[] };
  expect(bom).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'endcap', type: 'application' } } });
  const named = new Set(bom.components.map(({ purl }) => decodeURIComponent(purl).replace('pkg:npm/', '')));
  for (const workspace of ['apps/server', 'apps/web']) {
    const { dependencies } = read(`${workspace}/package.json`) as Manifest;
    const ids = (of: Record<string, string> = {}): string[] => Object.entries(of).map(([name, version]) => `${name}@${version}`);
    expect(ids(dependencies).filter((id) => !named.has(id))).toEqual([]);
  }
  const names = [...named].map((id) => id.slice(0, id.lastIndexOf('@')));
  expect(names.filter((name) => ['oxlint', 'vitest', 'vite', 'fflate', '@types/pg', 'oidc-provider'].includes(name))).toEqual([]);
  const refs = new Set(bom.components.map((component) => component['bom-ref']));
  expect(bom.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.has(ref))).toEqual([]);
  expect(bom.components.filter(({ purl, hashes }) => !hashes?.length && !purl.includes('%40endcap/'))).toEqual([]);
});
test('no key, token or password of the outside world lies in the repository', { tags: ['D07'] }, () => {
  const secrets =
    /-----BEGIN [A-Z ]*PRIVATE KEY-----\s*[A-Za-z0-9+/]{40}|AKIA[0-9A-Z]{16}|AIza[\w-]{35}|cloudinary:\/\/\d{10,}:[\w-]{20,}@|ghp_\w{36}/;
  expect(tracked.length).toBeGreaterThan(500);
  expect(
    tracked.filter((file) => /\.(ts|tsx|mjs|json|md|sql|sh|conf|html|css|tsv|yml)$/.test(file) && secrets.test(readFileSync(file, 'utf8'))),
  ).toEqual([]);
});
