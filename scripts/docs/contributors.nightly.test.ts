import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { copyCheckout } from '../test/copied-checkout.ts';

// Commands of docs/reference/commands.md that write into the repository, in a copy of it.
const checkout = copyCheckout();
afterAll(checkout.remove);

const at = (file: string): string => join(checkout.folder, file);
const read = (file: string): string => readFileSync(at(file), 'utf8');
const run = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync('node', ['scripts/run.mjs', ...args], { cwd: checkout.folder, encoding: 'utf8' });
  return { status, output: `${stdout}${stderr}` };
};

test('configuration-table.ts restores a settings table that was edited by hand', () => {
  const page = 'docs/reference/settings.md';
  const before = read(page);
  writeFileSync(at(page), before.replace(/^\| `ENDCAP_ADMIN_PORT`.*\n/m, ''));
  expect(read(page)).not.toBe(before);
  expect(run('scripts/docs/configuration-table.ts')).toEqual({ status: 0, output: '' });
  expect(read(page)).toBe(before);
});

test('copy-screens.ts copies the screenshots of the browser tests into the docs, and names a missing one', () => {
  const taken = 'test-results/screens';
  mkdirSync(at(taken), { recursive: true });
  const pictures = ['send-notification', 'notification-details', 'content-editor', 'history-compare', 'phone-feed'];
  for (const picture of pictures.slice(0, -1)) copyFileSync('docs/screens/phone-feed.png', at(`${taken}/${picture}.png`));
  const missing = run('scripts/docs/copy-screens.ts');
  expect([missing.status, missing.output]).toEqual([1, expect.stringContaining('test-results/screens/phone-feed.png')]);
  copyFileSync('docs/screens/content-editor.png', at(`${taken}/phone-feed.png`));
  expect(run('scripts/docs/copy-screens.ts')).toEqual({ status: 0, output: '' });
  expect(readFileSync(at('docs/screens/phone-feed.png'))).toEqual(readFileSync('docs/screens/content-editor.png'));
});

test('the phone-kit command records the calls of a new kit version, and refuses to record a version twice', () => {
  const manifest = 'packages/phone-kit/package.json';
  const version = /"version": "([^"]+)"/.exec(read(manifest))?.[1] ?? '';
  expect(run('phone-kit')).toEqual({ status: 1, output: expect.stringContaining(`version ${version} of the kit is recorded`) });
  writeFileSync(at(manifest), read(manifest).replace(`"version": "${version}"`, '"version": "99.0.0"'));
  expect(run('phone-kit')).toEqual({ status: 0, output: expect.stringContaining('recordings/99.0.0.json') });
  const recorded = 'scripts/phone-kit/recordings/99.0.0.json';
  expect(existsSync(at(recorded))).toBe(true);
  expect(JSON.parse(read(recorded))).toMatchObject({ kit: '99.0.0', calls: expect.arrayContaining([expect.anything()]) });
});
