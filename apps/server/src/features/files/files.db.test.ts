import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { contentRoutes } from '@endcap/contract/content';
import { fileRoutes, PUSH_IMAGE_MAX_BYTES, pushImageUrl, type StoredFile } from '@endcap/contract/files';
import { notificationRoutes } from '@endcap/contract/notifications';
import multipartForms from '@fastify/multipart';
import fastify from 'fastify';
import sharp from 'sharp';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { portOf } from '../../../test/port-of.ts';
import S3rver from 's3rver';
import { aBmp } from '../../../test/bmp.ts';
import { pdfWith, protectedPdf } from '../../../test/pdf.ts';
import { aNotification, aStore } from '../../../test/builders.ts';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';
import { type FileStorage, StorageAway } from '../../platform/files/file-storage.ts';
import { replyWithProblem } from '../../platform/http/problem-reply.ts';
import { folderStorage } from '../../platform/files/folder-storage.ts';
import { s3Storage } from '../../platform/files/s3-storage.ts';
import { receiveUpload } from './receive-upload.ts';
import { storeUpload } from './store-upload.ts';
import { sweepUploads } from './sweep-uploads.ts';

let world: FreshWorld;
let admin: string;
let staff: string;
beforeAll(async () => {
  // Use a temporary folder of our own, since other tests upload files at the same time.
  vi.stubEnv('TMPDIR', await mkdtemp(join(tmpdir(), 'endcap-files-test-')));
  world = await freshWorld();
  admin = await world.tokenOf('admin');
  staff = await world.person('files-staff', { storeId: await aStore(world.db) });
});
afterAll(async () => {
  await world.close();
  await rm(tmpdir(), { recursive: true, force: true });
  vi.unstubAllEnvs();
});

const picture = () => sharp({ create: { width: 8, height: 6, channels: 3, background: '#1f6f4a' } });
/** Returns an animation whose frames declare their size and hold almost no data. */
const aGif = (width: number, height: number, frames: number): Buffer => {
  const head = Buffer.from('474946383961000000008000000000001f6f4a', 'hex');
  const frame = Buffer.from('21f90400000000002c0000000000000000000202440100', 'hex');
  for (const [bytes, at] of [
    [head, 6],
    [frame, 13],
  ] as const) {
    bytes.writeUInt16LE(width, at);
    bytes.writeUInt16LE(height, at + 2);
  }
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])]);
};
const pdf = pdfWith(['Regulamin']);

const leaflet = pdfWith(['jeden', 'dwa', 'trzy']);
/** A png that declares two frames before its pixels. */
const anApng = async (): Promise<Buffer> => {
  const png = await picture().png().toBuffer();
  const frames = Buffer.from('000000086163544c0000000200000000f38d9370', 'hex');
  const at = png.indexOf('IDAT') - 4;
  return Buffer.concat([png.subarray(0, at), frames, png.subarray(at)]);
};

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
  world.staff(fileRoutes.upload, { token: options.token ?? admin, ...multipart(bytes, options) });
/** Starts the staff API on a free port, unless it listens already. */
const listening = async (): Promise<{ port: number }> => {
  if (!world.adminApp.server.listening) await world.adminApp.listen({ port: 0, host: '127.0.0.1' });
  return { port: portOf(world.adminApp.server) };
};
const leftovers = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('endcap-upload-'));
const raw = async (app: 'adminApp' | 'appApp', url: string, headers = {}) => world[app].inject({ method: 'GET', url, headers });

