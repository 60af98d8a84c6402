import { expect, test } from 'vitest';
import { build } from '../build.ts';
import { createMetrics } from './metrics.ts';

test('a gauge names version, commit and newest migration of the process', { tags: ['E-78'] }, async () => {
  const labels = `version="${build.version}",commit="${build.commit ?? ''}",migration="${build.migration}",process="app-api"`;
  expect(await createMetrics('app-api').text()).toContain(`endcap_build_info{${labels}} 1`);
});
