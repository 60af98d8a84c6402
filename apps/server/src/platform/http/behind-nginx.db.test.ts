import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { portOf } from '../../../test/port-of.ts';
import { aContent, aStore } from '../../../test/builders.ts';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';
import { startNginx } from '../../../test/nginx.ts';
import { pdfWith } from '../../../test/pdf.ts';

type Answer = { status: number; headers: Record<string, unknown>; bytes: Buffer };
/** An answer as it travels. */
const ask = (
  url: string,
  options: { headers?: Record<string, string>; method?: string; body?: Buffer; from?: string } = {},
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    request(
      url,
      { method: options.method ?? 'GET', headers: options.headers ?? {}, localAddress: options.from ?? '127.0.0.1' },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(parts) }));
      },
    )
      .on('error', reject)
      .end(options.body);
  });

let world: FreshWorld;
let second: FreshWorld['appApp'];
let nginx: Awaited<ReturnType<typeof startNginx>>;
let app: string;
let admin: string;
beforeAll(async () => {
  world = await freshWorld({ ENDCAP_TRUSTED_PROXIES: '127.0.0.1', ENDCAP_APP_REGISTRATION_LIMIT: '3' });
  second = await world.anotherAppApp();
  const listening = async (server: FreshWorld['adminApp']): Promise<number> => {
    await server.listen({ port: 0, host: '127.0.0.1' });
    return portOf(server.server);
  };
  nginx = await startNginx(inject('nginx'), {
    folder: `${inject('folder')}/nginx`,
    nodes: { app: [await listening(world.appApp), await listening(second)], admin: [await listening(world.adminApp)] },
  });
  ({ app, admin } = nginx);
});
afterAll(async () => {
  nginx.stop();
  await second.close();
  await world.close();
});

const path = '/app/v1/content?appVersion=3.4.0';
const cached = ({ headers }: Answer): unknown => headers['x-cache'];