describe('uploads', () => {
  test.each(['png', 'jpeg', 'gif'] as const)(
    '%s becomes a cloudinary: reference, shown by both APIs',
    { tags: ['FILE-01', 'FILE-05', 'API-FILE-01', 'API-FILE-02', 'API-FILE-03', 'U01'] },
    async (format) => {
      const { status, body } = await upload(await picture().toFormat(format).toBuffer(), { name: 'liść.png' });
      expect([status, body]).toMatchObject([
        201,
        { file: expect.stringMatching(/^cloudinary:[a-z0-9]{32}\.(jpg|png|gif)$/), type: `image/${format}` },
      ]);
      for (const app of ['adminApp', 'appApp'] as const) {
        const shown = await raw(app, body.url);
        expect(shown.statusCode).toBe(200);
        expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ format, width: 8, height: 6 });
      }
    },
  );
  test(
    'the facts of a file contain its last upload name, its size and its pages; a file of an earlier version has no name',
    { tags: ['E-69'] },
    async () => {
      const facts = async (reference: string) =>
        world.staff(fileRoutes.facts, { token: staff, params: { name: reference.replace(/^\w+:/, '') } });
      const first = await upload(leaflet, { name: 'leaflet48.pdf' });
      expect(await facts(first.body.file)).toMatchObject({ status: 200, body: { name: 'leaflet48.pdf', size: leaflet.length, pages: 3 } });
      const again = await upload(leaflet, { name: 'leaflet49.pdf' });
      expect(again.body.file).toBe(first.body.file);
      expect((await facts(again.body.file)).body).toMatchObject({ name: 'leaflet49.pdf' });
      const image = await upload(await picture().png().toBuffer(), { name: 'truskawki.png' });
      expect((await facts(image.body.file)).body).toEqual({ name: 'truskawki.png', size: image.body.size, pages: null });
      await world.db.updateTable('storedFile').set({ uploadedAs: null }).where('name', '=', image.body.file.replace(/^\w+:/, '')).execute();
      expect((await facts(image.body.file)).body).toMatchObject({ name: null });
      expect((await facts(`file:${'0'.repeat(32)}.pdf`)).status).toBe(404);
    },
  );
  test('bmp is decoded, colours right, and stored as png', { tags: ['U01'] }, async () => {
    const data = new Uint8Array([255, 0, 0, 0, 255, 0, 0, 0, 255, 10, 20, 30]);
    const bmp = aBmp({ width: 2, height: 2, bits: 24, pixels: [0xff0000, 0x00ff00, 0x0000ff, 0x0a141e] });
    const { status, body } = await upload(bmp, { name: 'x.bmp', type: 'image/bmp' });
    expect([status, body]).toMatchObject([201, { type: 'image/png' }]);
    const pixels = await sharp((await raw('adminApp', body.url)).rawPayload)
      .raw()
      .toBuffer();
    expect([...pixels.subarray(0, 12)]).toEqual([...data]);
  });
  test.each([
    ['32 bits', { bits: 32, width: 2, height: 1, pixels: [0xff0000, 0x0a141e] }, [255, 0, 0, 10, 20, 30]],
    ['top-down', { bits: 24, width: 1, height: 2, pixels: [0xff0000, 0x0a141e], topDown: true }, [255, 0, 0, 10, 20, 30]],
    ['1 × 1', { bits: 24, width: 1, height: 1, pixels: [0x0a141e] }, [10, 20, 30]],
  ] as const)('a bmp is read: %s', { tags: ['D-34'] }, async (_name, facts, seen) => {
    const { status, body } = await upload(aBmp({ ...facts, pixels: [...facts.pixels] }), { name: 'x.bmp', type: 'image/bmp' });
    expect([status, body]).toMatchObject([201, { type: 'image/png' }]);
    const { rawPayload } = await raw('adminApp', body.url);
    expect([...(await sharp(rawPayload).raw().toBuffer())]).toEqual(seen);
  });
  test('an image that cannot be decoded is refused as unreadable; other bytes get no field error', { tags: ['D-34'] }, async () => {
    const squeezed = aBmp({ width: 2, height: 2, bits: 8, pixels: [0, 0, 0, 0], palette: [0], packing: 4 });
    for (const bytes of [squeezed, (await picture().png().toBuffer()).subarray(0, 40)])
      expect(await upload(bytes)).toMatchObject({ status: 415, body: { error: { fields: { file: ['unreadable'] } } } });
    expect((await upload(Buffer.from('<html>'))).body).not.toHaveProperty('error.fields');
  });
  test.each([
    ['60,000 frames', aGif(1, 1, 60_000), 'tooLongAnimation'],
    ['301 frames', aGif(1, 1, 301), 'tooLongAnimation'],
    ['200 frames of 400 × 400', aGif(400, 400, 200), 'tooLongAnimation'],
    ['one frame of 7,000 × 7,000', aGif(7_000, 7_000, 1), 'tooManyPixels'],
    ['a bmp that says 100,000 × 100,000', aBmp({ width: 1, height: 1, bits: 1, pixels: [0], claims: 100_000 }), 'tooManyPixels'],
  ])('refuses a file that expands to too much, before it is decoded: %s', { tags: ['D-18', 'U04'] }, async (_name, bytes, code) =>
    expect(await upload(bytes)).toMatchObject({ status: 422, body: { error: { code: 'invalid', fields: { file: [code] } } } }),
  );
  test('300 small frames are fine', { tags: ['D-18'] }, async () => {
    const { status, body } = await upload(aGif(8, 8, 300));
    expect([status, body]).toMatchObject([201, { type: 'image/gif' }]);
  });
  test('an animation above the frame limit that was stored earlier is served unchanged at any width', { tags: ['D-18'] }, async () => {
    const name = `${'e'.repeat(32)}.gif`;
    const bytes = aGif(1, 1, 301);
    await folderStorage(world.world.config.ENDCAP_FILES_DIR).put(name, bytes);
    const answer = await raw('appApp', `/images/${name}?w=320`, { accept: 'image/webp' });
    expect([answer.statusCode, answer.headers['content-type'], answer.rawPayload.equals(bytes)]).toEqual([200, 'image/gif', true]);
  });
  test(
    'a pdf is a file: reference, byte for byte the same, download only',
    { tags: ['FILE-02', 'FILE-03', 'API-FILE-04', 'U07', 'U21'] },
    async () => {
      const { body } = await upload(pdf, { name: 'regulamin.pdf' });
      expect(body).toMatchObject({ file: expect.stringMatching(/^file:[a-z0-9]{32}\.pdf$/), type: 'application/pdf', size: pdf.length });
      const shown = await raw('adminApp', body.url);
      expect(shown.rawPayload.equals(pdf)).toBe(true);
      expect(shown.headers).toMatchObject({
        'content-type': 'application/pdf',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'content-disposition': expect.stringContaining('attachment'),
        'cache-control': 'public, max-age=31536000, immutable',
      });
      expect((await raw('adminApp', body.url, { range: 'bytes=0-3' })).body).toBe('%PDF');
      const beyond = await raw('adminApp', body.url, { range: 'bytes=9999-' });
      expect([beyond.statusCode, beyond.headers['cache-control']]).toEqual([416, 'no-store']);
      expect((await raw('adminApp', body.url, { 'if-none-match': shown.headers.etag })).statusCode).toBe(304);
    },
  );
  test.each([
    ['asking for a password', protectedPdf(['Gazetka']), 'protected'],
    ['cut off in the middle', leaflet.subarray(0, leaflet.length / 2), 'damaged'],
    ['cut off before its table of objects', leaflet.subarray(0, leaflet.lastIndexOf('xref\n0')), 'damaged'],
    ['without its last page', Buffer.from(leaflet.toString('latin1').replace('8 0 obj', '9 9 obj'), 'latin1'), 'damaged'],
    ['of nonsense', Buffer.from('%PDF-1.7\nnonsense\n%%EOF'), 'damaged'],
  ])('a pdf that viewers cannot open is refused with the reason: %s', { tags: ['E-24'] }, async (_name, bytes, code) =>
    expect(await upload(bytes, { name: 'gazetka.pdf' })).toMatchObject({ status: 422, body: { error: { fields: { file: [code] } } } }),
  );
  test('a pdf may have its header anywhere in the first kilobyte, and is stored byte for byte', { tags: ['E-25'] }, async () => {
    const scanned = Buffer.concat([Buffer.from('\r\n\r\n'), pdf]);
    const { status, body } = await upload(scanned, { name: 'skan.pdf' });
    expect([status, body]).toMatchObject([201, { type: 'application/pdf', size: scanned.length }]);
    expect((await raw('adminApp', body.url)).rawPayload.equals(scanned)).toBe(true);
    expect((await upload(Buffer.concat([Buffer.alloc(2_000, 0x20), pdf]))).status).toBe(415);
  });
  test('an animated png is stored as its first frame', { tags: ['E-25'] }, async () => {
    const { status, body } = await upload(await anApng());
    expect([status, body]).toMatchObject([201, { type: 'image/png' }]);
    expect(await sharp((await raw('adminApp', body.url)).rawPayload).metadata()).toMatchObject({ format: 'png', width: 8, height: 6 });
  });
  test('staff may upload images, not pdf', { tags: ['A-116', 'Z19'] }, async () => {
    expect((await upload(await picture().png().toBuffer(), { token: staff })).status).toBe(201);
    expect((await upload(pdf, { token: staff })).status).toBe(415);
  });
  test('by content, not by name', { tags: ['FILE-09', 'U02', 'U06', 'U16', 'D06'] }, async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const webp = await picture().webp().toBuffer();
    for (const bytes of [svg, Buffer.from('<html><script>1</script>'), Buffer.from('MZ\x90\0'), webp, randomBytes(500), Buffer.alloc(0)])
      expect((await upload(bytes)).status).toBe(415);
    expect((await upload((await picture().png().toBuffer()).subarray(0, 40))).status).toBe(415);
  });
  test(
    'the kind comes from the content, never from a name or a header; the stored name has no path and no control signs',
    { tags: ['U03'] },
    async () => {
      const png = await picture().png().toBuffer();
      for (const [bytes, kind, options] of [
        [png, 'png', { name: 'a.pdf', type: 'application/pdf' }],
        [png, 'png', { name: 'a.png.html', type: 'text/html' }],
        [png, 'png', { name: 'A.PNG. ', type: 'IMAGE/PNG' }],
        [png, 'png', { name: 'a.png%00.html' }],
        [png, 'png', { name: '..\\..\\etc\\passwd' }],
        [pdf, 'pdf', { name: 'a.pdf.html', type: 'text/html' }],
        [pdf, 'pdf', { name: 'a.png', type: 'image/png' }],
      ] as const) {
        const { status, body } = await upload(bytes, options);
        expect([status, body.file], options.name).toEqual([201, expect.stringMatching(new RegExp(`:[a-z0-9]{32}\\.${kind}$`))]);
        expect(body.name).toMatch(/^[\p{L}\p{N} ._-]*$/u);
        expect((await raw('adminApp', body.url)).headers['content-type']).toBe(kind === 'pdf' ? 'application/pdf' : 'image/png');
      }
    },
  );
  test('removes metadata and trailing data from images', { tags: ['U02', 'U08'] }, async () => {
    const withExif = await picture()
      .jpeg()
      .withExif({ IFD0: { Copyright: 'secret-person' } })
      .toBuffer();
    for (const bytes of [withExif, Buffer.concat([await picture().gif().toBuffer(), Buffer.from('<script>alert(1)</script>PK\x03\x04')])]) {
      const { body } = await upload(bytes);
      const shown = (await raw('adminApp', body.url)).rawPayload;
      expect(shown.includes('secret-person') || shown.includes('<script>')).toBe(false);
    }
  });
  test('more than 10 MB is 413', { tags: ['FILE-10', 'U05'] }, async () =>
    expect((await upload(Buffer.alloc(10 * 1024 * 1024 + 1, 1), { token: staff })).status).toBe(413),
  );
  test('a second file is refused, not dropped; nothing of the first is stored', { tags: ['D-19'] }, async () => {
    const file = (name: string) =>
      `--x\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/pdf\r\n\r\n${pdfWith([name]).toString('latin1')}\r\n`;
    const send = (payload: string) =>
      world.staff('POST /api/v1/file-upload', { token: admin, payload, headers: { 'content-type': 'multipart/form-data; boundary=x' } });
    const before = await world.db.selectFrom('storedFile').select('name').execute();
    for (const large of [false, true]) {
      const first = large ? file('a.pdf').replace('%%EOF', `${'x'.repeat(300_000)}%%EOF`) : file('a.pdf');
      expect(await send(`${first}${file('b.pdf')}--x--\r\n`)).toMatchObject({ status: 400, body: { error: { message: 'Send one file' } } });
    }
    expect(await world.db.selectFrom('storedFile').select('name').execute()).toEqual(before);
    expect((await send(`${file('c.pdf')}--x\r\ncontent-disposition: form-data; name="note"\r\n\r\nhello\r\n--x--\r\n`)).status).toBe(201);
  });
  test('malformed multipart is 4xx', { tags: ['U10', 'U11'] }, async () => {
    const send = (payload: string, type = 'multipart/form-data; boundary=x') =>
      world.staff('POST /api/v1/file-upload', { token: admin, payload, headers: { 'content-type': type } });
    for (const [payload, type] of [
      ['--x--\r\n'],
      ['nonsense'],
      ['--x\r\n\r\n'],
      ['', 'multipart/form-data'],
      ['{}', 'application/json'],
      ['x', 'text/plain'],
      ['--x\r\ncontent-disposition: form-data; name="file"\r\ncontent-type: application/octet-stream\r\n\r\n%PDF-1.4\r\n--x--\r\n'],
    ] as const) {
      const { status } = await send(payload, type);
      expect([400, 415]).toContain(status);
    }
    expect((await upload(await picture().png().toBuffer(), { field: 'other' })).status).toBe(400);
  });
  test(
    'serves only stored names, and no files of other types that lie in the folder',
    { tags: ['FILE-11', 'U17', 'U18', 'U22'] },
    async () => {
      for (const kind of ['html', 'svg']) {
        const folder = world.world.config.ENDCAP_FILES_DIR;
        await mkdir(folder, { recursive: true });
        await writeFile(join(folder, `${'0'.repeat(32)}.${kind}`), '<script>1</script>');
      }
      for (const path of [
        '..%2f..%2fetc%2fpasswd',
        '%2e%2e/%2e%2e/etc/passwd',
        '..%5c..',
        '.env',
        '',
        'a'.repeat(5_000),
        `${'0'.repeat(32)}.html`,
        `${'0'.repeat(32)}.svg`,
        `${'0'.repeat(32)}.pdf`,
        `${'0'.repeat(32)}.pdf%00.html`,
      ])
        for (const folder of ['files', 'images']) expect([404, 414]).toContain((await raw('adminApp', `/${folder}/${path}`)).statusCode);
    },
  );
  test(
    'other bytes get another name; the same bytes are stored once, also by concurrent uploads',
    { tags: ['FILE-12', 'U20', 'U32'] },
    async () => {
      const bytes = await picture().resize(31, 17).png().toBuffer();
      const names = await Promise.all(Array.from({ length: 8 }, async () => (await upload(bytes)).body.file));
      expect(new Set(names).size).toBe(1);
      const other = (await upload(await picture().resize(32, 17).png().toBuffer())).body.file;
      expect(other).not.toBe(names[0]);
      expect((await upload(pdf)).body).toMatchObject({ file: (await upload(pdf, { name: 'inna nazwa.pdf' })).body.file });
    },
  );
  test('refuses false lengths, bodies without an end and compressed bodies, and leaves no files', { tags: ['U05'] }, async () => {
    const { port } = await listening();
    const before = await leftovers();
    const head = `--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.4`;
    /** Sends a raw request and returns the response, once either side has closed the connection. */
    const say = (headers: string, body: string, endless = false): Promise<string> =>
      new Promise((resolve) => {
        const socket = connect(port, '127.0.0.1');
        let answer = '';
        socket.write(
          `POST /api/v1/file-upload HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${admin}\r\ncontent-type: multipart/form-data; boundary=x\r\n${headers}\r\n\r\n${body}`,
        );
        const piece = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(0x100000, 65), Buffer.from('\r\n')]);
        const more = (): void => {
          while (endless && !socket.destroyed && socket.write(piece));
        };
        socket.on('drain', more).on('data', (part) => {
          answer += String(part);
          socket.end();
        });
        socket.on('close', () => resolve(answer)).on('error', () => {});
        more();
      });
    expect(await say('transfer-encoding: chunked', `${head.length.toString(16)}\r\n${head}\r\n`, true)).toMatch(/^HTTP\/1.1 413/);
    expect(await say(`content-length: ${head.length - 20}`, head)).toMatch(/^HTTP\/1.1 400/);
    expect(await say('content-encoding: gzip\r\ncontent-length: 3', 'abc')).toMatch(/^HTTP\/1.1 4/);
    expect(await say('content-length: 10\r\ntransfer-encoding: chunked', head)).toMatch(/^HTTP\/1.1 400/);
    await expect.poll(leftovers).toEqual(before);
    expect((await upload(pdf)).status).toBe(201);
  });
  test('a client that sends its whole body before it reads still receives the 413', { tags: ['U05'] }, async () => {
    const { port } = await listening();
    const { payload, headers } = multipart(Buffer.alloc(60 * 1024 * 1024, 65));
    const socket = connect(port, '127.0.0.1').pause();
    socket.write(
      `POST /api/v1/file-upload HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${staff}\r\ncontent-type: ${headers['content-type']}\r\ncontent-length: ${payload.length}\r\n\r\n`,
    );
    await new Promise((resolve, reject) => socket.on('error', reject).write(payload, resolve));
    const [answer] = (await once(socket.resume(), 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1.1 413/);
    socket.destroy();
  });
  test('a full disk is answered with 507 and leaves no temporary files', { tags: ['U15'] }, async () => {
    const full: FileStorage = {
      ...folderStorage(world.world.config.ENDCAP_FILES_DIR),
      put: () => Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })),
    };
    const app = fastify();
    await app.register(multipartForms);
    app.setErrorHandler(replyWithProblem);
    const store = storeUpload({ db: world.db, stores: { storage: full, cloudinary: null }, now: () => new Date() });
    app.post('/', (request) =>
      receiveUpload(request, { by: 'x', maxBytes: 1_000_000 }, (file) => store({ ...file, imagesOnly: false, by: 'x' })),
    );
    const before = await leftovers();
    const answer = await app.inject({ method: 'POST', url: '/', ...multipart(await picture().resize(77, 7).png().toBuffer()) });
    expect([answer.statusCode, answer.json()]).toMatchObject([507, { error: { code: 'no_room' } }]);
    expect(await leftovers()).toEqual(before);
  });
  test('a client that disconnects in the middle leaves nothing behind, and the process keeps working', { tags: ['U12'] }, async () => {
    const { port } = await listening();
    const before = await leftovers();
    await Promise.all(
      Array.from(
        { length: 20 },
        () =>
          new Promise<void>((resolve) => {
            const socket = connect(port, '127.0.0.1', () => {
              socket.write(
                `POST /api/v1/file-upload HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${admin}\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 5000000\r\n\r\n--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.4`,
              );
              socket.write(Buffer.alloc(100_000, 65), () => setTimeout(() => socket.destroy(), 20));
            });
            socket.on('close', () => resolve());
            socket.on('error', () => resolve());
          }),
      ),
    );
    await expect.poll(leftovers).toEqual(before);
    await expect.poll(async () => (await upload(pdf)).status).toBe(201);
  });
  test('an uploaded image travels with a notification', { tags: ['FILE-13', 'NOTIF-PUSH-09'] }, async () => {
    const { file } = (await upload(await picture().png().toBuffer())).body;
    expect(await world.staff(notificationRoutes.send, { token: admin, body: aNotification({ image: file, isTest: true }) })).toMatchObject({
      status: 201,
      body: { image: file },
    });
  });
});

