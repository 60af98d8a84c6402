import { expect, test } from 'vitest';
import { drillsFor } from './nightly-drills.ts';

test('runs the drills that cover a changed path, once each', () => {
  expect(drillsFor(['apps/server/migrations/0001-stores.sql', 'scripts/upgrade/main.ts'])).toEqual([
    'scripts/import/with-jit.nightly.test.ts',
    'scripts/upgrade/upgrade.nightly.test.ts',
  ]);
  expect(drillsFor(['deploy/nginx/endcap.conf'])).toContain('scripts/operations/installing.nightly.test.ts');
  expect(drillsFor(['apps/server/src/features/delivery/chunk-ledger.ts'])).toContain(
    'apps/server/src/features/delivery/worker-crash.nightly.test.ts',
  );
});

test('runs what starts a process when the process or its start changed', () => {
  expect(drillsFor(['apps/server/src/processes/run-process.ts'])).toEqual(['apps/server/src/processes/cannot-work.nightly.test.ts']);
  expect(drillsFor(['scripts/erase/run-erase.ts'])).toEqual(['scripts/operations/commands.nightly.test.ts']);
  expect(drillsFor(['scripts/postgres/cluster.ts'])).toEqual(['scripts/launch/launch.nightly.test.ts']);
  expect(drillsFor(['docs/operations/alerts.yml'])).toEqual(['scripts/operations/metrics.nightly.test.ts']);
  expect(drillsFor(['packages/contract/src/stores/store.ts'])).toEqual(['scripts/openapi/openapi.nightly.test.ts']);
  expect(drillsFor(['scripts/test/run-folder.ts'])).toEqual(['scripts/test/interrupted.nightly.test.ts']);
});

test('runs no drill for other paths or for tests that `npm test` runs anyway', () => {
  expect(drillsFor(['apps/web/src/app/start.ts', 'scripts/erase/erase.db.test.ts', 'README.md'])).toEqual([]);
});
