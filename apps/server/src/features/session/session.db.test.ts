import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { aStore, aNotification } from '../../../test/builders.ts';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';
import { newId } from '../../platform/ids.ts';
import { CLOCK_TOLERANCE_S } from '../../platform/oidc/access-token.ts';
import { isRevoked, revokeTokens } from './session.repository.ts';

const SERVICE_TOKEN = 'service-token-of-the-tests-0123456789';
let world: FreshWorld;
let admin: string;
let storeA: string;
let storeB: string;
let staffA: string;
let noStore: string;

beforeAll(async () => {
  world = await freshWorld({ ENDCAP_IMPORT_TOKENS: SERVICE_TOKEN });
  storeA = await aStore(world.db, { name: 'A', storeNo: 7 });
  storeB = await aStore(world.db, { name: 'B' });
  admin = await world.tokenOf('admin');
  staffA = await world.person('session-a', { storeId: storeA });
  noStore = await world.tokenOf('no-store');
});
afterAll(() => world.close());

const anyCall = (token?: string, headers = {}) => world.staff('GET /api/v1/notification-editor/list', { ...(token && { token }), headers });
const signed = (
  claims: Record<string, unknown>,
  {
    key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey,
    header = {},
  }: { key?: Parameters<SignJWT['sign']>[0]; header?: object } = {},
) =>
  new SignJWT({ iss: inject('issuer'), aud: 'urn:endcap:api', sub: 'admin', exp: Math.floor(Date.now() / 1000) + 600, ...claims })
    .setProtectedHeader({ alg: 'RS256', kid: 'x', ...header })
    .sign(key);

/** Signs any payload with the provider's own key. */
const sign = async (payload: string, header: object = {}): Promise<string> =>
  (
    (await (await fetch(`${inject('issuer')}/sandbox/sign`, { method: 'POST', body: JSON.stringify({ header, payload }) })).json()) as {
      token: string;
    }
  ).token;

