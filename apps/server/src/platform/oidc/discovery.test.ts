import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectIdentityProvider } from './identity-provider.ts';

let issuer = '';
let discovered: unknown;
const server = createServer((_, response) => response.end(JSON.stringify(discovered)));
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const unavailable = { code: 'unavailable' };
/** Three parts that are spelled properly; keys are looked for before anything in them is believed. */
const token = ['{}', '{}', 'signature'].map((part) => Buffer.from(part).toString('base64url')).join('.');

test('D-15, F35: a provider that says nonsense of itself is not available, and is asked again', async () => {
  const provider = connectIdentityProvider({ issuer, clientId: 'c', audience: 'a', algorithms: ['RS256'] });
  const good = { issuer, jwks_uri: `${issuer}/keys`, userinfo_endpoint: `${issuer}/me` };
  for (const document of [
    null,
    [],
    'text',
    {},
    { ...good, issuer: 'https://other.test' },
    { ...good, jwks_uri: 'keys' },
    { ...good, jwks_uri: 7 },
    { ...good, userinfo_endpoint: '/me' },
    { ...good, userinfo_endpoint: undefined },
  ]) {
    discovered = document;
    await expect(provider.reach(), JSON.stringify(document)).rejects.toMatchObject(unavailable);
    await expect(provider.verify(token)).rejects.toMatchObject(unavailable);
    await expect(provider.userInfo(token)).rejects.toMatchObject(unavailable);
  }
  discovered = { ...good, more: 'is fine' };
  await expect(provider.reach()).resolves.toBeUndefined();
});
