import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import net from 'node:net';
import { notificationRoutes } from '@endcap/contract/notifications';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { aNotification } from '../../../test/builders.ts';
import { build } from '../build.ts';
import { ownSteps } from '../db/schema-fit.ts';
import { createLog } from '../log.ts';
import { createServer } from './server.ts';
import { limitedRole } from '../../../test/limited-role.ts';
import { portOf } from '../../../test/port-of.ts';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';

let world: FreshWorld;
let admin: string;
beforeAll(async () => {
  world = await freshWorld();
  admin = await world.tokenOf('admin');
});
afterAll(() => world.close());

const editor = '/api/v1/notification-editor';
const post = (payload: string | Buffer, type = 'application/json') =>
  world.staff(`POST ${editor}`, { token: admin, payload, headers: { 'content-type': type } });

describe('requests', () => {
  test('does not open a protected path under another spelling', { tags: ['H01', 'H02'] }, async () => {
    for (const path of [
      `/${editor}/list`,
      `${editor}/list/`,
      `${editor}/./list`,
      `/x/..${editor}/list`,
      `${editor};a=b/list`,
      '/api%2Fv1%2Fnotification-editor%2Flist',
      `${editor.toUpperCase()}/list`,
      '/api\\v1',
      '/%2569',
      '/%c0%af',
      `/${'x'.repeat(8_000)}`,
    ]) {
      const anonymous = await world.staff(`GET ${path}`);
      expect([400, 401, 404, 414], path).toContain(anonymous.status);
    }
  });
  test('returns 415 for bodies other than JSON in UTF-8', { tags: ['H05'] }, async () => {
    const body = JSON.stringify(aNotification({ isTest: true }));
    for (const type of [
      'text/plain',
      'application/json garbage',
      'application/x-www-form-urlencoded',
      'application/json; charset=utf-16',
      'application/json; charset=utf-7',
    ])
      expect((await post(body, type)).status, type).toBe(415);
    expect((await post(body, 'application/json; charset=UTF-8')).status).toBe(201);
  });
  test('rejects malformed, deeply nested, duplicate-key and oversized JSON with 400, 413 or 422', { tags: ['H06'] }, async () => {
    for (const body of [
      '{',
      '{"title":"a","title":"b"}',
      `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
      '{"a":1,}',
      '\ufeff{}',
      '{"a":NaN}',
      Buffer.from([0x7b, 0xff, 0x7d]),
    ])
      expect((await post(body)).status).toBe(400);
    expect((await post(`"${'x'.repeat(1024 * 1024 + 1)}"`)).status).toBe(413);
    expect((await post('')).status).toBe(422);
    expect((await post('[]')).status).toBe(422);
    expect((await post('{"title":1e400}')).status).toBe(422);
  });
  test('prototype keys in a body or query do not pollute prototypes', { tags: ['H07'] }, async () => {
    expect(
      (
        await post(
          `{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"x":1}},${JSON.stringify(aNotification({ isTest: true })).slice(1)}`,
        )
      ).status,
    ).toBe(201);
    expect((await world.staff(`GET ${editor}/list?__proto__[x]=1&a[__proto__][x]=1`, { token: admin })).status).toBe(200);
    expect(({} as { x?: number }).x).toBeUndefined();
  });
  test('returns a 404 as JSON for unknown API paths', { tags: ['H22', 'API-GEN-07'] }, async () => {
    for (const path of ['/api/unknown', '/api/v1/no-such-editor/x', '/session/x', '/setup', '/metrics', '/.git/config', '/package.json'])
      expect(await world.staff(`GET ${path}`, { headers: { accept: 'text/html' } }), path).toMatchObject({
        status: 404,
        body: { error: { code: 'not_found' } },
      });
  });
  test('returns JSON even if the client accepts only HTML', { tags: ['Q16'] }, async () => {
    expect((await world.staff(`GET ${editor}/list`, { token: admin, headers: { accept: 'text/html' } })).headers['content-type']).toContain(
      'application/json',
    );
  });
});

describe('answers', () => {
  test(
    'sends security headers with every response, forbids caching, and does not reveal the server software',
    { tags: ['H14', 'H21', 'NFR-08'] },
    async () => {
      for (const path of [`${editor}/list`, '/api/unknown', '/healthz', '/openapi.json', `${editor}/zzz`]) {
        const { headers } = await world.staff(`GET ${path}`, { token: admin });
        expect(headers, path).toMatchObject({
          'x-content-type-options': 'nosniff',
          'x-frame-options': 'DENY',
          'referrer-policy': 'no-referrer',
          'permissions-policy': expect.stringContaining('camera=()'),
          'cache-control': 'no-store',
          'strict-transport-security': expect.any(String),
          'content-security-policy': expect.stringMatching(
            /default-src 'none';script-src 'self';.*connect-src 'self' http:\/\/localhost:\d+;.*frame-ancestors 'none'/,
          ),
        });
        expect(headers).not.toHaveProperty('x-powered-by');
        expect(headers).not.toHaveProperty('server');
        expect(headers).not.toHaveProperty('access-control-allow-origin');
      }
    },
  );
  test('returns 500 with a request id and no details for an internal error', { tags: ['ERR-17', 'F62'] }, async () => {
    const broken = await freshWorld();
    await broken.db.schema.alterTable('notification_count').renameColumn('total', 'number_of_all').execute();
    expect(await broken.staff(`GET ${editor}/list`, { token: admin })).toEqual({
      status: 500,
      body: { error: { code: 'internal', message: 'Something went wrong on our side', requestId: expect.any(String) } },
      headers: expect.anything(),
    });
    expect((await broken.staff('GET /healthz')).status).toBe(200);
    await broken.close();
  });
  test('returns 503 with Retry-After without a database, but 200 for the health check', { tags: ['F40', 'F42', 'N18'] }, async () => {
    const cut = await freshWorld({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
    const reply = await cut.staff(`GET ${editor}/check-can-send`, { token: admin });
    expect(reply).toMatchObject({ status: 503, headers: { 'retry-after': '2' }, body: { error: { code: 'unavailable' } } });
    expect((await cut.staff('GET /healthz')).status).toBe(200);
    expect(await cut.staff('GET /readyz')).toMatchObject({ status: 503, body: { status: 'unavailable' } });
    expect((await world.staff('GET /readyz')).body).toEqual({ status: 'ready', build });
    await cut.close();
  });
  test('returns 503 and is not ready while the database is read-only, and recovers', { tags: ['E-71', 'OPS-08'] }, async () => {
    const demoted = await freshWorld();
    const name = new URL(demoted.databaseUrl).pathname.slice(1);
    // Makes new sessions read-only, as on a demoted primary or a standby, and ends open ones, as a demotion does.
    const readOnly = async (is: 'on' | 'off'): Promise<void> => {
      await sql.raw(`alter database ${name} set default_transaction_read_only = ${is}`).execute(world.db);
      await sql`select pg_terminate_backend(pid, 60000) from pg_stat_activity where datname = ${name} and ${is} = 'on'`.execute(world.db);
    };
    const write = () => demoted.staff(notificationRoutes.send, { token: admin, body: aNotification({ isTest: true }) });
    await readOnly('on');
    expect(await write()).toMatchObject({
      status: 503,
      headers: { 'retry-after': '2' },
      body: { error: { code: 'unavailable', message: 'The database is not available, try again' } },
    });
    const { status, body } = await demoted.staff('GET /readyz');
    expect([status, body]).toMatchObject([503, { status: 'unavailable', missing: ['database'] }]);
    await readOnly('off');
    // No connection is ended from outside: those to the read-only server close themselves.
    await expect.poll(async () => (await write()).status).toBe(201);
    await expect.poll(async () => (await demoted.staff('GET /readyz')).body).toEqual({ status: 'ready', build });
    await demoted.close();
  });
  test('is not ready while its database role lacks rights on one of the tables', { tags: ['E-71'] }, async () => {
    const { role, url } = await limitedRole(
      world,
      `grant select, insert, update, delete on all tables in schema public to ROLE; revoke delete on popup from ROLE;
        create table of_others ()`,
    );
    const limited = await freshWorld({ DATABASE_URL: url });
    onTestFinished(async () => {
      await sql`drop table of_others`.execute(world.db);
      await limited.close();
    });
    for (const api of [limited.staff, limited.phone])
      await expect.poll(() => api('GET /readyz')).toMatchObject({ status: 503, body: { status: 'unavailable', missing: ['database'] } });
    await sql.raw(`grant delete on popup to ${role}`).execute(world.db);
    for (const api of [limited.staff, limited.phone])
      await expect.poll(() => api('GET /readyz')).toMatchObject({ status: 200, body: { status: 'ready' } });
  });
  test(
    '/readyz and the description of both APIs name the version, its commit, its time and its newest migration',
    { tags: ['E-78'] },
    async () => {
      expect(build).toMatchObject({ version: expect.stringMatching(/^\d+\.\d+\.\d+/), migration: (await ownSteps()).at(-1) });
      for (const api of [world.staff, world.phone]) {
        expect((await api('GET /readyz')).body).toMatchObject({ build });
        expect((await api('GET /openapi.json')).body).toMatchObject({ info: { version: build.version }, 'x-build': build });
      }
    },
  );
  test('returns 503 while the identity provider does not respond', { tags: ['F34'] }, async () => {
    const alone = await freshWorld({ ENDCAP_OIDC_ISSUER: 'http://localhost:1' });
    expect((await alone.staff(`GET ${editor}/list`, { token: admin })).status).toBe(503);
    await alone.close();
  });
  test('serves /api-docs as a page without inline scripts', async () => {
    const { status, body, headers } = await world.staff('GET /api-docs');
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(body as string).toContain('/api/v1/notification-editor/check-can-send');
    // Of our own origin and nothing inline: the CSP holds.
    expect((body as string).match(/<script[^>]*>/g)).toEqual(['<script src="/api-docs.js">']);
    expect((await world.staff('GET /api-docs.js')).headers['content-type']).toBe('text/javascript; charset=utf-8');
  });
  test('the content security policy allows a configured tile server for images only', async () => {
    const mapped = await freshWorld({ ENDCAP_MAP_TILE_URL: 'https://tile.example/{z}/{x}/{y}.png' });
    const policy = String((await mapped.staff('GET /healthz')).headers['content-security-policy']);
    await mapped.close();
    expect(policy).toMatch(/img-src [^;]*https:\/\/tile\.example(;| )/);
    expect(policy.replace(/img-src [^;]*/, '')).not.toContain('tile.example');
    expect(String((await world.staff('GET /healthz')).headers['content-security-policy'])).not.toContain('tile.example');
  });
  test('the page may call every origin that the identity provider names, once it has named them', { tags: ['E-31'] }, async () => {
    const elsewhere = 'http://tokens.example';
    let issuer = '';
    const provider = createHttpServer((_request, response) =>
      response.setHeader('content-type', 'application/json').end(
        JSON.stringify({
          issuer,
          jwks_uri: `${issuer}/keys`,
          userinfo_endpoint: 'http://people.example/me',
          token_endpoint: `${elsewhere}/token`,
          keys: [],
        }),
      ),
    );
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
    issuer = `http://127.0.0.1:${portOf(provider)}`;
    const other = await freshWorld({ ENDCAP_OIDC_ISSUER: issuer, ENDCAP_OIDC_PICTURE_ORIGINS: 'https://pictures.example' });
    const policy = async (): Promise<string> => String((await other.staff('GET /healthz')).headers['content-security-policy']);
    const policyOnceReady = async (): Promise<string> => {
      await other.staff('GET /readyz');
      return policy();
    };
    await expect.poll(policyOnceReady).toContain(elsewhere);
    expect(await policy()).toMatch(new RegExp(`connect-src 'self' ${issuer} ${elsewhere} http://people.example;`));
    expect(await policy()).toMatch(/img-src [^;]*https:\/\/pictures\.example/);
    await other.close();
    provider.close();
  });
  test('OpenAPI 3.1 describes every route with its access', async () => {
    const document = (await world.staff('GET /openapi.json')).body as {
      openapi: string;
      paths: Record<string, Record<string, { 'x-access': string }>>;
    };
    expect(document.openapi).toBe('3.1.0');
    expect(document.paths[editor]?.['post']?.['x-access']).toBe('staff');
    for (const methods of Object.values(document.paths))
      for (const operation of Object.values(methods)) expect(['anyone', 'staff', 'admin', 'service']).toContain(operation['x-access']);
    expect(Object.keys(((await world.phone('GET /openapi.json')).body as { paths: object }).paths)).toContain('/app/v1/devices/me');
  });
});

describe('raw HTTP', { tags: ['H04', 'H11', 'D-19'] }, () => {
  /** A refusal of the parser's, in the shape and with the headers of every other one. */
  const expectProblem = (response: string, status: number, code: string): void => {
    const [head = '', body = ''] = response.split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    for (const name of [
      'content-security-policy',
      'x-content-type-options: nosniff',
      'strict-transport-security',
      'cache-control: no-store',
      'connection: close',
    ])
      expect(head.toLowerCase()).toContain(name);
    expect(JSON.parse(body)).toEqual({ error: { code, message: expect.any(String), requestId: expect.any(String) } });
  };
  const speak = async (text: string): Promise<string> => {
    if (!world.adminApp.server.listening) await world.adminApp.listen({ port: 0, host: '127.0.0.1' });
    const address = world.adminApp.server.address();
    return new Promise((resolve) => {
      const socket = net.connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1', () => socket.write(text));
      let response = '';
      socket.on('data', (chunk) => (response += chunk));
      socket.on('error', () => {});
      socket.on('close', () => resolve(response));
    });
  };
  test.each([
    [
      'content length and chunks',
      'POST /session/register-login HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['two content lengths', 'POST /session/register-login HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello'],
    ['signed content length', 'POST /session/register-login HTTP/1.1\r\nHost: x\r\nContent-Length: +5\r\n\r\nhello'],
    ['chunked twice', 'POST /session/register-login HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n'],
    ['no host', 'GET /healthz HTTP/1.1\r\n\r\n'],
    ['no HTTP at all', 'GARBAGE\r\n\r\n'],
  ])('%s is 400 and the connection closed', async (_, text) => expectProblem(await speak(text), 400, 'bad_request'));
  test('returns 417 for an unsupported Expect header', { tags: ['D-19'] }, async () =>
    expectProblem(await speak('GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: 1000-wonders\r\n\r\n'), 417, 'expectation_failed'),
  );
  test('ends a slowly trickling body with 408 at the time limit', { tags: ['D-19'] }, async () => {
    const slow = await createServer({ log: createLog('silent', 'test'), requestTimeoutMs: 300 });
    slow.post('/', async () => ({}));
    const { port } = new URL(await slow.listen({ port: 0, host: '127.0.0.1' }));
    const response = await new Promise<string>((resolve) => {
      const socket = net.connect(Number(port), '127.0.0.1');
      socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n');
      const trickle = setInterval(() => socket.write(' '), 20);
      let text = '';
      socket.on('data', (chunk) => (text += chunk));
      socket.on('error', () => {});
      socket.on('close', () => resolve((clearInterval(trickle), text)));
    });
    expectProblem(response, 408, 'request_timeout');
    await slow.close();
  });
  test('answers an endless oversized body with 413 and closes the connection', { tags: ['U05'] }, async () => {
    const server = await createServer({ log: createLog('silent', 'test') });
    server.post('/', async () => ({}));
    await server.listen({ port: 0, host: '127.0.0.1' });
    const socket = net.connect(portOf(server.server), '127.0.0.1').on('error', () => {});
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100000000\r\n\r\n');
    const trickle = setInterval(() => socket.write(' '), 100);
    expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 413/);
    // Being cut off is an error of the socket as well.
    await new Promise((resolve) => socket.once('close', resolve));
    clearInterval(trickle);
    await server.close();
  });
  test('two Authorization headers are 401', { tags: ['A17'] }, async () => {
    expect(
      await speak(
        `GET ${editor}/list HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${admin}\r\nAuthorization: Bearer ${admin}\r\nConnection: close\r\n\r\n`,
      ),
    ).toMatch(/^HTTP\/1\.1 401/);
  });
  test('a 64 KB token is 431', { tags: ['A17'] }, async () =>
    expectProblem(
      await speak(`GET ${editor}/list HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${'a'.repeat(65_536)}\r\n\r\n`),
      431,
      'headers_too_large',
    ),
  );
});

test('the OpenAPI document marks the required query parameters of each route', { tags: ['D-36'] }, async () => {
  type Parameter = { name: string; in: string; required: boolean };
  const { paths } = (await world.phone('GET /openapi.json')).body as { paths: Record<string, { get?: { parameters: Parameter[] } }> };
  const required = (path: string) =>
    paths[path]?.get?.parameters.filter((one) => one.in === 'query' && one.required).map(({ name }) => name);
  for (const path of ['/app/v1/content', '/app/v1/content/{contentId}', '/app/v1/popups']) expect(required(path)).toEqual(['appVersion']);
  expect(required('/app/v1/stores')).toEqual([]);
});
