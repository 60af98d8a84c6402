import { expect, test } from 'vitest';
import { drillsFor } from './nightly-drills.ts';

test('runs the drills that cover a changed path, once each', () => {
  expect(drillsFor(['apps/server/migrations/0001-stores.sql', 'scripts/upgrade/main.ts'])).toEqual([
    'scripts/upgrade/upgrade.nightly.test.ts',
  ]);
  expect(drillsFor(['deploy/nginx/endcap.conf'])).toContain('scripts/operations/installing.nightly.test.ts');
  expect(drillsFor(['apps/server/src/features/delivery/chunk-ledger.ts'])).toContain(
    'apps/server/src/features/delivery/worker-crash.nightly.test.ts',
  );
});

test('runs no drill for other paths or for tests that `npm test` runs anyway', () => {
  expect(drillsFor(['apps/web/src/app/start.ts', 'scripts/operations/metrics.db.test.ts', 'README.md'])).toEqual([]);
});
