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

test('the lock file matches the manifests, and every package has a hash and an https address', { tags: ['D01'] }, () => {
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
test('the lock file has the optional packages of every platform, so that `npm ci` works everywhere', () => {
  const names = new Set(Object.keys(packages).map((path) => path.split('node_modules/').at(-1)));
  const wanted = Object.values(packages).flatMap(({ optionalDependencies }) => Object.keys(optionalDependencies ?? {}));
  expect(wanted.length).toBeGreaterThan(100);
  expect(wanted.filter((name) => !names.has(name))).toEqual([]);
});
test('only packages in allowScripts, and two known ones, have an install script', { tags: ['D02'] }, () => {
  const runs = installed.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path.split('node_modules/').at(-1) ?? '');
  const allowed = Object.keys(manifest.allowScripts ?? {});
  // The install scripts of these two are not needed here. Any other one needs a decision first.
  expect(runs.filter((name) => !allowed.includes(name)).toSorted()).toEqual(['@firebase/util', 'protobufjs']);
  expect(allowed.filter((name) => !runs.includes(name))).toEqual([]);
});
test('the manifests pin an exact version of every package', { tags: ['D03'] }, () => {
  for (const workspace of workspaces) {
    const { dependencies, devDependencies, optionalDependencies } = read(`${workspace || '.'}/package.json`) as Manifest;
    for (const [name, range] of Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }))
      if (!name.startsWith('@endcap/')) expect(range, name).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
  }
});
test('the bill of materials has every shipped package with its hash, and no development package', { tags: ['E-7E'] }, () => {
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
test('the repository contains no links and no installed packages', () => {
  const { stdout } = spawnSync('git', ['ls-files', '--stage'], { encoding: 'utf8' });
  expect(stdout.split('\n').filter((line) => line.startsWith('120000'))).toEqual([]);
  expect(tracked.filter((file) => file.split('/').includes('node_modules'))).toEqual([]);
});
test('the repository contains no private keys, cloud keys or access tokens', { tags: ['D07'] }, () => {
  const secrets =
    /-----BEGIN [A-Z ]*PRIVATE KEY-----\s*[A-Za-z0-9+/]{40}|AKIA[0-9A-Z]{16}|AIza[\w-]{35}|cloudinary:\/\/\d{10,}:[\w-]{20,}@|ghp_\w{36}/;
  expect(tracked.length).toBeGreaterThan(500);
  expect(
    tracked.filter((file) => /\.(ts|tsx|mjs|json|md|sql|sh|conf|html|css|tsv|yml)$/.test(file) && secrets.test(readFileSync(file, 'utf8'))),
  ).toEqual([]);
});
