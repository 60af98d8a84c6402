import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const { ENDCAP_OIDC_ISSUER: _, ENDCAP_SANDBOX_IDENTITY_PORT: __, ...plain } = process.env;
const print = (env: Record<string, string>) =>
  promisify(execFile)(process.execPath, ['scripts/launch/print-token.ts', 'staff-1'], { env: { ...plain, ...env } }).then(
    ({ stdout }) => stdout.trim(),
    ({ stderr }: { stderr: string }) => stderr.trim(),
  );

test('print-token.ts requests the token from the identity provider of the launcher’s settings', { tags: ['D-28'] }, async () => {
  const server = createServer((request, response) => response.end(JSON.stringify({ token: `token ${request.url}` })));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const answer = 'token /sandbox/token?person=staff-1';
  expect(await print({ ENDCAP_SANDBOX_IDENTITY_PORT: String(port) })).toBe(answer);
  expect(await print({ ENDCAP_OIDC_ISSUER: `http://127.0.0.1:${port}`, ENDCAP_SANDBOX_IDENTITY_PORT: '1' })).toBe(answer);
  server.close();
  expect(await print({ ENDCAP_SANDBOX_IDENTITY_PORT: '1' })).toContain('http://localhost:1');
});
