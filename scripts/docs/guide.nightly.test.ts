import { spawn } from 'node:child_process';
import { afterAll, expect, test } from 'vitest';
import { fencesOf } from '../operations/read-document.ts';
import { startProduct } from '../test/running-product.ts';

const product = await startProduct({ env: { ENDCAP_SEED_DEVICES: '500' } });
afterAll(() => product.stop());

test('the commands of the guide register a phone, send to it, report receipts, reuse an answer and make a test phone', async () => {
  const typed = fencesOf('docs/app-developers/guide.md', 'sh')
    .join('\n')
    .replaceAll('http://localhost:3000', product.adminUrl)
    .replaceAll('http://localhost:3001', product.appUrl);
  const child = spawn('bash', ['-euo', 'pipefail', '-c', typed], {
    env: product.environment,
    // Bash takes a socket for a remote shell and reads the files of one.
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text));
  expect(await new Promise((resolve) => child.once('close', resolve)), output).toBe(0);
  // In order: secret, device with its stores, feed, notification, inbox; then the statuses of both receipts, the unchanged settings and the tester code.
  expect(output).toMatch(/^[\w-]{40,}\n/);
  expect(output).toMatch(/"notificationStoreIds":\["[a-z0-9]+"\]/);
  expect(output).toMatch(/"nextChangeAt":/);
  expect(output.trimEnd()).toMatch(/First push[\s\S]*\n204\n204\n304\n204$/);
});
