import { expect, test } from 'vitest';
import { isComplete } from './ensure-installed.mjs';

const zod = { version: '4.6.7', integrity: 'sha512-a' };
const lock = {
  '': { version: '1.0.0' },
  'packages/contract': { version: '1.0.0' },
  'node_modules/contract': { link: true },
  'node_modules/zod': zod,
  'apps/web/node_modules/vite': { version: '8.0.0', integrity: 'sha512-b' },
  'node_modules/binding-of-windows': { version: '1.0.0', integrity: 'sha512-c', optional: true },
};
const installed = {
  'node_modules/zod': { ...zod, dev: true },
  'apps/web/node_modules/vite': { version: '8.0.0', integrity: 'sha512-b' },
};

test('an installation is complete without the optional packages of other platforms', () => {
  expect(isComplete(lock, installed)).toBe(true);
});

test.each([
  ['lacks a package', { 'node_modules/zod': undefined }],
  ['has another version', { 'node_modules/zod': { ...zod, version: '4.6.6' } }],
  ['has other bytes of a version', { 'node_modules/zod': { ...zod, integrity: 'sha512-z' } }],
  ['lacks a package of a workspace', { 'apps/web/node_modules/vite': undefined }],
])('an installation that %s is not complete', (_, change) => {
  expect(isComplete(lock, { ...installed, ...change })).toBe(false);
});
