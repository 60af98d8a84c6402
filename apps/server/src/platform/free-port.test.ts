import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from './free-port.ts';

test('returns each port only once per test run, even before anything listens on it', { tags: ['issue-16'] }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ports-'));
  vi.stubEnv('PORTS_TOLD', folder);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });
  // Without the reservations nearly every run would draw some port twice.
  const ports: number[] = [];
  for (let n = 0; n < 600; n += 1) ports.push(await freePort());
  expect(new Set(ports).size).toBe(600);
});
