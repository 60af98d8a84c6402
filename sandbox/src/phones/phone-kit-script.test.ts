import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { phoneKitScript } from './phone-kit-script.ts';

test('the phone kit weighs at most 12 kB and carries no library', { tags: ['KIT-01'] }, async () => {
  const script = await phoneKitScript();
  expect(script).not.toMatch(/\bimport\b/);
  expect(gzipSync(script, { level: 9 }).length).toBeGreaterThan(1_000);
  expect(gzipSync(script, { level: 9 }).length).toBeLessThanOrEqual(12_000);
});
