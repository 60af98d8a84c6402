import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { changedFiles, drillsFor } from './nightly-drills.ts';

test('runs the drills that cover a changed path, once each', () => {
  expect(drillsFor(['apps/server/schema/20-stores.sql', 'scripts/upgrade/packed-server.ts'])).toEqual([
    'scripts/import/with-jit.nightly.test.ts',
    'scripts/upgrade/upgrade.nightly.test.ts',
  ]);
  expect(drillsFor(['deploy/nginx/endcap.conf'])).toContain('scripts/operations/installing.nightly.test.ts');
  expect(drillsFor(['apps/server/src/features/delivery/chunk/chunk-session.ts'])).toContain(
    'apps/server/src/features/delivery/recover/worker-crash.nightly.test.ts',
  );
});

test('runs the drills that start a process when its code or launcher changed', () => {
  expect(drillsFor(['apps/server/src/processes/run-process.ts'])).toEqual(['apps/server/src/processes/cannot-work.nightly.test.ts']);
  expect(drillsFor(['scripts/erase/run-erase.ts'])).toEqual(['scripts/operations/commands.nightly.test.ts']);
  expect(drillsFor(['scripts/postgres/cluster.ts'])).toEqual([
    'scripts/launch/dev.nightly.test.ts',
    'scripts/launch/launch.nightly.test.ts',
  ]);
  expect(drillsFor(['docs/app-developers/guide.md'])).toEqual(['scripts/docs/guide.nightly.test.ts']);
  for (const file of [
    'docs/start/tutorial.md',
    'apps/web/src/features/stores/editor/store-form.ts',
    'apps/web/src/features/stores/editor/store-preview.tsx',
    'sandbox/src/phones/page/services.js',
  ])
    expect(drillsFor([file]), file).toEqual(['scripts/docs/tutorial.nightly.test.ts']);
  expect(drillsFor(['packages/contract/src/stores/store.fields.ts'])).toContain('scripts/docs/tutorial.nightly.test.ts');
  expect(drillsFor(['scripts/ensure-installed.mjs'])).toEqual(drillsFor(['package-lock.json']));
  expect(drillsFor(['package-lock.json'])).toEqual(['scripts/supply-chain/clean-install.nightly.test.ts']);
  expect(drillsFor(['docs/operators/alerts.yml'])).toEqual(['scripts/operations/metrics.nightly.test.ts']);
  expect(drillsFor(['packages/contract/src/stores/store.ts'])).toEqual(['scripts/openapi/openapi.nightly.test.ts']);
  expect(drillsFor(['apps/server/src/platform/csv.ts'])).toEqual(['scripts/spreadsheets/csv.nightly.test.ts']);
  expect(drillsFor(['scripts/test/run-folder.ts'])).toEqual(['scripts/test/interrupted.nightly.test.ts']);
  expect(drillsFor(['apps/web/src/features/calendar/chart-days.tsx'])).toEqual(['e2e/calendar-days.nightly.spec.ts']);
});

test('runs no drill for other paths or for tests that `npm test` runs anyway', () => {
  expect(drillsFor(['apps/web/src/app/start.ts', 'scripts/erase/erase.db.test.ts', 'README.md'])).toEqual([]);
});

test('changedFiles() returns files that no remote has, or those of commits within the given hours', () => {
  const remote = mkdtempSync(join(tmpdir(), 'endcap-remote-'));
  const clone = mkdtempSync(join(tmpdir(), 'endcap-clone-'));
  let clock = '2026-06-01T08:00:00Z';
  const git = (cwd: string, ...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.test', ...args], {
      cwd,
      stdio: 'pipe',
      env: { ...process.env, GIT_COMMITTER_DATE: clock },
    });
  const commit = (cwd: string, file: string, at: string): void => {
    clock = at;
    writeFileSync(join(cwd, file), file);
    git(cwd, 'add', file);
    git(cwd, 'commit', '-m', file);
  };
  git(remote, 'init');
  commit(remote, 'old', '2026-06-01T08:00:00Z');
  commit(remote, 'landed', '2026-06-02T09:00:00Z');
  expect(changedFiles(undefined, remote)).toEqual(['landed']);

  git(clone, 'clone', remote, '.');
  expect(changedFiles(undefined, clone)).toEqual([]);
  expect(changedFiles(26, clone)).toEqual(['landed', 'old']);
  commit(clone, 'committed', '2026-06-02T13:00:00Z');
  expect(changedFiles(3, clone)).toEqual(['committed']);
  expect(changedFiles(5, clone)).toEqual(['committed', 'landed']);
  writeFileSync(join(clone, 'landed'), 'edited');
  writeFileSync(join(clone, 'untracked'), '');
  expect(changedFiles(undefined, clone)).toEqual(['committed', 'landed', 'untracked']);
});
