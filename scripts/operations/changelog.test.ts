import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('every package has one version, and the changelog has notes for it or for what comes after it', { tags: ['E-78'] }, () => {
  const manifests = globSync(['package.json', '{packages,apps}/*/package.json']);
  const versions = manifests.map((file) => (JSON.parse(readFileSync(file, 'utf8')) as { version?: string }).version);
  expect(new Set(versions).size).toBe(1);
  const [first, ...more] = [...readFileSync('CHANGELOG.md', 'utf8').matchAll(/^## (.+)$/gm)].map(([, title = '']) => title);
  const released = /^(\d+\.\d+\.\d+) – \d{4}-\d{2}-\d{2}$/;
  expect(more.filter((title) => !released.test(title))).toEqual([]);
  const newest = [first ?? '', ...more].find((title) => released.test(title));
  expect(first === 'Unreleased' || released.test(first ?? '')).toBe(true);
  if (newest !== undefined) expect(released.exec(newest)?.[1]).toBe(versions[0]);
});
