import { createServer, type ServerResponse } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { portOf } from '../../../test/port-of.ts';
import { connectIdentityProvider, type IdentityProvider } from './identity-provider.ts';

const now = (): Date => new Date();
let issuer = '';
let key: CryptoKey;
let foreignKey: CryptoKey;
let keys: object;
let provider: IdentityProvider;
let answerUserInfo: (response: ServerResponse) => void;
const server = createServer(({ url }, response) => {
  if (url === '/me') return answerUserInfo(response);
  response.end(JSON.stringify(url === '/keys' ? keys : { issuer, jwks_uri: `${issuer}/keys`, userinfo_endpoint: `${issuer}/me` }));
});
beforeAll(async () => {
  const pair = await generateKeyPair('RS256');
  key = pair.privateKey;
  foreignKey = (await generateKeyPair('RS256')).privateKey;
  keys = { keys: [{ ...(await exportJWK(pair.publicKey)), kid: 'k', alg: 'RS256', use: 'sig' }] };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${portOf(server)}`;
});
beforeEach(() => {
  provider = connectIdentityProvider({ issuer, clientId: 'web', audience: 'api', algorithms: ['RS256'], now });
});
afterAll(() => server.close());

const facts = { sub: 'anna', app_metadata: { endcapAdmin: true } };
const signed = (claims: object, { by = key, kid = 'k' } = {}): Promise<string> =>
  new SignJWT({ ...facts, ...claims }).setProtectedHeader({ alg: 'RS256', kid }).sign(by);
const answering = (body: string, type: string): Promise<unknown> => {
  answerUserInfo = (response) => void response.setHeader('content-type', type).end(body);
  return provider.userInfo('token');
};
const JWT = 'application/jwt;charset=utf-8';
const unavailable = { code: 'unavailable' };

test('parses user info as JSON even if its content type is not JSON', { tags: ['E-35'] }, async () => {
  for (const type of ['application/json', 'text/plain']) expect(await answering(JSON.stringify(facts), type)).toEqual(facts);
});
describe('user info as a signed JWT', { tags: ['E-35'] }, () => {
  test('is read', async () => {
    expect(await answering(await signed({}), JWT)).toEqual(facts);
    expect(await answering(`${await signed({ iss: issuer, aud: ['web'] })}\n`, JWT)).toMatchObject(facts);
    expect(await answering(await signed({ iss: issuer, aud: 'api' }), 'Application/JWT')).toMatchObject(facts);
  });
  test('is refused where somebody else signed it, or it is of another issuer, client or time', async () => {
    const now = Math.floor(Date.now() / 1000);
    for (const body of [
      await signed({}, { by: foreignKey }),
      await signed({ iss: 'https://evil.example' }),
      await signed({ aud: 'other' }),
      await signed({ exp: now - 3_600 }),
      `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify(facts)).toString('base64url')}.`,
      'a.b.c.d.e',
      '',
    ])
      await expect(answering(body, JWT), body).rejects.toMatchObject(unavailable);
  });
});
test(
  'fails as unavailable for unreadable user info, and as unauthenticated with the setting to use for a refused token',
  { tags: ['E-30', 'E-35', 'D-15'] },
  async () => {
    await expect(answering('<html>', 'text/html')).rejects.toMatchObject(unavailable);
    const long = { ...facts, more: 'x'.repeat(1_000_000) };
    for (const [body, type] of [
      [JSON.stringify(long), 'application/json'],
      [await signed(long), JWT],
    ] as const)
      await expect(answering(body, type)).rejects.toMatchObject({ cause: { message: expect.stringContaining('longer than') } });
    answerUserInfo = (response) => response.writeHead(500).end();
    await expect(provider.userInfo('token')).rejects.toMatchObject(unavailable);
    for (const refuse of [
      (response: ServerResponse) => response.writeHead(401, { 'www-authenticate': 'Bearer realm="me"' }).end('Unauthorized'),
      (response: ServerResponse) => response.writeHead(403, { 'www-authenticate': 'Bearer error="insufficient_scope"' }).end(),
      (response: ServerResponse) => response.writeHead(401, { 'www-authenticate': 'error="invalid_token"' }).end(),
      (response: ServerResponse) => response.writeHead(401).end('{"error":"invalid_token"}'),
    ]) {
      answerUserInfo = refuse;
      await expect(provider.userInfo('token')).rejects.toMatchObject({
        code: 'unauthenticated',
        message: expect.stringContaining('ENDCAP_OIDC_FACTS_CLAIM'),
      });
    }
  },
);
test.each([
  [401, {}, ''],
  [401, { 'www-authenticate': 'Basic realm="proxy"' }, '<html>Sign in to the proxy</html>'],
  [403, {}, '<html>Blocked</html>'],
  [403, {}, '{"error":"Forbidden"}'],
  [404, {}, '<html>Not found</html>'],
])('a proxy that answers %s instead of user info ends no session: %j %s', { tags: ['D-15', 'F35'] }, async (status, headers, body) => {
  answerUserInfo = (response) => response.writeHead(status, headers).end(body);
  const cause = { message: `${issuer}/me answered ${status}` };
  await expect(provider.userInfo('token')).rejects.toMatchObject({ ...unavailable, cause });
});
