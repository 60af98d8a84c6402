import { describe, expect, test } from 'vitest';
import { isAccessToken } from './access-token.ts';

const CLIENT = 'web';
const API = 'urn:api';
const claims = { iss: 'https://id.example', sub: 'anna', aud: API, exp: 2_000_000_000, iat: 1_999_990_000 };
const accepts = (more: object, headerType?: unknown): boolean => isAccessToken({ ...claims, ...more }, headerType, CLIENT);

describe('access tokens', { tags: ['E-32'] }, () => {
  test.each([
    ['without a type', {}, undefined],
    ['of RFC 9068', { client_id: CLIENT }, 'at+jwt'],
    ['of RFC 9068 with a nonce and the client in the audience', { aud: [API, CLIENT], nonce: 'n' }, 'at+jwt'],
    ['of Keycloak before 25, which copies the nonce', { typ: 'Bearer', azp: CLIENT, nonce: 'n', sid: 's' }, 'JWT'],
    ['of Keycloak with the client in the audience', { typ: 'Bearer', aud: [API, CLIENT], nonce: 'n' }, 'JWT'],
    ['with a nonce, for the API alone', { nonce: 'n' }, 'JWT'],
    ['with the client in the audience, and no nonce', { aud: [CLIENT, API] }, 'JWT'],
    ['with a claim `typ` that names no other kind', { typ: 5 }, 'JWT'],
  ])('accepts a token %s', (_what, more, headerType) => expect(accepts(more, headerType)).toBe(true));
});

describe('other tokens', { tags: ['E-32', 'A09'] }, () => {
  test.each([
    ['an ID token for client and API', { aud: [CLIENT, API], nonce: 'n' }, 'JWT'],
    ['an ID token where client and API have one id', { aud: CLIENT, nonce: 'n' }, undefined],
    ['an ID token with the hash of its access token', { aud: [CLIENT, API], at_hash: 'h' }, 'JWT'],
    ['an ID token with the hash of its code', { aud: [CLIENT, API], c_hash: 'h' }, 'JWT'],
    ['an ID token of Keycloak for the API', { typ: 'ID' }, 'JWT'],
    ['a refresh token of Keycloak', { typ: 'Refresh' }, 'JWT'],
    ['an offline token of Keycloak', { typ: 'Offline' }, undefined],
    ['a logout token', { events: {} }, 'JWT'],
    ['a logout token by its header', {}, 'logout+jwt'],
    ['a header type that is not text', {}, 5],
    ['a header type that is null', {}, null],
  ])('refuses %s', (_what, more, headerType) => expect(accepts(more, headerType)).toBe(false));
});
