import { createServer, type Server } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { portOf } from '../../../test/port-of.ts';
import { connectIdentityProvider, type IdentityProvider } from './identity-provider.ts';

type Key = { kid: string; sign: CryptoKey; jwk: object };
const aKey = async (kid: string): Promise<Key> => {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  return { kid, sign: privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } };
};

const now = (): Date => new Date();
let server: Server;
let issuer: string;
let provider: IdentityProvider;
let published: Key[];
let fetches = 0;
beforeAll(async () => {
  published = [await aKey('first')];
  server = createServer((request, response) => {
    if (request.url === '/keys') fetches += 1;
    const document =
      request.url === '/keys'
        ? { keys: published.map(({ jwk }) => jwk) }
        : { issuer, jwks_uri: `${issuer}/keys`, userinfo_endpoint: `${issuer}/me` };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(document));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${portOf(server)}`;
  provider = connectIdentityProvider({ issuer, clientId: 'web', audience: 'api', algorithms: ['RS256'], now });
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterAll(() => {
  vi.useRealTimers();
  server.close();
});

const seconds = (): number => Math.floor(Date.now() / 1000);
const later = (ms: number): unknown => vi.setSystemTime(Date.now() + ms);
const token = (key: Key | undefined, { from = 0, to = 3_600 } = {}): Promise<string> =>
  new SignJWT({ jti: Math.random().toString() })
    .setProtectedHeader({ alg: 'RS256', kid: key?.kid ?? '' })
    .setIssuer(issuer)
    .setAudience('api')
    .setSubject('anna')
    .setIssuedAt(seconds() + from)
    .setNotBefore(seconds() + from)
    .setExpirationTime(seconds() + to)
    .sign(key?.sign as CryptoKey);
const refused = { code: 'unauthenticated' };

test(
  'accepts new tokens right after two key rotations within a minute, and old ones while their key is published',
  { tags: ['F35'] },
  async () => {
    const [first] = published;
    const ofFirst = await token(first);
    await expect(provider.verify(ofFirst)).resolves.toMatchObject({ sub: 'anna' });
    for (const kid of ['second', 'third']) {
      later(15_000);
      const next = await aKey(kid);
      published = [...published, next];
      await expect(provider.verify(await token(next))).resolves.toMatchObject({ sub: 'anna' });
      await expect(provider.verify(ofFirst)).resolves.toMatchObject({ sub: 'anna' });
    }
  },
);
test(
  'accepts a token with a newly published key, even while many other tokens name unpublished keys',
  { tags: ['E-79', 'A04', 'F35'] },
  async () => {
    const foreign = await aKey('foreign');
    const strangers = await Promise.all(Array.from({ length: 50 }, () => token(foreign)));
    await expect(provider.verify(strangers[0] ?? '')).rejects.toMatchObject(refused);
    const before = fetches;
    const next = await aKey('just-published');
    published = [...published, next];
    const verified = provider.verify(await token(next));
    const rejected = strangers.map((stranger) => expect(provider.verify(stranger)).rejects.toMatchObject(refused));
    await expect(verified).resolves.toMatchObject({ sub: 'anna' });
    await Promise.all(rejected);
    expect(fetches - before).toBeLessThanOrEqual(2);
  },
);
test('tolerates a difference of a minute from the clock of the provider, but not of five minutes', { tags: ['F36'] }, async () => {
  const [first] = published;
  await expect(provider.verify(await token(first, { from: 50 }))).resolves.toMatchObject({ sub: 'anna' });
  await expect(provider.verify(await token(first, { from: -600, to: -50 }))).resolves.toMatchObject({ sub: 'anna' });
  await expect(provider.verify(await token(first, { from: 300 }))).rejects.toMatchObject(refused);
  await expect(provider.verify(await token(first, { from: -600, to: -300 }))).rejects.toMatchObject(refused);
});
test('a token that is refused because of a setting names it; any other is answered by signing in again', { tags: ['E-30'] }, async () => {
  const ours = { issuer, clientId: 'web', audience: 'api', algorithms: ['RS256'], now };
  const sound = await token(published[0]);
  const why = (token: string, more: object): Promise<unknown> =>
    connectIdentityProvider({ ...ours, ...more })
      .verify(token)
      .then(
        () => 'valid',
        (error: unknown) => error,
      );
  const naming = (text: string) => ({ ...refused, message: expect.stringContaining(text) });
  expect(await why('opaque', {})).toMatchObject(naming('no JWT'));
  expect(await why(sound, { algorithms: ['ES256'] })).toMatchObject(naming('ENDCAP_OIDC_ALGORITHMS'));
  expect(await why(sound, { audience: 'other' })).toMatchObject(naming('ENDCAP_OIDC_AUDIENCE'));
  expect(await why(await token(published[0], { from: -600, to: -300 }), {})).toMatchObject(naming('Sign in again'));
  expect(await why(`${sound.slice(0, -8)}AAAAAAAA`, {})).toMatchObject(naming('Sign in again'));
});
test('checks tokens against the given clock, not the system clock', { tags: ['E-05'] }, async () => {
  const behind = connectIdentityProvider({
    issuer,
    clientId: 'web',
    audience: 'api',
    algorithms: ['RS256'],
    now: () => new Date(Date.now() + 3_600_000),
  });
  await expect(behind.verify(await token(published[0], { from: 3_600, to: 7_200 }))).resolves.toMatchObject({ sub: 'anna' });
  await expect(behind.verify(await token(published[0], { to: 1_800 }))).rejects.toMatchObject(refused);
});
test('prepare fetches everything that is needed to verify the first token', { tags: ['D-26'] }, async () => {
  const fresh = connectIdentityProvider({ issuer, clientId: 'web', audience: 'api', algorithms: ['RS256'], now });
  await fresh.prepare();
  const before = fetches;
  await expect(fresh.verify(await token(published[0]))).resolves.toMatchObject({ sub: 'anna' });
  expect(fetches).toBe(before);
});
