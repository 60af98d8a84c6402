import { mkdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { settingsRoutes } from '@endcap/contract/settings';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { portOf } from '../../../test/port-of.ts';
import { build, versionText } from '../build.ts';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';

type Heard = { status: number; type: string; body: string; length: string | undefined };
let world: FreshWorld;
let port: number;
beforeAll(async () => {
  const folder = `${inject('folder')}/web-page`;
  mkdirSync(`${folder}/assets/inner`, { recursive: true });
  writeFileSync(`${folder}/index.html`, '<!doctype html><html><head></head><body>page</body></html>');
  writeFileSync(`${folder}/package.json`, '{"name":"secret"}');
  writeFileSync(`${folder}/assets/a-1.js`, 'export {}');
  writeFileSync(`${folder}/assets/a-1.js.br`, 'packed');
  writeFileSync(`${folder}/assets/a-1.svg`, '<svg xmlns="http://www.w3.org/2000/svg"/>');
  world = await freshWorld({ ENDCAP_WEB_DIR: folder });
  await world.adminApp.listen({ port: 0, host: '127.0.0.1' });
  port = portOf(world.adminApp.server);
});
afterAll(() => world.close());

/** A path as it is, which neither fetch nor inject would send. */
const ask = (path: string, { method = 'GET', accept = 'text/html,*/*;q=0.8', ...headers }: Record<string, string> = {}): Promise<Heard> =>
  new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', path, method, headers: { accept, ...headers } }, (response) => {
      let body = '';
      response.on('data', (part: Buffer) => (body += part));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          type: response.headers['content-type'] ?? '',
          body,
          length: response.headers['content-length'],
        }),
      );
    })
      .on('error', reject)
      .end();
  });

