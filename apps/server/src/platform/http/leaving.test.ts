import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { createLeaving, leave } from './leaving.ts';
import { createServer } from './server.ts';

test(
  'answers requests that began before the shutdown, without waiting for their keep-alive connections afterwards',
  { tags: ['D-20'] },
  async () => {
    const leaving = createLeaving();
    const app = Object.assign(await createServer({ log: pino({ level: 'silent' }), leaving }), {
      leaving,
    });
    const [received, begun, portClosed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    app.get('/upload', async () => {
      received.resolve();
      await portClosed.promise;
      return {};
    });
    app.get('/download', async (_request, reply) => {
      reply.raw.writeHead(200, { 'content-length': 2 }).write('{');
      begun.resolve();
      await portClosed.promise;
      reply.hijack().raw.end('}');
    });
    app.server.keepAliveTimeout = 600_000;
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    const ask = (path: string) => once(request(`${address}${path}`, { agent }).end(), 'response') as Promise<[IncomingMessage]>;
    const [upload, download] = [ask('/upload'), ask('/download')];
    await Promise.all([received.promise, begun.promise]);
    const left = leave(app, 0);
    // Longer than those are given that have no request then.
    await sleep(1_500);
    portClosed.resolve();
    const [[ofUpload], [ofDownload]] = await Promise.all([upload, download]);
    for (const answer of [ofUpload, ofDownload]) answer.resume();
    expect(ofUpload.headers.connection).toBe('close');
    // A connection that stayed open would delay the shutdown past the timeout of this test.
    await left;
  },
);