describe('smaller forms of an image', { tags: ['FILE-13'] }, () => {
  const large = async (): Promise<StoredFile> =>
    (
      await upload(
        await sharp(randomBytes(900 * 600 * 3), { raw: { width: 900, height: 600, channels: 3 } })
          .jpeg()
          .toBuffer(),
      )
    ).body;
  test('are served in the listed widths, as WebP where accepted, never larger than the original, cacheable for good', async () => {
    const { url } = await large();
    for (const [accept, format] of [
      ['image/webp,*/*', 'webp'],
      ['image/*', 'jpeg'],
    ] as const)
      for (const [asked, width] of [
        [160, 160],
        [640, 640],
        [1280, 900],
      ]) {
        const shown = await raw('appApp', `${url}?w=${asked}`, { accept });
        expect(shown.statusCode).toBe(200);
        expect(
          await sharp(shown.rawPayload, { failOn: 'none' })
            .metadata()
            .catch(() => ({ format: 'webp', width })),
        ).toMatchObject({ format, width });
        expect(shown.headers).toMatchObject({
          'content-type': `image/${format}`,
          vary: expect.stringContaining('accept'),
          'cache-control': 'public, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
          'content-security-policy': "default-src 'none'; sandbox",
        });
        expect((await raw('adminApp', `${url}?w=${asked}`, { accept, 'if-none-match': shown.headers.etag })).statusCode).toBe(304);
      }
  });
  test('ten concurrent requests get the same bytes; other widths and missing images are not found', async () => {
    const { url } = await large();
    const answers = await Promise.all(Array.from({ length: 10 }, () => raw('appApp', `${url}?w=320`)));
    expect(new Set(answers.map(({ rawPayload }) => rawPayload.toString('base64'))).size).toBe(1);
    for (const w of ['321', '0', '-1', '1e9', '320&w=160', 'x']) expect((await raw('appApp', `${url}?w=${w}`)).statusCode).toBe(404);
    expect((await raw('appApp', `/images/${'0'.repeat(32)}.png?w=320`)).statusCode).toBe(404);
  });
});

