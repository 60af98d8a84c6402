import { once } from 'node:events';
import { connect } from 'node:net';
import multipart from '@fastify/multipart';
import fastify from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { portOf } from '../../../test/port-of.ts';
import { replyWithProblem } from '../../platform/http/problem-reply.ts';
import { receiveUpload } from './receive-upload.ts';

const disk = vi.hoisted(() => ({ refusal: null as string | null, folders: 0 }));
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  return {
    ...real,
    mkdtemp: (prefix: string) => {
      if (disk.refusal !== null) return Promise.reject(Object.assign(new Error(disk.refusal), { code: disk.refusal }));
      disk.folders += 1;
      return real.mkdtemp(prefix);
    },
  };
});

/** Uploads a file under a name; the response contains the stored name. */
const send = async (filename: string) => {
  const app = fastify();
  await app.register(multipart);
  app.setErrorHandler(replyWithProblem);
  app.post('/', (request) => receiveUpload(request, { by: 'jan', maxBytes: 1_000 }, async ({ name }) => ({ name })));
  return app.inject({
    method: 'POST',
    url: '/',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    payload: `--x\r\ncontent-disposition: form-data; name="file"; filename="${filename}"\r\n\r\ntext\r\n--x--\r\n`,
  });
};

test.each(['ENOSPC', 'EDQUOT'])('a temporary disk that is full from the start leads to 507: %s', { tags: ['U15'] }, async (code) => {
  disk.refusal = code;
  const answer = await send('a.txt').finally(() => (disk.refusal = null));
  expect([answer.statusCode, answer.json()]).toMatchObject([507, { error: { code: 'no_room' } }]);
});

test.each([
  ['letters that a Mac takes apart', 'z\u0307uraw.txt', 'żuraw.txt'],
  ['brackets', 'Zwroty (1).pdf', 'Zwroty (1).pdf'],
  ['a dash and a comma', 'Promocja – maj, v2.pdf', 'Promocja – maj, v2.pdf'],
  ['a path and control signs', '../../etc/pas\u0000s\u202Ewd\t1', 'passwd 1'],
  ['too long', `${'x'.repeat(300)}.pdf`, `${'x'.repeat(196)}.pdf`],
  ['too long in the middle of a sign', `${'x'.repeat(195)}😀😀.pdf`, `${'x'.repeat(195)}.pdf`],
  ['too long without an ending', 'x'.repeat(300), 'x'.repeat(200)],
])('a file keeps its name, without path and control signs, and its ending: %s', { tags: ['A-63', 'U03'] }, async (_name, sent, kept) =>
  expect((await send(sent)).json()).toEqual({ name: kept }),
);

