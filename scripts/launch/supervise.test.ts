import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { supervise } from './supervise.ts';

test('a service that does not start is reported with its last error, however much it printed before', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'endcap-supervise-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'service.mjs');
  writeFileSync(file, `console.log('Error: an earlier one\\n' + 'a line\\n'.repeat(2_000)); throw new Error('no such setting');`);
  await expect(supervise({ name: 'worker', file, env: {} }, join(folder, 'log'))).rejects.toThrow(
    /^worker does not start: Error: no such setting \(1\)$/,
  );
});
