import { mkdtemp, mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { portOf } from '../../../test/port-of.ts';
import { aNotification, aStore } from '../../../test/builders.ts';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';
import { build } from '../build.ts';

let world: FreshWorld;
let admin: string;
let staff: string;
let store: string;
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'endcap-page-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<html><head></head></html>');
  world = await freshWorld({ ENDCAP_WEB_DIR: folder });
  admin = await world.tokenOf('admin');
  store = await aStore(world.db);
  staff = await world.person('hostile-staff', { storeId: store });
  await world.adminApp.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => world.close());

/** Sends bytes over a connection and gives back what comes until an answer's head is whole. */
const raw = (text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(portOf(world.adminApp.server), '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.on('data', (chunk) => {
      answer += String(chunk);
      if (answer.includes('\r\n\r\n')) socket.destroy();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
  });
const statusOf = (answer: string): number => Number(answer.slice(9, 12));

test(
  'rejects cross-site requests: cookies do not authenticate, and no response allows the origin of another site',
  { tags: ['H09'] },
  async () => {
    for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x', 'application/json']) {
      const headers = { cookie: `token=${admin}; access_token=${admin}`, origin: 'https://evil.example', 'content-type': type };
      const payload = JSON.stringify(aNotification());
      expect((await world.staff('POST /api/v1/notification-editor', { headers, payload })).status, type).toBe(401);
    }
    const answer = await world.staff('GET /session/get-my-store', { token: staff, headers: { origin: 'https://evil.example' } });
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
  },
);
test('never puts the value of a forged Host, Forwarded or X-Forwarded header into a response', { tags: ['H10'] }, async () => {
  const lies = {
    'x-forwarded-for': '10.0.0.1',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'gopher',
    forwarded: 'for=10.0.0.1;host=evil.example',
    host: 'evil.example',
  };
  for (const path of ['/', '/notification', '/openapi.json', '/api-docs', '/api/v1/settings-editor', '/nothing.json']) {
    const { body, headers } = await world.staff(`GET ${path}` as 'GET /', { token: admin, headers: lies });
    expect(JSON.stringify([body, headers]), path).not.toMatch(/evil\.example|gopher/);
  }
  expect(await raw('GET / HTTP/1.1\r\nhost: a\r\nhost: evil.example\r\n\r\n')).not.toContain('evil.example');
});
test('returns the same minimal health and readiness responses to a thousand requests, a hundred at a time', { tags: ['H15'] }, async () => {
  const hundred = () => Promise.all(Array.from({ length: 100 }, (_, n) => world.staff(n % 2 === 0 ? 'GET /healthz' : 'GET /readyz')));
  const answers: Awaited<ReturnType<typeof hundred>> = [];
  for (let n = 0; n < 10; n += 1) answers.push(...(await hundred()));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ body }) => JSON.stringify(body)))).toEqual(
    new Set([{ status: 'ok' }, { status: 'ready', build }].map((body) => JSON.stringify(body))),
  );
});
test('exposes no paths for setup, metrics, debugging or sources', { tags: ['H16', 'H17', 'Z23'] }, async () => {
  const paths = ['/metrics', '/debug', '/server-status', '/actuator', '/.git/config', '/.env', '/package.json', '/assets/index.js.map'];
  const others = ['/setup', '/upgrade', '/migrate', '/install', '/admin/queues', '/jobs', '/graphql', '/api/v1/migrate', '/api/v1/jobs'];
  for (const path of [...paths, ...others])
    for (const method of ['GET', 'POST'] as const) {
      const { status, body } = await world.staff(`${method} ${path}`, { headers: { accept: 'application/json' } });
      expect([401, 404, 405], `${method} ${path}`).toContain(status);
      expect(JSON.stringify(body), path).not.toMatch(/postgres|DATABASE_URL|node_modules|"version"/i);
    }
});
test('line breaks in names, ids and headers do not inject response headers', { tags: ['H20', 'H19'] }, async () => {
  const boundary = 'x';
  const part = (name: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\nGIF89a\r\n--${boundary}--`;
  const evil = 'a%0d%0aset-cookie: x=1';
  for (const answer of [
    await world.staff(`GET /files/${evil}`),
    await world.staff(`GET /images/${evil}`),
    await world.staff(`GET /api/v1/content-editor/${evil}`, { token: admin }),
    await world.staff(`GET /login?returnTo=${evil}`),
    await world.staff('POST /api/v1/file-upload', {
      token: admin,
      payload: part('a\\r\\nset-cookie: x=1.gif'),
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    }),
  ]) {
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.status).toBeLessThan(500);
  }
  expect(statusOf(await raw('GET /healthz HTTP/1.1\r\nhost: a\r\nx-store-id: a\rset-cookie: b\r\n\r\n'))).toBe(400);
});
test('returns 403 before reading the body if the caller may not upload', { tags: ['Z17', 'Z16', 'H05'] }, async () => {
  for (const path of ['/api/v1/knowledge-editor'])
    for (const type of ['multipart/form-data; boundary=x', 'application/json']) {
      const head = `POST ${path} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${staff}\r\ncontent-type: ${type}\r\ncontent-length: 9000000\r\n\r\n`;
      // Not a byte of the body is ever sent: an answer can only come from the head.
      expect(statusOf(await raw(head)), type).toBe(403);
    }
  for (const path of ['/api/v1/assistant/threads', '/api/v1/assistant/threads/any'])
    expect((await world.staff(`GET ${path}` as 'GET /', { token: staff })).status).toBe(403);
});