describe('the web page', () => {
  test(
    'contains the saved app name before the sign-in, and the last known one while the database does not respond',
    { tags: ['AUTH-03'] },
    async () => {
      const brandIn = async (): Promise<unknown> => {
        const { status, body } = await ask('/login');
        expect(status).toBe(200);
        return (JSON.parse(/<script[^>]*>(.*)<\/script>/.exec(body)?.[1] ?? '{}') as { brand: unknown }).brand;
      };
      expect(await brandIn()).toEqual({ name: 'Endcap', logo: null });
      const token = await world.tokenOf('admin');
      const name = '</script><b>Koszyk';
      expect((await world.staff(settingsRoutes.save, { token, body: { appName: ` ${name} ` } })).status).toBe(200);
      expect(await brandIn()).toEqual({ name, logo: null });
      await world.db.transaction().execute(async (busy) => {
        await sql`lock table settings in access exclusive mode`.execute(busy);
        expect(await brandIn()).toEqual({ name, logo: null });
      });
      expect((await world.staff(settingsRoutes.save, { token, body: { appName: '' } })).status).toBe(200);
      await expect.poll(brandIn).toEqual({ name: 'Endcap', logo: null });
    },
  );
  test('it carries the version of the server', { tags: ['E-78'] }, async () => {
    const { body } = await ask('/login');
    expect(JSON.parse(/<script[^>]*>(.*)<\/script>/.exec(body)?.[1] ?? '{}')).toMatchObject({ version: versionText(build) });
  });
  test('serves existing assets, returns 404 for others, and exposes no other file of the disk', { tags: ['D-15'] }, async () => {
    expect(await ask('/assets/a-1.js')).toMatchObject({ status: 200, type: expect.stringContaining('javascript') });
    expect((await ask('/assets/a-1.js', { 'accept-encoding': 'br' })).body).toBe('packed');
    for (const path of [
      '',
      '/',
      '/%00',
      '/../../package.json',
      '/../package.json',
      '/inner',
      '/inner/',
      '/b.js',
      '/a-1.js/',
      '/a-1.js%00',
      '/.',
      '/..%2fpackage.json',
      '/%2e%2e/package.json',
      '/A-1.js',
      '//a-1.js',
      '/\\a-1.js',
      '/%ff',
    ]) {
      const response = await ask(`/assets${path}`);
      expect([400, 404], path).toContain(response.status);
      expect(response.body, path).not.toMatch(/secret|<html/);
    }
    expect((await ask('/assets/nothing.js')).status).toBe(404);
    expect((await ask('/assets/')).status).toBe(404);
  });
  test('is returned for any path that a person may open, not for API, session and file paths', { tags: ['D-51', 'NAV-29'] }, async () => {
    for (const path of [
      '/',
      '/notification',
      '/foo.bar',
      '/foo/v1.2',
      '/%',
      '/%zz',
      '/50%/x',
      '/%ff',
      '/za%C5%BC',
      '/x~y',
      '/a+b',
      '/a;b',
      '/x?y=%',
    ])
      expect(await ask(path), path).toMatchObject({ status: 200, type: 'text/html; charset=utf-8', body: expect.stringContaining('page') });
    for (const path of [
      '/api/unknown',
      '/api/%zz',
      '//api/unknown',
      '/%61pi/unknown',
      '/app/v1/x',
      '/session/x.y',
      '/images/x',
      '/files/x.pdf',
    ])
      expect(await ask(path), path).toMatchObject({
        type: expect.stringContaining('json'),
        body: expect.stringMatching(/"(not_found|bad_request)"/),
      });
    for (const path of ['/.env', '/.git/config', '/package.json', '/robots.txt', '/%zz'])
      expect([400, 404], path).toContain((await ask(path, { accept: '*/*' })).status);
    expect((await ask('/favicon.ico', { accept: 'image/avif,image/webp,*/*' })).status).toBe(404);
    expect((await ask('/notification', { accept: '*/*' })).status).toBe(200);
    expect((await ask('/foo.bar', { method: 'POST' })).status).toBe(404);
  });
  test('is not returned for paths that machines probe, such as /metrics', { tags: ['D-2A'] }, async () => {
    for (const path of ['/metrics', '/livez', '/version', '/health', '/status/x'])
      for (const accept of ['*/*', 'text/html', 'text/plain;version=0.0.4;q=0.5,*/*;q=0.1'])
        expect(await ask(path, { accept }), `${path} ${accept}`).toMatchObject({ status: 404, type: expect.stringContaining('json') });
  });
  test(
    'is cached privately for a minute and varies by Accept, so that a program does not get it from the cache',
    { tags: ['D-51'] },
    async () => {
      const { headers } = await fetch(`http://127.0.0.1:${port}/notification`, { headers: { accept: 'text/html' } });
      expect([headers.get('cache-control'), headers.get('vary')]).toEqual(['private, max-age=60', 'accept']);
    },
  );
  test('scripts come with the headers that protect them and no others, the page with all', { tags: ['H14'] }, async () => {
    const namesOf = async (path: string): Promise<string[]> => [
      ...(await fetch(`http://127.0.0.1:${port}${path}`, { headers: { accept: 'text/html' } })).headers.keys(),
    ];
    const protects = ['strict-transport-security', 'x-content-type-options', 'cross-origin-resource-policy'];
    expect(await namesOf('/assets/a-1.js')).toEqual(expect.arrayContaining([...protects, 'cache-control', 'etag']));
    expect(await namesOf('/assets/a-1.js')).not.toContain('content-security-policy');
    expect(await namesOf('/notification')).toEqual(expect.arrayContaining([...protects, 'content-security-policy', 'permissions-policy']));
    // Nothing that is not there, and nothing that could be a document, is freed of them.
    for (const path of ['/assets/nothing.js', '/assets/a-1.svg']) expect(await namesOf(path), path).toContain('content-security-policy');
  });
  test('HEAD returns what GET would, without a body', { tags: ['D-19'] }, async () => {
    for (const path of [
      '/',
      '/notification',
      '/login',
      '/foo.bar',
      '/api-docs',
      '/openapi.json',
      '/healthz',
      '/readyz',
      '/assets/a-1.js',
    ]) {
      const got = await ask(path);
      expect(await ask(path, { method: 'HEAD' }), path).toEqual({ ...got, body: '' });
      expect(got.status).toBe(200);
    }
    expect((await ask('/api/unknown', { method: 'HEAD' })).status).toBe(404);
  });
});
