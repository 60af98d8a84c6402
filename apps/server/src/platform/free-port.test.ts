import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from './free-port.ts';

test('no port is told twice in a run of tests, though nobody listens on it yet', { tags: ['issue-16'] }, async () => {
  const told = mkdtempSync(join(tmpdir(), 'ports-'));
  vi.stubEnv('PORTS_TOLD', told);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(told, { recursive: true });
  });
  // Drawn without looking, two of so many would be the same in nearly every run.
  const ports: number[] = [];
  for (let n = 0; n < 600; n += 1) ports.push(await freePort());
  expect(new Set(ports).size).toBe(600);
});
