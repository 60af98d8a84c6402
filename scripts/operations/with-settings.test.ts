import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

test('settings of a file that the environment overrides are named, without their values', { tags: ['E-77', 'OPS-12'] }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'endcap-with-settings-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [file, script] = [join(folder, 'endcap.env'), join(folder, 'print.mjs')];
  writeFileSync(file, 'LOG_LEVEL=info\nENDCAP_ADMIN_PORT=3000\nENDCAP_TESTER_CODE=of-the-file\n');
  writeFileSync(script, 'console.log(process.env.LOG_LEVEL, process.env.ENDCAP_ADMIN_PORT, process.env.ENDCAP_TESTER_CODE)');
  const run = (env: Record<string, string>) => {
    const { stdout, stderr } = spawnSync(process.execPath, ['deploy/with-settings.mjs', file, script], { encoding: 'utf8', env });
    return [stdout, stderr];
  };
  expect(run({ ENDCAP_ADMIN_PORT: '3000' })).toEqual(['info 3000 of-the-file\n', '']);
  expect(run({ LOG_LEVEL: 'debug', ENDCAP_TESTER_CODE: 'of-the-shell' })).toEqual([
    'debug 3000 of-the-shell\n',
    `with-settings: the environment overrides ENDCAP_TESTER_CODE, LOG_LEVEL of ${file}\n`,
  ]);
});
