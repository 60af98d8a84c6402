import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { portOf } from '../../../test/port-of.ts';
import { connectIdentityProvider } from './identity-provider.ts';

const jwk = (key: KeyObject, more: object = {}): object => ({ ...key.export({ format: 'jwk' }), kid: 'k', use: 'sig', ...more });
const good = generateKeyPairSync('rsa', { modulusLength: 2048 });
const weak = generateKeyPairSync('rsa', { modulusLength: 512 });

const now = (): Date => new Date();
let issuer = '';
let answerKeys: (response: ServerResponse) => void;
const server = createServer((request, response) => {
  if (request.url === '/keys') return answerKeys(response);
  response.end(JSON.stringify({ issuer, jwks_uri: `${issuer}/keys`, userinfo_endpoint: `${issuer}/me` }));
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${portOf(server)}`;
});
beforeEach(() => {
  answerKeys = (response) => response.end(JSON.stringify({ keys: [jwk(good.publicKey)] }));
});
afterAll(() => server.close());

const tokenOf = ({ alg = 'RS256', key = good.privateKey, kid = 'k' }: { alg?: string; key?: KeyObject; kid?: string } = {}): string => {
  const payload = { iss: issuer, aud: 'urn:a', sub: 'x', exp: Math.floor(Date.now() / 1000) + 600 };
  const signed = [{ alg, kid }, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${signed}.${sign(`sha${alg.slice(2)}`, Buffer.from(signed), key).toString('base64url')}`;
};
/** Only who never answers is given up: a busy machine is no provider that is away. */
const codeOf = (token: string, { algorithms = ['RS256', 'RS512'], timeoutMs = 60_000 } = {}): Promise<string> =>
  connectIdentityProvider({ issuer, clientId: 'c', audience: 'urn:a', algorithms, timeoutMs, now })
    .verify(token)
    .then(
      () => 'verified',
      (error: { code?: string }) => String(error.code),
    );

test('rejects a token as unauthenticated if no suitable key verifies it', { tags: ['D-15'] }, async () => {
  expect(await codeOf(tokenOf())).toBe('verified');
  expect(await codeOf(tokenOf({ alg: 'RS512' }))).toBe('verified');
  expect(await codeOf(tokenOf({ alg: 'RS512' }), { algorithms: ['RS256'] })).toBe('unauthenticated');
  answerKeys = (response) => response.end(JSON.stringify({ keys: [jwk(good.publicKey, { alg: 'RS256' })] }));
  expect(await codeOf(tokenOf({ alg: 'RS512' }))).toBe('unauthenticated');
  // A05: keys that are too short to mean anything.
  answerKeys = (response) => response.end(JSON.stringify({ keys: [jwk(weak.publicKey)] }));
  expect(await codeOf(tokenOf({ key: weak.privateKey }))).toBe('unauthenticated');
  answerKeys = (response) => response.end(JSON.stringify({ keys: [jwk(good.publicKey), jwk(good.publicKey)] }));
  expect(await codeOf(tokenOf())).toBe('unauthenticated');
  answerKeys = (response) => response.end(JSON.stringify({ keys: [{ kty: 'RSA', kid: 'k', n: '!', e: 'AQAB' }] }));
  expect(await codeOf(tokenOf())).toBe('unauthenticated');
});
test('fails as unavailable if the keys cannot be fetched or are malformed', { tags: ['F34'] }, async () => {
  for (const broken of [
    (response: ServerResponse) => response.writeHead(500).end(),
    (response: ServerResponse) => response.end('<html>'),
    (response: ServerResponse) => response.end('{"keys":5}'),
    (response: ServerResponse) => response.destroy(),
  ]) {
    answerKeys = broken;
    expect(await codeOf(tokenOf())).toBe('unavailable');
  }
  answerKeys = () => {};
  expect(await codeOf(tokenOf(), { timeoutMs: 500 })).toBe('unavailable');
});
test(
  'while keys cannot be read, fails as unavailable for an unknown key id, and rejects a forged token with a known id',
  { tags: ['E-79', 'F34'] },
  async () => {
    const provider = connectIdentityProvider({ issuer, clientId: 'c', audience: 'urn:a', algorithms: ['RS256'], now });
    await expect(provider.verify(tokenOf())).resolves.toMatchObject({ sub: 'x' });
    answerKeys = (response) => response.writeHead(500).end();
    await expect(provider.verify(tokenOf({ kid: 'new' }))).rejects.toMatchObject({ code: 'unavailable' });
    await expect(provider.verify(tokenOf({ key: weak.privateKey }))).rejects.toMatchObject({ code: 'unauthenticated' });
  },
);
