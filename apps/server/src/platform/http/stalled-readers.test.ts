import { once } from 'node:events';
import { createServer as createHttpServer, type ServerResponse } from 'node:http';
import { connect, type Server, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { portOf } from '../../../test/port-of.ts';
import { createServer, type ServerOptions } from './server.ts';
import { createStalledReaders } from './stalled-readers.ts';

// More than fits into the socket buffers of the kernel.
const LARGE = Buffer.alloc(50_000_000);

/** Sends a request without reading the response. Returns both ends of the connection. */
const ask = async (server: Server): Promise<{ client: Socket; served: Socket }> => {
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  const client = connect(portOf(server), '127.0.0.1').on('error', () => {});
  onTestFinished(() => void client.destroy());
  client.write('GET /large HTTP/1.1\r\nhost: test\r\n\r\n');
  const [served] = await accepted;
  return { client, served };
};

describe('a connection whose peer stops reading', { tags: ['E-43'] }, () => {
  const silent = { log: pino({ level: 'silent' }), stalledMs: 50 };
  const start = async (options: Partial<ServerOptions>, body?: () => Buffer | Readable) => {
    const app = await createServer({ ...silent, ...options });
    onTestFinished(() => app.close());
    if (body) app.get('/large', async (_request, reply) => reply.send(body()));
    await app.listen({ port: 0, host: '127.0.0.1' });
    return app;
  };

  test('is ended while an answer in one piece waits', async () => {
    const { served } = await ask((await start({}, () => LARGE)).server);
    await once(served, 'close');
  });

  test('is ended while an answer waits that was given before the framework', async () => {
    const answerFirst: ServerOptions['answerFirst'] = (_request, response) => {
      response.end(LARGE);
      return true;
    };
    const { served } = await ask((await start({ answerFirst })).server);
    await once(served, 'close');
  });

  test('is ended with the source of its answer, so that a file is closed and an export reads no more', async () => {
    const ended = Promise.withResolvers<void>();
    const rows = async function* (): AsyncGenerator<Buffer> {
      try {
        for (;;) yield Buffer.alloc(64_000);
      } finally {
        ended.resolve();
      }
    };
    const { served } = await ask((await start({}, () => Readable.from(rows()))).server);
    await once(served, 'close');
    await ended.promise;
  });
});

describe('a connection stays', { tags: ['E-43'] }, () => {
  const MINUTE = 60_000;
  const start = async (answer: (response: ServerResponse) => void) => {
    const readers = createStalledReaders(MINUTE);
    const server = createHttpServer((_request, response) => answer(response)).on('connection', readers.add);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    return { readers, ...(await ask(server)) };
  };
  type Handle = { _handle: { writeQueueSize: number } };
  const leftOf = (served: Socket): number => (served as Socket & Handle)._handle.writeQueueSize;

  test('while its peer reads, however slowly, and is ended a minute after that', async () => {
    const { readers, client, served } = await start((response) => void response.end(LARGE));
    let now = 0;
    for (let step = 0; step < 5; step += 1) {
      const left = leftOf(served);
      while (leftOf(served) === left) {
        client.read();
        await turn();
      }
      now += MINUTE - 1;
      readers.check(now);
      expect(served.destroyed).toBe(false);
    }
    await expect
      .poll(() => {
        now += MINUTE;
        readers.check(now);
        return served.destroyed;
      })
      .toBe(true);
  });

  test('while nothing waits on it, such as a stream without events', async () => {
    const opened = Promise.withResolvers<ServerResponse>();
    const { readers, client, served } = await start((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: one\n\n');
      opened.resolve(response);
    });
    let text = '';
    client.on('data', (part: Buffer) => (text += String(part)));
    const response = await opened.promise;
    await expect.poll(() => text).toContain('data: one');
    for (const now of [0, MINUTE, 10 * MINUTE]) readers.check(now);
    expect(served.destroyed).toBe(false);
    response.write('data: two\n\n');
    await expect.poll(() => text).toContain('data: two');
  });
});
