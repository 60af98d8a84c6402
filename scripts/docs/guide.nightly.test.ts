import { spawn } from 'node:child_process';
import { afterAll, expect, test } from 'vitest';
import { fencesOf } from '../operations/read-document.ts';
import { startProduct } from '../test/running-product.ts';

const product = await startProduct({ env: { ENDCAP_SEED_DEVICES: '500' } });
afterAll(() => product.stop());

test('an app developer who types what the guide says registers a phone, is sent something and opens it', async () => {
  const typed = fencesOf('docs/app-developers/guide.md', 'sh')
    .join('\n')
    .replaceAll('http://localhost:3000', product.adminUrl)
    .replaceAll('http://localhost:3001', product.appUrl);
  const child = spawn('bash', ['-euo', 'pipefail', '-c', typed], { env: product.environment });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text));
  expect(await new Promise((resolve) => child.once('close', resolve)), said).toBe(0);
  // The secret first, the phone with its stores, the feed, the send, the inbox, and what the report of opening was answered.
  expect(said).toMatch(/^[\w-]{40,}\n/);
  expect(said).toMatch(/"notificationStoreIds":\["[a-z0-9]+"\]/);
  expect(said).toMatch(/"nextChangeAt":/);
  expect(said.trimEnd()).toMatch(/First push[\s\S]*\n204$/);
});
