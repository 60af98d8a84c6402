import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const folder = new URL('../../../migrations/', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, folder), 'utf8');
const steps = readdirSync(folder)
  .filter((name) => name.endsWith('.sql'))
  .sort();

test('a migration that is out in the world stays as it is; a new one adds its line to SHA256SUMS (sha256sum NNNN-name.sql >> SHA256SUMS)', () => {
  const sums = steps.map((name) => `${createHash('sha256').update(read(name)).digest('hex')}  ${name}\n`);
  expect(sums.join('')).toBe(read('SHA256SUMS'));
});

test('migrations are numbered without a gap, so that two that were written side by side are noticed', () => {
  expect(steps.map((name) => Number(name.slice(0, 4)))).toEqual(steps.map((_, at) => at + 1));
});