/** Uploads more than the socket buffers of both sides contain before it reads; returns the status of the response. */
const sendWhole = async (disposition: string, code: string | null) => {
  const app = fastify({ bodyLimit: 100_000_000 });
  await app.register(multipart);
  app.setErrorHandler(replyWithProblem);
  app.post('/', (request) => receiveUpload(request, { by: 'jan', maxBytes: 100_000_000 }, async ({ name }) => ({ name })));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const body = Buffer.concat([
    Buffer.from(`--x\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n`),
    Buffer.alloc(30_000_000),
    Buffer.from('\r\n--x--\r\n'),
  ]);
  const socket = connect(portOf(app.server), '127.0.0.1');
  disk.refusal = code;
  try {
    socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: ${body.length}\r\n\r\n`);
    await new Promise<void>((resolve, reject) => socket.write(body, (error) => (error ? reject(error) : resolve())));
    const [answer] = await once(socket, 'data');
    return String(answer).slice(9, 12);
  } finally {
    disk.refusal = null;
    socket.destroy();
    await app.close();
  }
};

test.each([
  ['U10: without a name', 'name="file"\r\ncontent-type: application/octet-stream', null, '400'],
  ['U15: where there is no room', 'name="file"; filename="a.txt"', 'ENOSPC', '507'],
  ['U10: in another field', 'name="other"; filename="a.txt"', null, '400'],
])('%s: a client that sends the whole file before it reads still receives the refusal', async (_name, disposition, code, status) =>
  expect(await sendWhole(disposition, code)).toBe(status),
);

test('a missing temporary folder is 500, not an unavailable database', { tags: ['U15'] }, async () => {
  disk.refusal = 'ENOENT';
  const answer = await send('a.txt').finally(() => (disk.refusal = null));
  expect([answer.statusCode, answer.json()]).toMatchObject([500, { error: { code: 'internal' } }]);
});

/** An API whose files take until `finish`; the path names the sender. */
const slowFiles = async () => {
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
  const app = fastify();
  await app.register(multipart);
  app.setErrorHandler(replyWithProblem);
  let asked = 0;
  let left = 0;
  app.post('/:by', (request) => {
    const { by } = request.params as { by: string };
    asked += 1;
    request.raw.once('close', () => (left += request.raw.complete ? 0 : 1));
    return receiveUpload(request, { by, maxBytes: 1_000 }, () => finished);
  });
  disk.folders = 0;
  onTestFinished(async () => {
    finish();
    await app.close();
  });
  const payload = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\ntext\r\n--x--\r\n';
  return {
    app,
    finish,
    asked: () => asked,
    left: () => left,
    upload: (by: string) =>
      app.inject({ method: 'POST', url: `/${by}`, headers: { 'content-type': 'multipart/form-data; boundary=x' }, payload }),
    /** The beginning of a request over a connection, without its file. */
    begin: (by: string) => {
      const socket = connect(portOf(app.server), '127.0.0.1');
      socket.write(`POST /${by} HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 900\r\n\r\n--x`);
      return socket;
    },
  };
};
const times = (n: number) => Array.from({ length: n }, (_, at) => at);

test('files of one person wait to be received, more than fifty are refused; other people are served', { tags: ['E-26'] }, async () => {
  const { app, finish, asked, upload, begin } = await slowFiles();
  await app.listen({ port: 0, host: '127.0.0.1' });
  const uploads = times(52).map(() => upload('jan'));
  await expect.poll(asked).toBe(52);
  await expect.poll(() => disk.folders).toBe(2);
  const socket = begin('jan');
  const [answer] = await once(socket, 'data');
  socket.destroy();
  expect(String(answer)).toMatch(/^HTTP\/1\.1 429 [^]*retry-after: \d+[^]*"too_many_requests"/i);
  const other = upload('ola');
  await expect.poll(() => disk.folders).toBe(3);
  finish();
  expect((await Promise.all([...uploads, other])).map(({ statusCode }) => statusCode)).toEqual(times(53).map(() => 200));
});

test('the uploads of all people together have a limit as well', { tags: ['E-26'] }, async () => {
  const { finish, asked, upload } = await slowFiles();
  const uploads = times(220).map((n) => upload(`person-${n}`));
  await expect.poll(asked).toBe(220);
  await expect.poll(() => disk.folders).toBe(20);
  expect((await upload('ola')).statusCode).toBe(429);
  expect(disk.folders).toBe(20);
  finish();
  expect((await Promise.all(uploads)).map(({ statusCode }) => statusCode)).toEqual(times(220).map(() => 200));
});

test('the queue position of a sender who disconnected goes to the next one', { tags: ['E-26', 'U12'] }, async () => {
  const { app, finish, asked, left, upload, begin } = await slowFiles();
  await app.listen({ port: 0, host: '127.0.0.1' });
  const uploads = times(2).map(() => upload('jan'));
  await expect.poll(() => disk.folders).toBe(2);
  const gone = times(8).map(() => begin('jan'));
  await expect.poll(asked).toBe(10);
  for (const socket of gone) socket.destroy();
  await expect.poll(left).toBe(8);
  finish();
  await Promise.all(uploads);
  expect((await upload('jan')).statusCode).toBe(200);
  expect(disk.folders).toBe(3);
});

test(
  'a file that waits too long in the queue is refused before its sender is disconnected, and frees its position',
  { tags: ['E-26'] },
  async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { finish, asked, upload } = await slowFiles();
    const uploads = times(2).map(() => upload('jan'));
    await expect.poll(() => disk.folders).toBe(2);
    const late = upload('jan');
    await expect.poll(asked).toBe(3);
    vi.advanceTimersByTime(20_000);
    expect((await late).statusCode).toBe(429);
    finish();
    expect((await Promise.all([...uploads, upload('jan')])).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(disk.folders).toBe(3);
  },
);
