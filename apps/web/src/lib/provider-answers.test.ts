import { expect, test } from 'vitest';
import { checkCallback, checkDiscovery, checkIdToken, expiryOf, readUserInfo } from './provider-answers.ts';

const expected = { issuer: 'https://id.example', clientId: 'endcap-web', nowSeconds: 1_800_000_000 };
const token = (more: object = {}): string => {
  const claims = { iss: expected.issuer, aud: 'endcap-web', sub: 'x', iat: 1_800_000_000, exp: 1_800_003_600, ...more };
  return `h.${btoa(JSON.stringify(claims)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}.s`;
};
const check = (idToken: string | undefined) => () => checkIdToken(idToken, expected);

test.each([
  {},
  { aud: ['endcap-web'] },
  { aud: ['endcap-web', 'urn:api'], azp: 'endcap-web' },
  { azp: 'endcap-web' },
  { exp: 1_800_000_000 - 30, iat: 1_799_999_000 },
  { iat: 1_800_000_030 },
])('accepts an ID token with the claims %j', { tags: ['D-11'] }, (more) => expect(check(token(more))).not.toThrow());

test.each([
  [{ iss: 'https://evil.example' }, 'another issuer'],
  [{ iss: 'https://id.example/' }, 'another issuer'],
  [{ iss: undefined }, 'another issuer'],
  [{ aud: 'other' }, 'another client'],
  [{ aud: ['other'] }, 'another client'],
  [{ aud: undefined }, 'another client'],
  [{ aud: ['endcap-web', 'other'] }, 'asked for by another client'],
  [{ aud: ['endcap-web', 'other'], azp: 'other' }, 'asked for by another client'],
  [{ azp: 'other' }, 'asked for by another client'],
  [{ exp: 1_799_999_000 }, 'expired'],
  [{ exp: undefined }, 'expired'],
  [{ exp: '9999999999' }, 'expired'],
  [{ iat: 1_800_000_300 }, 'future'],
  [{ iat: undefined }, 'future'],
  [{ nbf: 1_800_000_300 }, 'future'],
])('rejects an ID token with the claims %j', { tags: ['D-11', 'A12', 'A13'] }, (more, why) => expect(check(token(more))).toThrow(why));

test('rejects a missing or unreadable ID token', { tags: ['D-11'] }, () => {
  for (const idToken of [undefined, '', 'x', 'a.b.c', 'a..c']) expect(check(idToken)).toThrow();
});
test('rejects discovery metadata and callbacks of another issuer (RFC 9207)', { tags: ['D-11'] }, () => {
  const at = (query: string) => `https://admin.example/login/callback?code=c&state=s${query}`;
  const named = `&iss=${encodeURIComponent(expected.issuer)}`;
  expect(() => checkDiscovery({ issuer: expected.issuer }, expected)).not.toThrow();
  for (const issuer of ['https://evil.example', 'https://id.example/', undefined])
    expect(() => checkDiscovery({ ...(issuer && { issuer }) }, expected)).toThrow();
  const says = { authorization_response_iss_parameter_supported: true };
  expect(() => checkCallback(at(named), says, expected)).not.toThrow();
  expect(() => checkCallback(at(''), {}, expected)).not.toThrow();
  for (const query of ['', '&iss=', '&iss=https%3A%2F%2Fevil.example', `${named}${named}`, `${named}&iss=x`])
    expect(() => checkCallback(at(query), says, expected), query).toThrow();
  expect(() => checkCallback(at('&iss=https%3A%2F%2Fevil.example'), {}, expected)).toThrow();
});
test('a session expires at expires_at, or with the access token if the provider omits it', { tags: ['E-35'] }, () => {
  expect(expiryOf({ expires_at: 1_800_000_600, access_token: 'opaque' })).toBe(1_800_000_600_000);
  expect(expiryOf({ access_token: token({ exp: 1_800_001_000 }) })).toBe(1_800_001_000_000);
  expect(expiryOf({ expires_at: undefined, access_token: token({ exp: 1_800_001_000 }) })).toBe(1_800_001_000_000);
  for (const access_token of ['opaque', '', 'a.b.c', token({ exp: undefined }), token({ exp: '1800001000' })])
    expect(() => expiryOf({ access_token })).toThrow();
});
test('reads user info as JSON or a signed JWT, and rejects that of another subject', { tags: ['E-30', 'E-35'] }, async () => {
  const claims = { sub: 'x', name: 'Anna' };
  const as = (body: string, type: string, status = 200) =>
    readUserInfo(new Response(body, { status, headers: { 'content-type': type } }), 'x');
  await expect(as(JSON.stringify(claims), 'application/json')).resolves.toEqual(claims);
  await expect(as(`${token(claims)}\n`, 'application/jwt; charset=utf-8')).resolves.toMatchObject(claims);
  await expect(as(JSON.stringify({ ...claims, sub: 'y' }), 'application/json')).rejects.toThrow('somebody else');
  await expect(as(JSON.stringify({ name: 'Anna' }), 'application/json')).rejects.toThrow('somebody else');
  await expect(as('{}', 'application/json', 403)).rejects.toThrow('403');
  for (const [body, type] of [
    ['<html>', 'text/html'],
    ['', 'application/jwt'],
    ['null', 'application/json'],
  ] as const)
    await expect(as(body, type)).rejects.toThrow();
});
