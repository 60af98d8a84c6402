import { spawn } from 'node:child_process';
import { chmodSync, existsSync, globSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { processesIn } from './run-folder.ts';

test.runIf(existsSync('/proc')).each([
  ['database', 'migrate.db.test.ts'],
  ['browser', 'sign-in.spec.ts'],
])('Ctrl-C in the middle of the %s suite leaves no process and no folder', async (part, file) => {
  const folder = mkdtempSync(join(tmpdir(), 'interrupted-'));
  chmodSync(folder, 0o755);
  const run = spawn(process.execPath, ['scripts/test/main.ts', part, file], {
    stdio: 'ignore',
    env: { ...process.env, TMPDIR: folder },
  });
  const ended = new Promise<number | null>((resolve) => run.once('exit', resolve));
  // Its database is there, as are the processes that use it.
  await expect.poll(() => globSync(`${folder}/**/postgres/postmaster.pid`)).not.toEqual([]);
  expect(processesIn(folder).length).toBeGreaterThan(1);
  run.kill('SIGINT');
  expect(await ended).toBe(130);
  expect(processesIn(folder)).toEqual([]);
  expect(globSync(`${folder}/*`)).toEqual([]);
});
