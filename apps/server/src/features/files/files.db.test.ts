import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { encode } from 'fast-bmp';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aNotification, aStore } from '../../../test/builders.ts';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';

let world: FreshWorld;
let admin: string;
let staff: string;
beforeAll(async () => {
  world = await freshWorld();
  admin = await world.tokenOf('admin');
  staff = await world.person('files-staff', { storeId: await aStore(world.db) });
});
afterAll(() => world.close());

const picture = () => sharp({ create: { width: 8, height: 6, channels: 3, background: '#1f6f4a' } });
const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF');

const multipart = (bytes: Buffer, { name = 'x.png', field = 'file', type = 'image/png' } = {}) => {
  const boundary = 'xxBOUNDARYxx';
  const payload = Buffer.concat([
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return { payload, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
};
const upload = (bytes: Buffer, options: Parameters<typeof multipart>[1] & { token?: string } = {}) =>
  world.staff('POST /api/v1/file-upload', { token: options.token ?? admin, ...multipart(bytes, options) });
type Stored = { file: string; url: string; size: number; type: string; name: string };
const raw = async (app: 'adminApp' | 'appApp', url: string, headers = {}) => world[app].inject({ method: 'GET', url, headers });

describe('uploads', () => {
  test.each(['png', 'jpeg', 'gif'] as const)(
    'FILE-01, 05, API-FILE-01..03, U01: %s becomes a cloudinary: reference, shown by both APIs',
    async (format) => {
      const { status, body } = await upload(await picture().toFormat(format).toBuffer(), { name: 'liść.png' });
      expect([status, body]).toMatchObject([
        201,
        { file: expect.stringMatching(/^cloudinary:[a-z0-9]{32}\.(jpg|png|gif)$/), type: `image/${format}` },
      ]);
      for (const app of ['adminApp', 'appApp'] as const) {
        const shown = await raw(app, (body as Stored).url);
        expect(shown.statusCode).toBe(200);
        expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ format, width: 8, height: 6 });
      }
    },
  );
  test('U01: bmp is decoded, colours right, and kept as png', async () => {
    const data = new Uint8Array([255, 0, 0, 0, 255, 0, 0, 0, 255, 10, 20, 30]);
    const bmp = Buffer.from(encode({ width: 2, height: 2, data, bitsPerPixel: 24, components: 3, channels: 3 } as never));
    const { status, body } = await upload(bmp, { name: 'x.bmp', type: 'image/bmp' });
    expect([status, body]).toMatchObject([201, { type: 'image/png' }]);
    const pixels = await sharp((await raw('adminApp', (body as Stored).url)).rawPayload)
      .raw()
      .toBuffer();
    expect([...pixels.subarray(0, 12)]).toEqual([...data]);
  });
  test('FILE-02, 03, API-FILE-04, U07, U21: a pdf is a file: reference, byte for byte the same, download only', async () => {
    const { body } = await upload(pdf, { name: 'regulamin.pdf' });
    expect(body).toMatchObject({ file: expect.stringMatching(/^file:[a-z0-9]{32}\.pdf$/), type: 'application/pdf', size: pdf.length });
    const shown = await raw('adminApp', (body as Stored).url);
    expect(shown.rawPayload.equals(pdf)).toBe(true);
    expect(shown.headers).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': expect.stringContaining('attachment'),
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect((await raw('adminApp', (body as Stored).url, { range: 'bytes=0-3' })).body).toBe('%PDF');
    expect((await raw('adminApp', (body as Stored).url, { range: 'bytes=9999-' })).statusCode).toBe(416);
    expect((await raw('adminApp', (body as Stored).url, { 'if-none-match': shown.headers.etag })).statusCode).toBe(304);
  });
  test('A-116, Z19: staff may upload images, not pdf', async () => {
    expect((await upload(await picture().png().toBuffer(), { token: staff })).status).toBe(201);
    expect((await upload(pdf, { token: staff })).status).toBe(415);
  });
  test('FILE-09, U02, U06, U16: by content, not by name', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const webp = await picture().webp().toBuffer();
    for (const bytes of [svg, Buffer.from('<html><script>1</script>'), Buffer.from('MZ\x90\0'), webp, randomBytes(500), Buffer.alloc(0)])
      expect((await upload(bytes)).status).toBe(415);
    expect((await upload((await picture().png().toBuffer()).subarray(0, 40))).status).toBe(415);
  });
  test('U02, U08: what hides behind or inside a picture is gone', async () => {
    const withExif = await picture()
      .jpeg()
      .withExif({ IFD0: { Copyright: 'secret-person' } })
      .toBuffer();
    for (const bytes of [withExif, Buffer.concat([await picture().gif().toBuffer(), Buffer.from('<script>alert(1)</script>PK\x03\x04')])]) {
      const { body } = await upload(bytes);
      const shown = (await raw('adminApp', (body as Stored).url)).rawPayload;
      expect(shown.includes('secret-person') || shown.includes('<script>')).toBe(false);
    }
  });
  test('FILE-10, U05: more than 10 MB is 413', async () =>
    expect((await upload(Buffer.alloc(10 * 1024 * 1024 + 1, 1), { token: staff })).status).toBe(413));
  test('U10, U11: malformed multipart is 4xx', async () => {
    const send = (payload: string, type = 'multipart/form-data; boundary=x') =>
      world.staff('POST /api/v1/file-upload', { token: admin, payload, headers: { 'content-type': type } });
    for (const [payload, type] of [
      ['--x--\r\n'],
      ['nonsense'],
      ['--x\r\n\r\n'],
      ['', 'multipart/form-data'],
      ['{}', 'application/json'],
      ['x', 'text/plain'],
    ] as const) {
      const { status } = await send(payload, type);
      expect([400, 415]).toContain(status);
    }
    expect((await upload(await picture().png().toBuffer(), { field: 'other' })).status).toBe(400);
  });
  test('FILE-11, U17, U18: nothing but stored names is served', async () => {
    for (const path of [
      '..%2f..%2fetc%2fpasswd',
      '%2e%2e/%2e%2e/etc/passwd',
      '..%5c..',
      '.env',
      '',
      'a'.repeat(5_000),
      `${'0'.repeat(32)}.html`,
      `${'0'.repeat(32)}.pdf`,
      `${'0'.repeat(32)}.pdf%00.html`,
    ])
      for (const folder of ['files', 'images']) expect([404, 414]).toContain((await raw('adminApp', `/${folder}/${path}`)).statusCode);
  });
  test('FILE-12: names are new each time', async () => {
    const bytes = await picture().png().toBuffer();
    expect(((await upload(bytes)).body as Stored).file).not.toBe(((await upload(bytes)).body as Stored).file);
  });
  test('FILE-13, NOTIF-PUSH-09: an uploaded image travels with a notification', async () => {
    const { file } = (await upload(await picture().png().toBuffer())).body as Stored;
    expect(
      await world.staff('POST /api/v1/notification-editor', { token: admin, body: aNotification({ image: file, isTest: true }) }),
    ).toMatchObject({ status: 201, body: { image: file } });
  });
});

test('A-97: with CLOUDINARY_URL images go there, signed, and are shown from there', async () => {
  const seen: { url: string | undefined; body: string }[] = [];
  const stub = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += (chunk as Buffer).toString('latin1');
    seen.push({ url: request.url, body });
    response.end('{}');
  });
  await new Promise<void>((resolve) => stub.listen(0, '127.0.0.1', resolve));
  const address = stub.address();
  const remote = await freshWorld({
    CLOUDINARY_URL: 'cloudinary://key:secret@chain',
    CLOUDINARY_API: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
  });
  const { status, body } = await remote.staff('POST /api/v1/file-upload', { token: admin, ...multipart(await picture().png().toBuffer()) });
  const { file, url } = body as Stored;
  expect([status, seen[0]?.url]).toEqual([201, '/v1_1/chain/image/upload']);
  expect(seen[0]?.body).toContain(file.slice('cloudinary:'.length, -4));
  expect(seen[0]?.body).not.toContain('secret');
  expect(await remote.staff(`GET ${url}`)).toMatchObject({
    status: 302,
    headers: { location: `https://res.cloudinary.com/chain/image/upload/${file.slice('cloudinary:'.length)}` },
  });
  stub.close();
  await remote.close();
});
