import { once } from 'node:events';
import { connect } from 'node:net';
import multipart from '@fastify/multipart';
import fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import { portOf } from '../../../test/port-of.ts';
import { replyWithProblem } from '../../platform/http/problem-reply.ts';
import { receiveUpload } from './receive-upload.ts';

const disk = vi.hoisted(() => ({ refusal: null as string | null }));
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  return {
    ...real,
    mkdtemp: (prefix: string) =>
      disk.refusal === null ? real.mkdtemp(prefix) : Promise.reject(Object.assign(new Error(disk.refusal), { code: disk.refusal })),
  };
});

/** What is answered to a file that was sent under a name, with the name that is kept. */
const send = async (filename: string) => {
  const app = fastify();
  await app.register(multipart);
  app.setErrorHandler(replyWithProblem);
  app.post('/', (request) => receiveUpload(request, 1_000, async ({ name }) => ({ name })));
  return app.inject({
    method: 'POST',
    url: '/',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    payload: `--x\r\ncontent-disposition: form-data; name="file"; filename="${filename}"\r\n\r\ntext\r\n--x--\r\n`,
  });
};

test.each(['ENOSPC', 'EDQUOT'])('a temporary disk that is full from the start says so with 507: %s', { tags: ['U15'] }, async (code) => {
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

/** What is answered to a client that reads once it has sent all: more than a socket and its other end hold. */
const sendWhole = async (disposition: string, code: string | null) => {
  const app = fastify({ bodyLimit: 100_000_000 });
  await app.register(multipart);
  app.setErrorHandler(replyWithProblem);
  app.post('/', (request) => receiveUpload(request, 100_000_000, async ({ name }) => ({ name })));
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
])('%s a file is refused to whoever sends all of it before they read', async (_name, disposition, code, status) =>
  expect(await sendWhole(disposition, code)).toBe(status),
);

test('a temporary folder that is missing is no database that is away', { tags: ['U15'] }, async () => {
  disk.refusal = 'ENOENT';
  const answer = await send('a.txt').finally(() => (disk.refusal = null));
  expect([answer.statusCode, answer.json()]).toMatchObject([500, { error: { code: 'internal' } }]);
});
