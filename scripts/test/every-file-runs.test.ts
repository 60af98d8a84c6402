import { globSync, readFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { expect, test } from 'vitest';
import vitestConfig from '../../vitest.config.ts';

type Project = { test: { name: string; include: string[]; exclude: string[] } };

const runners = (file: string): string[] => [
  ...((vitestConfig.test?.projects ?? []) as Project[])
    .filter(
      ({ test: { include, exclude } }) =>
        include.some((glob) => matchesGlob(file, glob)) && !exclude.some((glob) => matchesGlob(file, glob)),
    )
    .map(({ test: { name } }) => name),
  ...(/^e2e\/[^/]+\.nightly\.spec\.ts$/.test(file) ? ['nightly'] : /^e2e\/[^/]+\.spec\.ts$/.test(file) ? ['browser'] : []),
];

test('every file of tests is run by exactly one part', () => {
  const files = globSync('*/**/*.{test,spec}.*', { exclude: (name) => name === 'node_modules' || name === 'dist' });
  expect(files.length).toBeGreaterThan(150);
  expect(files.filter((file) => runners(file).length !== 1)).toEqual([]);
});

test('a file that no part would run is noticed', () => {
  expect(runners('packages/contract/src/a.db.test.ts')).toEqual([]);
  expect(runners('apps/web/src/a.test.tsx')).toEqual([]);
  expect(runners('apps/web/src/a.form.test.tsx')).toEqual(['forms']);
  expect(runners('apps/server/src/a.db.test.ts')).toEqual(['database']);
  expect(runners('apps/server/src/a.nightly.test.ts')).toEqual(['nightly']);
  expect(runners('apps/server/src/a.isolated.test.ts')).toEqual(['unit-isolated']);
});

test('a test that replaces a module runs isolated', () => {
  const mocking = globSync('{packages,apps,sandbox,scripts}/**/*.test.ts', { exclude: ['**/node_modules/**'] })
    .filter((file) => /^vi\.(do)?mock\(/im.test(readFileSync(file, 'utf8')))
    .filter((file) => runners(file).some((name) => name !== 'unit-isolated'));
  expect(mocking).toEqual([]);
});
