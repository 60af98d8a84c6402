import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { includeStoreTypes, storeTypes } from '@endcap/contract/audience';

test.each([
  ['storeTypes', storeTypes],
  ['includeStoreTypes', includeStoreTypes],
])('neither page nor API retypes %s', { tags: ['ENUM-09'] }, (_, values) => {
  const retyped = new RegExp(values.map((value) => `['"]${value}['"]`).join('[,|\\s]+'));
  const files = globSync('apps/*/src/**/*.{ts,tsx}');
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => retyped.test(readFileSync(file, 'utf8')))).toEqual([]);
});
