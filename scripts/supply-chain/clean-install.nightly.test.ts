import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'endcap-clone-'));
const clone = join(folder, 'endcap');
const env = { ...process.env, npm_config_cache: join(folder, 'cache'), NODE_ENV: undefined };
const run = (command: string, ...args: string[]): string => {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: clone, encoding: 'utf8', env });
  expect({ status, output: status === 0 ? '' : `${stdout}${stderr}` }).toEqual({ status: 0, output: '' });
  return stdout;
};
const changes = (): string => run('git', 'status', '--porcelain');
beforeAll(() => void execFileSync('git', ['clone', '--quiet', '.', clone]));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('`npm install` and `npm ci` leave a fresh clone unchanged in git, and the first command installs nothing again', () => {
  const firstCommand = (): string => run('node', 'scripts/run.mjs', 'sbom');
  for (const install of ['install', 'ci']) {
    run('npm', install);
    expect(changes()).toBe('');
    expect(firstCommand()).not.toContain('Installing');
    expect(changes()).toBe('');
  }
});

test('the first command completes a partial installation', () => {
  rmSync(join(clone, 'node_modules/zod'), { recursive: true });
  rmSync(join(clone, 'node_modules/.endcap-lock'));
  rmSync(join(clone, 'node_modules/.package-lock.json'));
  const sbom = ['scripts/run.mjs', 'sbom'];
  expect(run('node', ...sbom)).toContain('Installing what the lock file lists');
  expect(existsSync(join(clone, 'node_modules/zod/package.json'))).toBe(true);
  expect(run('node', ...sbom)).not.toContain('Installing');
});
