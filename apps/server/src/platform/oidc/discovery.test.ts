import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { portOf } from '../../../test/port-of.ts';
import { connectIdentityProvider } from './identity-provider.ts';

const now = (): Date => new Date();
let issuer = '';
let discovered: unknown;
let others: Record<string, unknown> = {};
const server = createServer(({ url = '' }, response) => response.end(JSON.stringify(others[url] ?? discovered)));
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${portOf(server)}`;
});
afterAll(() => server.close());

const unavailable = { code: 'unavailable' };
/** A well-formed token of three parts. Its key is searched for before its content is trusted. */
const token = ['{}', '{}', 'signature'].map((part) => Buffer.from(part).toString('base64url')).join('.');

test('reports a provider as unavailable while its discovery document is invalid, and retries', { tags: ['D-15', 'F35'] }, async () => {
  const provider = connectIdentityProvider({ issuer, clientId: 'c', audience: 'a', algorithms: ['RS256'], now });
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

test('does not read a discovery document or keys larger than a megabyte', { tags: ['D-15', 'F35'] }, async () => {
  const provider = connectIdentityProvider({ issuer, clientId: 'c', audience: 'a', algorithms: ['RS256'], now });
  const good = { issuer, jwks_uri: `${issuer}/keys`, userinfo_endpoint: `${issuer}/me` };
  const more = 'x'.repeat(1_000_000);
  discovered = { ...good, more };
  const tooLong = { ...unavailable, cause: { message: expect.stringContaining('longer than') } };
  await expect(provider.reach()).rejects.toMatchObject(tooLong);
  discovered = good;
  others = { '/keys': { keys: [], more } };
  onTestFinished(() => void (others = {}));
  await expect(provider.prepare()).rejects.toMatchObject(tooLong);
});
test(
  'works without a user info endpoint if access tokens have the facts, and otherwise names the setting that is needed',
  { tags: ['E-30'] },
  async () => {
    discovered = { issuer, jwks_uri: `${issuer}/keys` };
    const options = { issuer, clientId: 'c', audience: 'a', algorithms: ['RS256'], now };
    await expect(connectIdentityProvider({ ...options, needsUserInfo: false }).reach()).resolves.toBeUndefined();
    const why = { ...unavailable, message: expect.stringContaining('ENDCAP_OIDC_FACTS_CLAIM') };
    await expect(connectIdentityProvider(options).reach()).rejects.toMatchObject(why);
    await expect(connectIdentityProvider(options).verify(token)).rejects.toMatchObject(why);
  },
);

test(
  'fails as unavailable instead of ending sessions while a proxy or the provider blocks the discovery document',
  { tags: ['D-15', 'F35'] },
  async () => {
    const wall = createServer((_, response) => response.writeHead(403).end());
    onTestFinished(() => void wall.close());
    await new Promise<void>((resolve) => wall.listen(0, '127.0.0.1', resolve));
    const behind = `http://127.0.0.1:${portOf(wall)}`;
    const provider = connectIdentityProvider({ issuer: behind, clientId: 'c', audience: 'a', algorithms: ['RS256'], now });
    for (const ask of [provider.reach, () => provider.verify(token), () => provider.userInfo(token)])
      await expect(ask()).rejects.toMatchObject(unavailable);
  },
);

test(
  'detects an outage of the provider, keeps verifying tokens with known keys, and finds keys that moved',
  { tags: ['D-1A', 'F34'] },
  async () => {
    const [first, second] = [generateKeyPairSync('rsa', { modulusLength: 2048 }), generateKeyPairSync('rsa', { modulusLength: 2048 })];
    const keysOf = ({ publicKey }: typeof first) => ({
      keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k', alg: 'RS256', use: 'sig' }],
    });
    const tokenOf = ({ privateKey }: typeof first) =>
      new SignJWT({ jti: Math.random().toString() })
        .setProtectedHeader({ alg: 'RS256', kid: 'k' })
        .setIssuer(issuer)
        .setAudience('a')
        .setSubject('anna')
        .setExpirationTime('1h')
        .sign(privateKey);
    let passedMs = 0;
    const later = (): unknown => (passedMs += 61_000);
    const monotonic = (): number => passedMs;
    const provider = connectIdentityProvider({ issuer, clientId: 'c', audience: 'a', algorithms: ['RS256'], now, monotonic });
    const good = { issuer, jwks_uri: `${issuer}/keys`, userinfo_endpoint: `${issuer}/me` };
    discovered = good;
    others = { '/keys': keysOf(first), '/moved': keysOf(second) };
    await expect(provider.reach()).resolves.toBeUndefined();
    await expect(provider.verify(await tokenOf(first))).resolves.toMatchObject({ sub: 'anna' });
    discovered = null;
    later();
    await expect(provider.reach()).rejects.toMatchObject(unavailable);
    await expect(provider.verify(await tokenOf(first))).resolves.toMatchObject({ sub: 'anna' });
    discovered = { ...good, jwks_uri: `${issuer}/moved` };
    later();
    await expect(provider.reach()).resolves.toBeUndefined();
    await expect(provider.verify(await tokenOf(second))).resolves.toMatchObject({ sub: 'anna' });
    await expect(provider.verify(await tokenOf(first))).rejects.toMatchObject({ code: 'unauthenticated' });
  },
);

test('detects an outage of the provider even if the system clock was set back by an hour', { tags: ['D-1A', 'F65'] }, async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  discovered = { issuer, jwks_uri: `${issuer}/keys`, userinfo_endpoint: `${issuer}/me` };
  let passedMs = 0;
  const monotonic = (): number => passedMs;
  const provider = connectIdentityProvider({ issuer, clientId: 'c', audience: 'a', algorithms: ['RS256'], now, monotonic });
  await expect(provider.reach()).resolves.toBeUndefined();
  vi.setSystemTime(Date.now() - 3_600_000);
  passedMs += 61_000;
  discovered = null;
  await expect(provider.reach()).rejects.toMatchObject(unavailable);
});