describe('deploy/nginx in front of Endcap', () => {
  test('caches the feed per encoding, forwards one of many concurrent requests, and returns 304 for a known ETag', async () => {
    await aContent(world.db, { title: 'Gazetka', description: 'x'.repeat(3_000) });
    // nginx may forward a request to either node.
    for (const { server } of [world.appApp, second])
      await expect.poll(async () => String((await ask(`http://127.0.0.1:${portOf(server)}${path}`)).bytes)).toContain('Gazetka');
    const many = await Promise.all(Array.from({ length: 20 }, () => ask(app + path, { headers: { 'accept-encoding': 'gzip' } })));
    expect(many.filter((answer) => cached(answer) === 'MISS')).toHaveLength(1);
    const plain = await ask(app + path, { headers: { 'accept-encoding': 'identity' } });
    expect([cached(plain), plain.headers['content-encoding']]).toEqual(['MISS', undefined]);
    const text = String(plain.bytes);
    for (const { bytes } of many) expect(String(gunzipSync(bytes))).toBe(text);
    const br = await ask(app + path, { headers: { 'accept-encoding': 'br' } });
    expect(br.headers['content-encoding'] === 'br' ? String(brotliDecompressSync(br.bytes)) : String(br.bytes)).toBe(text);
    const again = await ask(app + path, { headers: { 'accept-encoding': 'identity', 'if-none-match': String(plain.headers['etag']) } });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
  });
  test('caches settings and anonymous popups, but never serves them from the cache to a request with a token', async () => {
    expect([cached(await ask(`${app}/app/v1/settings`)), cached(await ask(`${app}/app/v1/settings`))]).toEqual(['MISS', 'HIT']);
    const popups = `${app}/app/v1/popups?appVersion=3.4.0`;
    expect([cached(await ask(popups)), cached(await ask(popups))]).toEqual(['MISS', 'HIT']);
    const forged = await ask(popups, { headers: { authorization: 'Bearer forged' } });
    expect(forged.status).toBe(401);
    expect([cached(await ask(popups))]).toEqual(['HIT']);
  });
  test('does not cache the device, health and staff routes', async () => {
    for (const url of [`${app}/app/v1/device`, `${app}/healthz`, `${admin}/api/v1/content-editor/list`]) {
      const answer = await ask(url);
      expect([answer.headers['cache-control'], cached(answer)]).toEqual(['no-store', undefined]);
    }
  });
  test('files: an upload passes, pictures are cached by width and format, a range of a pdf is 206', async () => {
    const token = await world.tokenOf('admin');
    const upload = async (name: string, type: string, bytes: Buffer): Promise<string> => {
      const boundary = 'nginxtest';
      const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`;
      const answer = await ask(`${admin}/api/v1/file-upload`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
        body: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
      });
      expect(answer.status, String(answer.bytes)).toBe(201);
      return (JSON.parse(String(answer.bytes)) as { url: string }).url;
    };
    const image = await upload(
      'a.png',
      'image/png',
      await sharp({ create: { width: 400, height: 300, channels: 3, background: '#5a5' } })
        .png()
        .toBuffer(),
    );
    const types = [];
    for (const accept of ['image/webp,*/*', 'image/png', 'image/webp,*/*']) {
      const answer = await ask(`${app}${image}?w=160`, { headers: { accept } });
      types.push([answer.headers['content-type'], cached(answer)]);
    }
    expect(types).toEqual([
      ['image/webp', 'MISS'],
      ['image/png', 'MISS'],
      ['image/webp', 'HIT'],
    ]);
    const pdf = await upload('a.pdf', 'application/pdf', pdfWith(['x'.repeat(50_000)]));
    const part = await ask(app + pdf, { headers: { range: 'bytes=0-7' } });
    expect([part.status, String(part.bytes)]).toEqual([206, '%PDF-1.4']);
  });
  test('port 80 leads to the https address of the two names alone; other names get no answer', { tags: ['E-43'] }, async () => {
    const led = async (host: string, path = '/x?y=1') => {
      const { status, headers } = await ask(nginx.plain + path, { headers: { host } });
      return [status, headers['location']];
    };
    expect(await led('app.example')).toEqual([308, 'https://app.example/x?y=1']);
    expect(await led('BACK-OFFICE.example:80')).toEqual([308, 'https://back-office.example/x?y=1']);
    for (const host of ['evil.example', 'app.example.evil.example', '127.0.0.1', 'evil.example:80'])
      await expect(led(host), host).rejects.toThrow(/socket hang up|ECONNRESET/);
  });
  test('port 443 answers other names with 421 and nothing of theirs', { tags: ['E-43'] }, async () => {
    for (const host of ['evil.example', '127.0.0.1']) {
      const { status, headers, bytes } = await ask(`${nginx.unnamed}/app/v1/content`, { headers: { host } });
      expect([status, `${JSON.stringify(headers)}${String(bytes)}`]).toEqual([421, expect.not.stringContaining('evil.example')]);
    }
    expect((await ask(`${nginx.unnamed}/healthz`)).status).toBe(200);
  });
  test('assigns its own request id even if the request carries a request id or trace id', { tags: ['E-43'] }, async () => {
    const given = { 'x-request-id': 'chosen-12345678', traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' };
    for (const url of [`${app}/app/v1/device`, `${admin}/api/v1/content-editor/list`]) {
      const { headers } = await ask(url, { headers: given });
      expect(headers['x-request-id']).toMatch(/^[\da-f]{32}$/);
      expect(headers['x-request-id']).not.toBe('4bf92f3577b34da6a3ce929d0e0e4736');
    }
  });
  test('rate-limits each real client address and ignores a forged X-Forwarded-For', { tags: ['D-14'] }, async () => {
    const register = async (from: string, headers: Record<string, string> = {}): Promise<number> => {
      const body = Buffer.from(JSON.stringify({ installId: randomUUID(), platform: 'android', appVersion: '3.4.0' }));
      const all = { 'content-type': 'application/json', ...headers };
      return (await ask(`${app}/app/v1/devices`, { method: 'POST', headers: all, body, from })).status;
    };
    const statuses: number[] = [];
    for (let n = 0; n < 12; n += 1) statuses.push(await register('127.0.0.2'));
    const taken = statuses.filter((status) => status === 201).length;
    // Three of each node.
    expect([taken >= 3, taken <= 6, statuses.filter((status) => status === 429).length]).toEqual([true, true, 12 - taken]);
    for (let n = 0; n < 4; n += 1) expect(await register('127.0.0.2', { 'x-forwarded-for': `10.0.0.${n}` })).toBe(429);
    for (const from of ['127.0.0.3', '127.0.0.4', '127.0.0.5']) expect(await register(from)).toBe(201);
  });
  test('compresses lists that Endcap leaves uncompressed, but not entities, which keep their strong ETag', { tags: ['D-14'] }, async () => {
    const id = await aStore(world.db, { name: 'Sklep' });
    for (let n = 0; n < 30; n += 1) await aStore(world.db, { name: `Sklep ${n}` });
    for (const node of [world.appApp, second]) await node.refresh();
    const token = await world.tokenOf('admin');
    const headers = { 'accept-encoding': 'gzip', authorization: `Bearer ${token}` };
    const stores = await ask(`${app}/app/v1/stores`, { headers: { 'accept-encoding': 'gzip' } });
    expect([stores.headers['content-encoding'], JSON.parse(String(gunzipSync(stores.bytes)))]).toEqual([
      'gzip',
      { items: expect.anything() },
    ]);
    const list = await ask(`${admin}/api/v1/store-editor/list`, { headers });
    expect([list.headers['content-encoding'], list.status]).toEqual(['gzip', 200]);
    const one = await ask(`${admin}/api/v1/store-editor/${id}`, { headers });
    expect([one.headers['content-encoding'], one.headers['etag']]).toEqual([undefined, expect.stringMatching(/^"/)]);
  });
  test(
    'does not serve an expired response from the cache: the first request after a save returns the new content',
    { tags: ['APP-05'] },
    async () => {
      // The clock is stopped, so every response has `max-age=1`: the item ends in 1.5 seconds.
      const at = Date.now();
      world.clock.stoppedAt = at;
      const id = await aContent(world.db, { title: 'Stary', publicationEnd: new Date(at + 1_500).toISOString() });
      for (const node of [world.appApp, second]) await node.refresh();
      const [firstUrl, laterUrl] = [`${app}/app/v1/content?appVersion=3.4.1`, `${app}/app/v1/content?appVersion=3.4.2`];
      for (const url of [firstUrl, laterUrl]) {
        const response = await ask(url);
        expect([cached(response), response.headers['cache-control']]).toEqual(['MISS', 'public, max-age=1']);
        expect(String(response.bytes)).toContain('Stary');
      }
      await world.db.updateTable('content').set({ title: 'Nowy' }).where('id', '=', id).execute();
      for (const node of [world.appApp, second]) await node.refresh();
      // `laterUrl` was cached after `firstUrl`, so once it has expired, `firstUrl` has too.
      await expect.poll(async () => cached(await ask(laterUrl))).not.toBe('HIT');
      const answer = await ask(firstUrl);
      world.clock.stoppedAt = null;
      expect([answer.status, cached(answer), String(answer.bytes).includes('Nowy')]).toEqual([200, 'EXPIRED', true]);
    },
  );
  // The last one: it stops the app API.
  test('serves the feed from the cache while Endcap is down, and returns 502 for everything else', async () => {
    await ask(app + path, { headers: { 'accept-encoding': 'gzip' } });
    for (const node of [world.appApp, second]) {
      const closed = node.close();
      node.server.closeAllConnections();
      await closed;
    }
    const answer = await ask(app + path, { headers: { 'accept-encoding': 'gzip' } });
    expect(answer.status).toBe(200);
    expect(String(gunzipSync(answer.bytes))).toContain('Gazetka');
    expect((await ask(`${app}/app/v1/device`)).status).toBe(502);
  });
});