describe('tokens', () => {
  test('none, garbage and expired are 401 in the shape of A-113', { tags: ['API-GEN-01', 'AUTH-20'] }, async () => {
    for (const token of [undefined, 'x', 'a.b.c']) {
      const reply = await anyCall(token);
      expect(reply).toMatchObject({ status: 401, body: { error: { code: 'unauthenticated' } }, headers: { 'www-authenticate': 'Bearer' } });
    }
    const expired = (await (await fetch(`${inject('issuer')}/sandbox/token?person=admin&seconds=-120`)).json()) as { token: string };
    expect((await anyCall(expired.token)).status).toBe(401);
    expect((await anyCall(admin)).status).toBe(200);
  });
  test('unsigned tokens', { tags: ['A01'] }, async () => {
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    for (const alg of ['none', 'None', 'nOnE'])
      expect(
        (await anyCall(`${part({ alg })}.${part({ sub: 'admin', iss: inject('issuer'), aud: 'urn:endcap:api', exp: 9e9 })}.`)).status,
      ).toBe(401);
  });
  test('HS256 with the public key as secret', { tags: ['A02'] }, async () => {
    const { keys } = (await (await fetch(`${inject('issuer')}/jwks`)).json()) as { keys: { kid: string; n: string }[] };
    const key = keys[0];
    for (const secret of [JSON.stringify(key), key?.n ?? '']) {
      const token = await signed({}, { key: new TextEncoder().encode(secret.padEnd(32)), header: { alg: 'HS256', kid: key?.kid } });
      expect((await anyCall(token)).status).toBe(401);
    }
  });
  test('strange key ids, unknown critical headers and foreign keys', { tags: ['A04', 'A05'] }, async () => {
    for (const kid of ['../../x', "' or 1=1", 'x'.repeat(5_000)])
      expect((await anyCall(await signed({}, { header: { kid } }))).status).toBe(401);
    expect((await anyCall(await signed({}, { header: { crit: ['b64'], b64: true } }))).status).toBe(401);
  });
  test('wrong audience, issuer, and an ID token are refused although the key is right', { tags: ['A06', 'A07', 'A09'] }, async () => {
    // The provider's own key: a token of another client and an ID token come out of the real flow.
    const mint = async (more: string) =>
      ((await (await fetch(`${inject('issuer')}/sandbox/token?person=admin&${more}`)).json()) as { token: string }).token;
    expect((await anyCall(await mint('audience=urn:other'))).status).toBe(401);
    expect((await anyCall(await mint('azp=other-client'))).status).toBe(401);
    expect((await anyCall(await mint('issuer=http://evil.example'))).status).toBe(401);
    expect((await anyCall(await mint('audience=endcap-web&nonce=abc'))).status).toBe(401);
    expect((await anyCall(await mint('azp=endcap-web'))).status).toBe(200);
  });
  test('an access token with a nonce is accepted, an ID token for the API is not', { tags: ['E-32', 'A09'] }, async () => {
    const exp = Math.floor(Date.now() / 1000) + 600;
    const status = async (claims: object): Promise<number> => {
      const payload = { iss: inject('issuer'), aud: 'urn:endcap:api', sub: 'admin', exp, azp: 'endcap-web', nonce: 'n', ...claims };
      return (await anyCall(await sign(JSON.stringify(payload), { typ: 'JWT' }))).status;
    };
    expect(await status({ typ: 'Bearer' })).toBe(200);
    expect(await status({})).toBe(200);
    expect(await status({ typ: 'ID' })).toBe(401);
    expect(await status({ aud: ['endcap-web', 'urn:endcap:api'] })).toBe(401);
  });
  test('accepts only a single well-formed Authorization header', { tags: ['A17'] }, async () => {
    expect((await world.staff(`GET /api/v1/notification-editor/list?access_token=${admin}`)).status).toBe(401);
    for (const authorization of [`Bearer  ${admin}`, `Bearer Bearer ${admin}`, `Bearer\t${admin}`, `Token ${admin}`])
      expect((await anyCall(undefined, { authorization })).status).toBe(401);
    expect((await anyCall(undefined, { authorization: `bearer ${admin}` })).status).toBe(200);
    expect((await anyCall(undefined, { cookie: `token=${admin}` })).status).toBe(401);
  });
  test('a signed-out token is refused at once, also by another node', { tags: ['A19'] }, async () => {
    const token = await world.tokenOf('admin');
    expect((await world.staff('POST /session/logout', { token })).status).toBe(204);
    expect((await anyCall(token)).status).toBe(401);
    expect((await anyCall(admin)).status).toBe(200);
  });
  test('a token that some clock may still let in stays signed out when others sign out', { tags: ['A19'] }, async () => {
    const apartMs = CLOCK_TOLERANCE_S * 1_000;
    const [now, mine, other] = [Date.now(), randomBytes(32), randomBytes(32)];
    await revokeTokens(world.db, [mine], new Date(now - apartMs), new Date(now));
    // The clock of this node is ahead, as far as clocks may be.
    await revokeTokens(world.db, [other], new Date(now + 600_000), new Date(now + apartMs));
    expect(await isRevoked(world.db, mine.toString('base64'))).toBe(true);
  });
  test('rejects other spellings of a signed-out token', { tags: ['D-10', 'A19'] }, async () => {
    const token = await world.tokenOf('admin');
    const spellings = [
      ...[...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'].map((sign) => token.slice(0, -1) + sign),
      ...['=', '==', '.', '+', '/', '~', '.='].map((more) => token + more),
      ...token.split('.').flatMap((part, at, parts) => ['=', '=='].map((more) => parts.with(at, part + more).join('.'))),
      token.replaceAll('-', '+').replaceAll('_', '/'),
    ].filter((spelling) => spelling !== token);
    expect(spellings.length).toBeGreaterThan(63 + 7);
    for (const spelling of spellings) expect((await anyCall(spelling)).status, `before: ${spelling.slice(-6)}`).toBe(401);
    expect((await anyCall(token)).status).toBe(200);
    expect((await world.staff('POST /session/logout', { token })).status).toBe(204);
    for (const spelling of [token, ...spellings]) expect((await anyCall(spelling)).status, spelling.slice(-6)).toBe(401);
  });
  test('a token that an earlier version signed out, under the hash of all of it, stays signed out', { tags: ['D-10', 'A19'] }, async () => {
    const old = await world.tokenOf('admin');
    const polled = (token: string) => world.staff(`GET /api/v1/notification-editor/${newId()}`, { token });
    expect([(await anyCall(old)).status, (await polled(old)).status]).toEqual([200, 404]);
    const tokenHash = createHash('sha256').update(old).digest();
    await world.db
      .insertInto('revokedToken')
      .values({ tokenHash, expiresAt: new Date(Date.now() + 600_000) })
      .execute();
    expect([(await anyCall(old)).status, (await polled(old)).status]).toEqual([401, 401]);
    expect([(await anyCall(admin)).status, (await polled(admin)).status]).toEqual([200, 404]);
  });
  describe('of the sign-out and of other clients', { tags: ['E-36', 'A19'] }, () => {
    const seconds = (): number => Math.floor(Date.now() / 1000);
    const tokenWith = (claims: object, header: object = {}): Promise<string> =>
      sign(JSON.stringify({ iss: inject('issuer'), aud: 'urn:endcap:api', sub: 'admin', exp: seconds() + 600, ...claims }), header);
    const polled = (token: string) => world.staff(`GET /api/v1/notification-editor/${newId()}`, { token });
    const logOut = async (token: string): Promise<void> =>
      void expect((await world.staff('POST /session/logout', { token })).status).toBe(204);

    test('a token of another client of the same API is refused, by azp or client_id', async () => {
      expect((await anyCall(await tokenWith({ client_id: 'endcap-web' }))).status).toBe(200);
      expect((await anyCall(await tokenWith({ client_id: 'endcap-web', azp: 'endcap-web' }))).status).toBe(200);
      for (const claims of [
        { client_id: 'other' },
        { client_id: 'other', azp: 'endcap-web' },
        { client_id: null },
        { client_id: ['endcap-web'] },
      ])
        expect((await anyCall(await tokenWith(claims))).status, JSON.stringify(claims)).toBe(401);
    });
    test('a signed-out token stays refused when the provider signs it again with another header', async () => {
      const claims = { jti: newId() };
      const [token, again] = [await tokenWith(claims), await tokenWith(claims, { typ: 'JWT' })];
      expect([(await anyCall(token)).status, (await anyCall(again)).status]).toEqual([200, 200]);
      await logOut(token);
      for (const spelling of [token, again])
        expect([(await anyCall(spelling)).status, (await polled(spelling)).status]).toEqual([401, 401]);
      expect((await anyCall(await tokenWith({ jti: newId() }))).status).toBe(200);
      expect((await anyCall(await tokenWith({ ...claims, sub: 'staff-1' }))).status).toBe(200);
    });
    test('a sign-out ends the other tokens of its session at the provider, and none that is issued later', async () => {
      const sid = newId();
      const session = { sid, iat: seconds() - 30 };
      const token = await tokenWith({ ...session, jti: newId() });
      const other = await tokenWith({ ...session, jti: newId() });
      const [elsewhere, ofOther] = [await tokenWith({ ...session, sid: newId() }), await tokenWith({ ...session, sub: 'staff-1' })];
      expect([(await anyCall(token)).status, (await anyCall(other)).status]).toEqual([200, 200]);
      await logOut(token);
      expect([(await anyCall(other)).status, (await polled(other)).status]).toEqual([401, 401]);
      expect([(await anyCall(elsewhere)).status, (await anyCall(ofOther)).status]).toEqual([200, 200]);
      const later = await tokenWith({ sid, iat: seconds() + 30 });
      expect([(await anyCall(later)).status, (await polled(later)).status]).toEqual([200, 404]);
      await logOut(later);
      expect((await anyCall(other)).status).toBe(401);
    });
  });
  test('beyond reason, from the future, or of another kind', { tags: ['D-12', 'A08', 'A09'] }, async () => {
    const now = Math.floor(Date.now() / 1000);
    const withClaims = (claims: string) => `{"iss":"${inject('issuer')}","aud":"urn:endcap:api","sub":"admin",${claims}}`;
    const status = async (claims: string, header = {}) => (await anyCall(await sign(withClaims(claims), header))).status;
    expect(await status(`"exp":${now + 600},"iat":${now}`)).toBe(200);
    expect(await status(`"exp":${now + 30 * 86_400},"iat":${now + 30}`)).toBe(200);
    for (const exp of ['1e308', '1e999', '253402300799', `${now + 32 * 86_400}`, '"9999999999"', 'null', '-1', '[]'])
      expect(await status(`"exp":${exp}`), exp).toBe(401);
    for (const iat of [`${now + 120}`, '1e308', '1e999', '"1"']) expect(await status(`"exp":${now + 600},"iat":${iat}`), iat).toBe(401);
    for (const nbf of [`${now + 120}`, '1e999', '{}']) expect(await status(`"exp":${now + 600},"nbf":${nbf}`), nbf).toBe(401);
    for (const typ of ['JWT', 'jwt', 'at+jwt', 'application/at+jwt', undefined])
      expect(await status(`"exp":${now + 600}`, { typ }), typ).toBe(200);
    for (const typ of ['logout+jwt', 'Logout+JWT', 'secevent+jwt', 'application/secevent+jwt', 'dpop+jwt', 'id+jwt', '', 5, null, {}])
      expect(await status(`"exp":${now + 600}`, { typ }), String(typ)).toBe(401);
  });
});

describe('malformed data from an identity provider', { tags: ['D-15'] }, () => {
  const list = 'GET /api/v1/notification-editor/list';
  test('NUL and endless text in name, subject and store claim, and no subject at all, are never 5xx', async () => {
    const named = await world.person('odd-name', { name: `N\0${'x'.repeat(5_000)}`, storeId: storeA });
    expect((await world.staff('POST /session/register-login', { token: named })).status).toBe(204);
    for (const storeId of ['\0', `${storeA}\0`, '\ud800', 'x'.repeat(100_000), '', ' ']) {
      const token = await world.person('odd-store', { storeId });
      world.clock.aheadMs += 61_000;
      expect((await world.staff('GET /session/get-my-store', { token })).status, storeId.slice(0, 40)).toBe(404);
    }
    for (const id of ['a%00b', 'x'.repeat(3_000), '%20'])
      for (const route of [list, 'POST /session/register-login'] as const)
        expect((await world.staff(route, { token: await world.person(id, { storeId: storeA }) })).status, id.slice(0, 40)).toBe(401);
  });
  test('user info without a valid subject is rejected with 401', async () => {
    for (const claims of [{ sub: null }, { sub: 5 }, { sub: '' }, { sub: {} }])
      expect((await world.staff(list, { token: await world.person('nobody', { claims }) })).status, JSON.stringify(claims)).toBe(401);
  });
  test('a signature algorithm that does not fit the key is rejected with 401, even if the settings allow it', async () => {
    const now = Math.floor(Date.now() / 1000);
    const payload = JSON.stringify({ iss: inject('issuer'), aud: 'urn:endcap:api', sub: 'admin', exp: now + 600 });
    const lenient = await freshWorld({ ENDCAP_OIDC_ALGORITHMS: 'RS256,RS384,RS512,PS256,ES256,EdDSA' });
    for (const alg of ['RS384', 'RS512', 'PS256', 'ES256', 'EdDSA', 'XY999'])
      for (const at of [world, lenient]) {
        const token = await sign(payload, { alg });
        expect((await at.staff(list, { token })).status, alg).toBe(401);
        expect((await at.staff(list, { token: await sign(payload, { alg, kid: undefined }) })).status, alg).toBe(401);
      }
    await lenient.close();
  });
});

describe('rights', () => {
  test('neither a truthy string nor a request header makes a person an administrator', { tags: ['AUTH-10', 'AUTH-21'] }, async () => {
    const token = await world.person('truthy', { isAdmin: 'true', storeId: storeA });
    expect((await world.staff('GET /api/v1/store-editor/list', { token, headers: { 'x-admin': 'true' } })).status).toBe(403);
  });
  test('a withdrawn flag ends reads within 60 s and sends at once', { tags: ['ROLE-20', 'A20'] }, async () => {
    const token = await world.person('ex-admin', { isAdmin: true });
    expect((await world.staff('GET /api/v1/store-editor/list', { token })).status).toBe(200);
    await world.person('ex-admin', { isAdmin: false, storeId: null });
    expect((await world.staff('POST /api/v1/notification-editor', { token, body: aNotification({ isTest: true }) })).body).toMatchObject({
      error: { code: 'no_store' },
    });
    world.clock.aheadMs += 61_000;
    expect((await world.staff('GET /api/v1/store-editor/list', { token })).status).toBe(403);
  });
  test('get-rights reads rights from the provider and replaces the cached ones', { tags: ['D-19', 'Z20'] }, async () => {
    const token = await world.person('former', { isAdmin: true });
    const rights = async () => (await world.staff('GET /session/get-rights', { token })).body;
    expect(await rights()).toEqual({ id: 'former', isAdmin: true, storeId: null });
    await world.person('former', { isAdmin: false, storeId: storeA });
    expect((await world.staff('GET /api/v1/store-editor/list', { token })).status).toBe(200);
    expect(await rights()).toEqual({ id: 'former', isAdmin: false, storeId: storeA });
    expect((await world.staff('GET /api/v1/store-editor/list', { token })).status).toBe(403);
  });
  test('a person disabled at the provider cannot send', { tags: ['A20'] }, async () => {
    const token = await world.person('gone', { isAdmin: true });
    expect((await anyCall(token)).status).toBe(200);
    await world.person('gone', { disabled: true });
    expect((await world.staff('POST /api/v1/notification-editor', { token, body: aNotification({ isTest: true }) })).status).toBe(401);
  });
  test('the store may be claimed by number', { tags: ['A-03'] }, async () => {
    const token = await world.person('by-number', { storeId: '7' });
    expect((await world.staff('GET /session/get-my-store', { token })).body).toMatchObject({ _id: storeA });
  });
});

describe('session calls', () => {
  test('the own store, 404 without one', { tags: ['API-SESS-03', 'API-SESS-06', 'ENT-15'] }, async () => {
    expect(await world.staff('GET /session/get-my-store', { token: staffA })).toMatchObject({
      status: 200,
      body: { _id: storeA, address: 'ul. Długa 1, 90-001 Łódź', main: 0, notifications: 0 },
    });
    expect((await world.staff('GET /session/get-my-store', { token: noStore })).status).toBe(404);
  });
  test(
    "last login is that of the store's own staff",
    { tags: ['API-SESS-01', 'API-SESS-02', 'API-SESS-04', 'API-SESS-05', 'ENT-25', 'S19', 'A-10'] },
    async () => {
      await world.db.deleteFrom('staffLogin').execute();
      const lastLogin = async () => (await world.staff('GET /session/get-last-login', { token: admin, store: storeA })).body;
      expect(await lastLogin()).toEqual({ lastLoginDate: null });
      expect((await world.staff('POST /session/register-login', { token: admin })).status).toBe(204);
      expect(await lastLogin()).toEqual({ lastLoginDate: null });
      expect((await world.staff('POST /session/register-login', { token: staffA })).status).toBe(204);
      expect(await lastLogin()).toEqual({ lastLoginDate: expect.stringMatching(/^\d{4}-.*Z$/) });
      expect((await world.staff('GET /session/get-last-login', { token: admin })).body).toEqual({ lastLoginDate: null });
      expect((await world.staff('GET /session/get-last-login', { token: admin, store: storeB })).body).toEqual({ lastLoginDate: null });
    },
  );
  test('the selected store may be named on every call', { tags: ['API-GEN-02', 'A-04'] }, async () => {
    for (const path of [
      '/api/v1/content-editor/list',
      '/api/v1/popup-editor/list',
      '/api/v1/settings-editor',
      '/api/v1/assistant/threads',
      '/session/get-last-login',
    ]) {
      expect((await world.staff(`GET ${path}`, { token: admin, store: storeA })).status, path).toBe(200);
    }
  });
  test('staff without a store may not name one', { tags: ['D-19', 'A-05'] }, async () => {
    for (const path of ['/session/get-last-login', '/api/v1/notification-editor/list', '/api/v1/notification-editor/check-can-send'])
      for (const [token, store] of [
        [noStore, storeA],
        [noStore, 'nonsense'],
        [staffA, storeB],
      ] as const)
        expect(await world.staff(`GET ${path}`, { token, store }), path).toMatchObject({
          status: 403,
          body: { error: { code: 'store_not_yours' } },
        });
  });
  test('sign-ins of a person within a minute are noted once, also simultaneous ones', { tags: ['E-42', 'A26'] }, async () => {
    const id = 'often-signed-in';
    const token = await world.person(id, { storeId: storeA });
    const note = async (times: number, as = token): Promise<void> => {
      const answers = await Promise.all(Array.from({ length: times }, () => world.staff('POST /session/register-login', { token: as })));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
    };
    const noted = async () =>
      (await world.db.selectFrom('staffLogin').where('person', '=', id).select('storeId').orderBy('seq').execute()).map(
        ({ storeId }) => storeId,
      );
    const before = world.clock.aheadMs;
    await note(40);
    await note(1);
    expect(await noted()).toEqual([storeA]);
    await note(2, await world.person(id, { storeId: storeB }));
    expect(await noted()).toEqual([storeA, storeB]);
    world.clock.aheadMs = before + 180_000;
    await note(2);
    world.clock.aheadMs = before;
    expect(await noted()).toEqual([storeA, storeB, storeB]);
  });
  test('register-login is not readable, and a body changes nothing', { tags: ['A26'] }, async () => {
    expect((await world.staff('GET /session/register-login', { token: staffA })).status).toBe(405);
    expect((await world.staff('POST /session/register-login', { token: staffA, body: { userId: 'admin' } })).status).toBe(204);
    expect(await world.db.selectFrom('staffLogin').select('person').distinct().execute()).not.toContainEqual({ person: 'someone-else' });
  });
  test('the revocation list contains hashes, not tokens', async () => {
    const rows = await world.db.selectFrom('revokedToken').selectAll().execute();
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row.tokenHash).toHaveLength(createHash('sha256').digest().length);
  });
});

test('a claim names any number that a store can have, and none beyond', { tags: ['D-37', 'A-03'] }, async () => {
  for (const storeNo of [1_234_567_890, 2_147_483_647]) {
    const id = await aStore(world.db, { storeNo });
    const token = await world.person(`claim-${storeNo}`, { storeId: String(storeNo) });
    expect((await world.staff('GET /session/get-my-store', { token })).body).toMatchObject({ _id: id, storeNo });
  }
  for (const claim of ['2147483648', '9'.repeat(30), '-1', '1e3', '0x10']) {
    const token = await world.person(`claim-none-${claim}`, { storeId: claim });
    expect([claim, (await world.staff('GET /session/get-my-store', { token })).status]).toEqual([claim, 404]);
  }
});