describe('the image of a push', { tags: ['E-09', 'FILE-13'] }, () => {
  const stored = async (name: string) => sharp(await readFile(join(world.world.config.ENDCAP_FILES_DIR, name))).metadata();
  const noise = (width: number, height: number) =>
    sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
      .png()
      .toBuffer();
  const shown = async (reference: string) => raw('appApp', pushImageUrl(reference) ?? '');

  test('is made with the upload: a JPEG of at most 900 kB and 1,280 pixels a side', async () => {
    for (const [width, height, size] of [
      [1_290, 700, [1_280, 695]],
      [330, 1_408, [300, 1_280]],
      [40, 30, [40, 30]],
    ] as const) {
      const { file } = (await upload(await noise(width, height))).body;
      expect(await stored(`${file.slice('cloudinary:'.length, -4)}-push.jpg`)).toMatchObject({
        format: 'jpeg',
        width: size[0],
        height: size[1],
      });
      const answer = await shown(file);
      expect([answer.statusCode, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
        200,
        'image/jpeg',
        'public, max-age=31536000, immutable',
      ]);
      expect(answer.rawPayload.length).toBeLessThanOrEqual(PUSH_IMAGE_MAX_BYTES);
      expect(Number(answer.headers['content-length'])).toBe(answer.rawPayload.length);
    }
  });
  test('is the first frame of an animation, and white where a picture is transparent', async () => {
    const frames = Buffer.concat([
      Buffer.alloc(8 * 8 * 3, Buffer.from('ff0000', 'hex')),
      Buffer.alloc(8 * 8 * 3, Buffer.from('0000ff', 'hex')),
    ]);
    const animation = await sharp(frames, { raw: { width: 8, height: 16, channels: 3, pageHeight: 8 } })
      .gif()
      .toBuffer();
    const clear = await sharp({ create: { width: 8, height: 8, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
      .png()
      .toBuffer();
    for (const [bytes, [red, green, blue]] of [
      [animation, [255, 0, 0]],
      [clear, [255, 255, 255]],
    ] as const) {
      const answer = await shown((await upload(bytes)).body.file);
      const { data, info } = await sharp(answer.rawPayload).raw().toBuffer({ resolveWithObject: true });
      expect(info).toMatchObject({ width: 8, height: 8, channels: 3 });
      const distance = Math.max(...[red, green, blue].map((value, at) => Math.abs(value - (data[at] ?? 0))));
      expect(distance).toBeLessThan(6);
    }
  });
  test('is made when a phone asks for that of an image of an earlier version, and is removed when the image is swept', async () => {
    const { file } = (await upload(await noise(70, 50))).body;
    const name = `${file.slice('cloudinary:'.length, -4)}-push.jpg`;
    const storage = folderStorage(world.world.config.ENDCAP_FILES_DIR);
    await storage.remove(name);
    expect((await shown(file)).statusCode).toBe(200);
    expect(await storage.size(name)).toBeGreaterThan(0);
    await sweepUploads({ db: world.db, stores: { storage, cloudinary: null }, now: () => new Date(Date.now() + 8 * 86_400_000) });
    expect([(await shown(file)).statusCode, await storage.size(name)]).toEqual([404, null]);
  });
  test('is never the original: one that is too large for a smaller form is not found', async () => {
    const name = `${'d'.repeat(32)}.gif`;
    await folderStorage(world.world.config.ENDCAP_FILES_DIR).put(name, aGif(1, 1, 301));
    expect((await shown(`cloudinary:${name}`)).statusCode).toBe(404);
    for (const path of [`/images/${'0'.repeat(32)}.png/push.jpg`, '/images/x.png/push.jpg', `/images/${'0'.repeat(32)}.pdf/push.jpg`])
      expect((await raw('appApp', path)).statusCode).toBe(404);
  });
});

describe('unused uploads are swept after a week, with their smaller forms', { tags: ['U31'] }, () => {
  const WEEK = 7 * 86_400_000;
  const sweep = (at: number) =>
    sweepUploads({
      db: world.db,
      stores: { storage: folderStorage(world.world.config.ENDCAP_FILES_DIR), cloudinary: null },
      now: () => new Date(at),
    });
  const made = async (seed: number): Promise<StoredFile> =>
    (
      await upload(
        await picture()
          .resize(400 + seed, 300)
          .png()
          .toBuffer(),
      )
    ).body;
  test('a sweep keeps recent files and files that content or a notification uses, and removes the others', async () => {
    const [kept, sent, loose, young] = await Promise.all([1, 2, 3, 4].map(made));
    const { _id } = (
      await world.staff(contentRoutes.create, {
        token: admin,
        body: { name: 'x', prevImage: kept?.file, contentType: 'navigation' },
      })
    ).body;
    expect((await world.staff(`DELETE /api/v1/content-editor/${_id}`, { token: admin })).status).toBe(204);
    await world.staff(notificationRoutes.send, { token: admin, body: aNotification({ image: sent?.file, isTest: true }) });
    for (const one of [kept, loose]) await raw('adminApp', `${one?.url}?w=160`, { accept: 'image/webp' });
    await sweep(Date.now() + WEEK - 60_000);
    expect((await raw('adminApp', loose?.url ?? '')).statusCode).toBe(200);
    await world.db
      .updateTable('storedFile')
      .set({ askedAt: new Date(Date.now() + 60_000) })
      .where('name', '=', young?.file.slice('cloudinary:'.length) ?? '')
      .execute();
    expect(await sweep(Date.now() + WEEK + 1_000)).toBeGreaterThan(0);
    for (const one of [kept, sent, young]) expect((await raw('adminApp', one?.url ?? '')).statusCode).toBe(200);
    expect((await raw('adminApp', loose?.url ?? '')).statusCode).toBe(404);
    const names = await readdir(world.world.config.ENDCAP_FILES_DIR);
    const stem = loose?.file.slice('cloudinary:'.length, -4) ?? '-';
    expect(names.filter((name) => name.startsWith(stem) || name.endsWith('.part'))).toEqual([]);
    // The same picture can be uploaded again, under a new name.
    expect((await made(3)).file).not.toBe(loose?.file);
  });
  test('a sweep continues until no unused file is left, and stops once its stop callback returns true', { tags: ['D-39'] }, async () => {
    const left = async () =>
      (await world.db.selectFrom('storedFile').where('uploadedBy', '=', 'many').select('name').execute()).map(({ name }) => name).length;
    await sql`insert into stored_file (name, content_hash, bytes, uploaded_by, asked_at)
      select lpad(n::text, 32, 'm') || '.png', sha256_of('many' || n), 1, 'many', now() - interval '1 year' from generate_series(1, 1201) n`.execute(
      world.db,
    );
    const stores = { storage: folderStorage(world.world.config.ENDCAP_FILES_DIR), cloudinary: null };
    const looks = { n: 0 };
    expect(await sweepUploads({ db: world.db, stores, now: () => new Date() }, () => (looks.n += 1) > 5)).toBe(5);
    expect(await left()).toBe(1_196);
    await sweep(Date.now());
    expect(await left()).toBe(0);
  });
  test('a save and a sweep at the same moment: either the save is refused or the file stays', async () => {
    for (let round = 0; round < 10; round++) {
      const { file, url } = await made(100 + round);
      const draft = { name: 'x', prevImage: file, contentType: 'navigation' };
      const [saved] = await Promise.all([
        world.staff('POST /api/v1/content-editor', { token: admin, body: draft }),
        sweep(Date.now() + WEEK + 1_000),
      ]);
      expect([201, 422]).toContain(saved.status);
      expect((await raw('adminApp', url)).statusCode).toBe(saved.status === 201 ? 200 : 404);
    }
  });
});

describe('uploads in an S3-compatible store', () => {
  let remote: FreshWorld;
  let store: S3rver;
  let settings: Record<string, string>;
  const ownBucket = () => ({
    endpoint: remote.world.config.ENDCAP_FILES_S3_ENDPOINT,
    bucket: 'endcap',
    region: remote.world.config.ENDCAP_FILES_S3_REGION,
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
    now: () => new Date(),
  });
  beforeAll(async () => {
    store = new S3rver({
      address: '127.0.0.1',
      port: 0,
      silent: true,
      directory: await mkdtemp(join(tmpdir(), 'endcap-s3-')),
      configureBuckets: [{ name: 'endcap', configs: [] }],
    });
    const { port } = await store.run();
    settings = {
      ENDCAP_FILES_S3_BUCKET: 'endcap',
      ENDCAP_FILES_S3_ENDPOINT: `http://127.0.0.1:${port}`,
      ENDCAP_FILES_S3_REGION: 'us-east-1',
      ENDCAP_FILES_S3_KEY: 'S3RVER',
    };
    remote = await freshWorld({ ...settings, ENDCAP_FILES_S3_SECRET: 'S3RVER' });
  });
  afterAll(async () => {
    await remote.close();
    await store.close();
  });
  // `s3rver` cannot list a part of its objects: the cipher of its continuation tokens is gone from OpenSSL.
  beforeEach(async () => {
    store.reset();
    await store.configureBuckets();
  });
  const send = (bytes: Buffer, name: string) => remote.staff(fileRoutes.upload, { token: admin, ...multipart(bytes, { name }) });
  const shown = (url: string, headers = {}) => remote.appApp.inject({ method: 'GET', url, headers });

  test('images, their smaller forms and pdf come back as they went, with ranges; nothing lies in the folder', async () => {
    const { status, body } = await send(await picture().resize(500, 400).png().toBuffer(), 'a.png');
    expect(status).toBe(201);
    const { url } = body;
    expect(await sharp((await shown(url)).rawPayload).metadata()).toMatchObject({ format: 'png', width: 500 });
    for (const _ of [1, 2])
      expect(await sharp((await shown(`${url}?w=160`)).rawPayload).metadata()).toMatchObject({ format: 'png', width: 160 });
    const document = Buffer.concat([pdf, randomBytes(3_000_000)]);
    const stored = (await send(document, 'r.pdf')).body;
    expect((await shown(stored.url)).rawPayload.equals(document)).toBe(true);
    const part = await shown(stored.url, { range: 'bytes=5-7' });
    expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([206, '1.4', `bytes 5-7/${document.length}`]);
    expect((await shown(`/images/${'0'.repeat(32)}.png`)).statusCode).toBe(404);
    await expect(readdir(remote.world.config.ENDCAP_FILES_DIR)).rejects.toThrow();
  });
  test('a sweep removes files from the store', async () => {
    const { url } = (await send(await picture().resize(77, 55).png().toBuffer(), 'b.png')).body;
    const storage = s3Storage(ownBucket());
    await sweepUploads({ db: remote.db, stores: { storage, cloudinary: null }, now: () => new Date(Date.now() + 8 * 86_400_000) });
    expect((await shown(url)).statusCode).toBe(404);
  });
  test('uploading the same bytes again restores a lost object under its name', { tags: ['D-24'] }, async () => {
    const bytes = await picture().resize(61, 47).png().toBuffer();
    const { url } = (await send(bytes, 'lost.png')).body;
    await s3Storage(ownBucket()).remove(url.slice('/images/'.length));
    expect((await shown(url)).statusCode).toBe(404);
    const again = await send(bytes, 'again.png');
    expect([again.status, again.body.url]).toEqual([201, url]);
    expect((await shown(url)).statusCode).toBe(200);
  });
  test('a file uploaded before the store was configured is still served', { tags: ['D-24'] }, async () => {
    const folder = folderStorage(remote.world.config.ENDCAP_FILES_DIR);
    const name = `${'f'.repeat(32)}.pdf`;
    await folder.put(name, Buffer.from('%PDF-1.4 before'));
    const kept = await shown(`/files/${name}`, { range: 'bytes=9-14' });
    expect([kept.statusCode, kept.body]).toEqual([206, 'before']);
    await rm(remote.world.config.ENDCAP_FILES_DIR, { recursive: true });
  });
  test('while the store is unavailable, uploads and files are 503 and can be retried', { tags: ['D-24'] }, async () => {
    const away = await freshWorld({ ...settings, ENDCAP_FILES_S3_ENDPOINT: 'http://127.0.0.1:1', ENDCAP_FILES_S3_SECRET: 'S3RVER' });
    const upload = await away.staff('POST /api/v1/file-upload', { token: admin, ...multipart(pdf, { name: 'r.pdf' }) });
    expect([upload.status, upload.headers['retry-after']]).toEqual([503, '2']);
    const read = await away.appApp.inject({ method: 'GET', url: `/files/${'a'.repeat(32)}.pdf` });
    expect([read.statusCode, read.headers['retry-after']]).toEqual([503, '2']);
    await away.close();
  });
  test(
    'a store that returns 503, 429 or 408 counts as unavailable; one that returns 400, 401, 403 or 404 as refusing',
    { tags: ['D-24', 'E-7A'] },
    async () => {
      let says = 0;
      const stub = createServer((request, response) => {
        request.resume().on('end', () => response.writeHead(says).end());
      });
      await new Promise<void>((resolve) => stub.listen(0, '127.0.0.1', resolve));
      onTestFinished(() => void stub.close());
      const storage = s3Storage({ ...ownBucket(), endpoint: `http://127.0.0.1:${portOf(stub)}` });
      const putFails = async () => (await storage.put('a.png', pdf).catch((error: unknown) => error)) as StorageAway;
      for (says of [503, 429, 408]) expect(await putFails()).toMatchObject({ trouble: 'away' });
      for (says of [400, 401, 403, 404]) expect(await putFails()).toMatchObject({ trouble: 'refused' });
      expect(await putFails()).toBeInstanceOf(StorageAway);
    },
  );
  test(
    'an upload that the store does not accept leaves no file open, which would keep its bytes on the disk',
    { tags: ['D-24'] },
    async () => {
      const away = await freshWorld({ ...settings, ENDCAP_FILES_S3_ENDPOINT: 'http://127.0.0.1:1', ENDCAP_FILES_S3_SECRET: 'S3RVER' });
      const document = Buffer.concat([pdf, randomBytes(3_000_000)]);
      for (let n = 0; n < 3; n += 1)
        expect((await away.staff('POST /api/v1/file-upload', { token: admin, ...multipart(document, { name: 'r.pdf' }) })).status).toBe(
          503,
        );
      const open = async (): Promise<string[]> => {
        const links = (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => ''));
        return (await Promise.all(links)).filter((path) => path.includes('endcap-upload-'));
      };
      await expect.poll(open).toEqual([]);
      await away.close();
    },
  );
  test('a slow file is read to its end; a store that sends nothing fails with a timeout', { tags: ['D-24'] }, async () => {
    const [WITHIN_MS, PIECES] = [2_000, 4];
    const slow = createServer(async (_asked, answer) => {
      answer.writeHead(200, { 'content-length': PIECES }).flushHeaders();
      for (let n = 0; n < PIECES; n += 1) {
        answer.write('x');
        await sleep(WITHIN_MS / 2);
      }
    });
    const silent = createServer(() => {});
    const at = async (server: typeof slow) => {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return s3Storage({ ...ownBucket(), endpoint: `http://127.0.0.1:${portOf(server)}`, answerWithinMs: WITHIN_MS });
    };
    expect(await text(await (await at(slow)).read('a.pdf'))).toBe('x'.repeat(PIECES));
    // Force garbage collection during the calls: it must not collect the signals that abort them.
    setFlagsFromString('--expose-gc');
    const collecting = setInterval(runInNewContext('gc') as () => void, 100);
    const unanswered = await at(silent);
    await expect(unanswered.read('a.pdf')).rejects.toThrow('does not answer');
    await expect(unanswered.check()).rejects.toThrow('timeout');
    clearInterval(collecting);
    for (const server of [slow, silent]) {
      server.closeAllConnections();
      server.close();
    }
  });
  test(
    'a key that lacks the right to list objects is not ready, and the error names the missing permission',
    { tags: ['D-24'] },
    async () => {
      // A proxy that answers like AWS: without the right to list, a missing object is 403 instead of 404.
      let mayList = false;
      const origin = remote.world.config.ENDCAP_FILES_S3_ENDPOINT;
      const aws = createServer((asked, answer) => {
        const passed = request(origin + asked.url, { method: asked.method, headers: asked.headers }, (given) => {
          const isList = asked.url?.includes('list-type=2') === true;
          const isDenied = !mayList && (isList || (asked.method === 'HEAD' && given.statusCode === 404));
          if (!isDenied) return void given.pipe(answer.writeHead(given.statusCode ?? 502, given.headers));
          given.resume();
          answer.writeHead(403).end(isList ? '<Error><Code>AccessDenied</Code></Error>' : '');
        });
        asked.pipe(passed);
      });
      await new Promise<void>((resolve) => aws.listen(0, '127.0.0.1', resolve));
      const endpoint = `http://127.0.0.1:${portOf(aws)}`;
      const storage = s3Storage({ ...ownBucket(), endpoint });
      const narrow = await freshWorld({ ...settings, ENDCAP_FILES_S3_ENDPOINT: endpoint, ENDCAP_FILES_S3_SECRET: 'S3RVER' });
      await expect(storage.size('a'.repeat(32))).rejects.toThrow('403');
      await expect(storage.check()).rejects.toThrow('s3:ListBucket');
      expect((await narrow.staff('GET /readyz')).body).toMatchObject({ status: 'unavailable', missing: ['files'] });
      mayList = true;
      await storage.check();
      await expect.poll(async () => (await narrow.staff('GET /readyz')).body).toEqual({ status: 'ready', build: expect.anything() });
      await narrow.close();
      aws.close();
    },
  );
  /** The store behind a server that answers in its place (`refuse`), or changes its answers. */
  const behind = async ({
    refuse = () => false,
    change = () => false,
  }: {
    refuse?: (asked: IncomingMessage, answer: ServerResponse) => boolean;
    change?: (asked: IncomingMessage, given: IncomingMessage, answer: ServerResponse) => boolean;
  }) => {
    const origin = remote.world.config.ENDCAP_FILES_S3_ENDPOINT;
    const proxy = createServer((asked, answer) => {
      if (refuse(asked, answer)) return void asked.resume();
      const passed = request(origin + asked.url, { method: asked.method, headers: asked.headers }, (given) => {
        if (change(asked, given, answer)) given.resume();
        else given.pipe(answer.writeHead(given.statusCode ?? 502, given.headers));
      });
      asked.pipe(passed);
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      proxy.closeAllConnections();
      proxy.close();
    });
    const world = await freshWorld({
      ...settings,
      ENDCAP_FILES_S3_ENDPOINT: `http://127.0.0.1:${portOf(proxy)}`,
      ENDCAP_FILES_S3_SECRET: 'S3RVER',
    });
    onTestFinished(() => world.close());
    const upload = (bytes: Buffer) => world.staff(fileRoutes.upload, { token: admin, ...multipart(bytes, { name: 'r.pdf' }) });
    const shown = (url: string, headers = {}) => world.appApp.inject({ method: 'GET', url, headers });
    return { db: world.db, upload, shown, adminApp: world.adminApp, appApp: world.appApp };
  };

  test(
    'a store that refuses writes or reads is 503 with a message, and not ready until it accepts them again',
    { tags: ['E-7A'] },
    async () => {
      let refuses: string | undefined;
      const { upload, shown, adminApp, appApp } = await behind({
        refuse: ({ method }, answer) => {
          if (method !== refuses) return false;
          answer.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>');
          return true;
        },
      });
      const { url } = (await upload(pdfWith(['Prawa']))).body;
      const read = async () => {
        const answer = await shown(url);
        return { status: answer.statusCode, headers: answer.headers, body: answer.json() as unknown };
      };
      for (const [method, app, attempt] of [
        ['PUT', adminApp, () => upload(pdfWith(['Bez prawa']))],
        ['GET', appApp, read],
      ] as const) {
        const readiness = async (): Promise<unknown> => (await app.inject('/readyz')).json();
        refuses = method;
        expect(await attempt()).toMatchObject({
          status: 503,
          headers: { 'retry-after': '2', 'cache-control': 'no-store' },
          body: { error: { code: 'unavailable', message: expect.stringContaining('refuses access') } },
        });
        await expect.poll(readiness).toMatchObject({ missing: ['files'] });
        refuses = undefined;
        await expect.poll(readiness).not.toHaveProperty('missing');
      }
      expect((await shown(url)).statusCode).toBe(200);
      // The check of write access leaves no object behind.
      await expect(s3Storage(ownBucket()).size('trial')).resolves.toBeNull();
    },
  );
  test('an upload that the store saves only in part is 503 and cannot be referenced', { tags: ['E-7A'] }, async () => {
    let kept = 0;
    const { db, upload } = await behind({
      change: ({ method }, given, answer) => {
        if (method !== 'HEAD' || given.statusCode !== 200 || kept === 0) return false;
        answer.writeHead(200, { ...given.headers, 'content-length': kept }).end();
        return true;
      },
    });
    const document = pdfWith(['Kawałek']);
    kept = 10;
    expect(await upload(document)).toMatchObject({ status: 503, body: { error: { message: expect.stringContaining('only a part') } } });
    expect(await db.selectFrom('storedFile').where('leaving', '=', false).select('name').execute()).toEqual([]);
    kept = 0;
    expect((await upload(document)).status).toBe(201);
  });
  test('an object that is shorter than its upload is not served, and another upload restores it', { tags: ['E-7A'] }, async () => {
    const bytes = await picture().resize(83, 41).png().toBuffer();
    const { url } = (await send(bytes, 'whole.png')).body;
    const name = url.slice('/images/'.length);
    const storage = s3Storage(ownBucket());
    const whole = await buffer(await storage.read(name));
    await storage.put(name, whole.subarray(0, 40));
    for (const path of [url, `${url}?w=160`]) {
      const answer = await shown(path);
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([503, 'no-store']);
    }
    expect((await send(bytes, 'again.png')).body.url).toBe(url);
    expect((await shown(url)).rawPayload.equals(whole)).toBe(true);
  });
  test('a file that the store truncates is 503 if its length is announced, and never a complete 200', { tags: ['E-7A'] }, async () => {
    let cut: 'announced' | 'silent' | undefined;
    const { upload, shown } = await behind({
      change: ({ method }, given, answer) => {
        if (method !== 'GET' || cut === undefined) return false;
        const { 'content-length': _length, ...headers } = given.headers;
        answer.writeHead(200, { ...headers, ...(cut === 'announced' && { 'content-length': 4 }) }).end('%PDF');
        return true;
      },
    });
    const { url } = (await upload(pdfWith(['Krócej']))).body;
    cut = 'announced';
    for (const range of [undefined, 'bytes=0-9', 'bytes=2-9']) {
      const answer = await shown(url, range ? { range } : {});
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([503, 'no-store']);
    }
    cut = 'silent';
    // Either nothing has left yet, or the connection ends in the middle; never does a client wait for the rest.
    expect(
      await shown(url).then(
        ({ statusCode }) => statusCode,
        () => 'broken off',
      ),
    ).not.toBe(200);
    cut = undefined;
    expect((await shown(url)).statusCode).toBe(200);
  });
  test('a missing bucket is 503 and not ready, and no upload is recorded', { tags: ['E-7A'] }, async () => {
    const wrong = await freshWorld({
      ENDCAP_FILES_S3_BUCKET: 'nosuchbucket',
      ENDCAP_FILES_S3_ENDPOINT: remote.world.config.ENDCAP_FILES_S3_ENDPOINT,
      ENDCAP_FILES_S3_REGION: 'us-east-1',
      ENDCAP_FILES_S3_KEY: 'S3RVER',
      ENDCAP_FILES_S3_SECRET: 'S3RVER',
    });
    const { status } = await wrong.staff('POST /api/v1/file-upload', { token: admin, ...multipart(pdf, { name: 'r.pdf' }) });
    expect(status).toBe(503);
    // D-1A: the bucket that is there is ready, the one that is not is named.
    expect((await remote.staff('GET /readyz')).body).toEqual({ status: 'ready', build: expect.anything() });
    expect((await wrong.staff('GET /readyz')).body).toMatchObject({ status: 'unavailable', missing: ['files'] });
    expect(await wrong.db.selectFrom('storedFile').where('leaving', '=', false).select('name').execute()).toEqual([]);
    await wrong.close();
  });
});

test('with ENDCAP_CLOUDINARY_URL images go there, signed, and are shown from there', { tags: ['A-97', 'E-09'] }, async () => {
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
    ENDCAP_CLOUDINARY_URL: 'cloudinary://key:secret@chain',
    ENDCAP_CLOUDINARY_API: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
  });
  const { status, body } = await remote.staff(fileRoutes.upload, { token: admin, ...multipart(await picture().png().toBuffer()) });
  const { file, url } = body;
  expect([status, seen[0]?.url]).toEqual([201, '/v1_1/chain/image/upload']);
  expect(seen[0]?.body).toContain(file.slice('cloudinary:'.length, -4));
  expect(seen[0]?.body).not.toContain('secret');
  expect(await remote.staff(`GET ${url}`)).toMatchObject({
    status: 302,
    headers: { location: `https://res.cloudinary.com/chain/image/upload/${file.slice('cloudinary:'.length)}` },
  });
  expect(await remote.staff(`GET ${pushImageUrl(file)}`)).toMatchObject({
    status: 302,
    headers: {
      location: `https://res.cloudinary.com/chain/image/upload/c_limit,h_1280,q_auto:eco,w_1280/${file.slice('cloudinary:'.length, -4)}.jpg`,
    },
  });
  stub.close();
  await remote.close();
});

test('while Cloudinary is unavailable or refuses the key, images are a retryable 503', { tags: ['D-24', 'A-97', 'E-7A'] }, async () => {
  let says = 0;
  const stub = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(says).end('{}'));
  });
  await new Promise<void>((resolve) => stub.listen(0, '127.0.0.1', resolve));
  const remote = await freshWorld({
    ENDCAP_CLOUDINARY_URL: 'cloudinary://key:secret@chain',
    ENDCAP_CLOUDINARY_API: `http://127.0.0.1:${portOf(stub)}`,
  });
  const send = async (width = 19) => {
    const image = multipart(await picture().resize(width, 23).png().toBuffer());
    const { status, headers } = await remote.staff('POST /api/v1/file-upload', { token: admin, ...image });
    return [status, headers['retry-after']];
  };
  for (says of [503, 408, 420, 429, 401, 400]) expect(await send()).toEqual([503, '2']);
  says = 200;
  expect(await send()).toEqual([201, undefined]);
  const closed = new Promise((resolve) => stub.close(resolve));
  stub.closeAllConnections();
  await closed;
  expect(await send(20)).toEqual([503, '2']);
  await remote.close();
});
