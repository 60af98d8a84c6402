import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { presentCause } from '../tracing/cause.ts';
import { createServer } from './server.ts';

test('OPS-02: what is done for a request knows its number, also when the body comes after its head', async () => {
  const app = await createServer({ log: pino({ level: 'silent' }), imageOrigins: [], connectOrigins: [] });
  onTestFinished(() => app.close());
  const reading = Promise.withResolvers<void>();
  app.post('/', {
    preParsing: async () => reading.resolve(),
    handler: async () => presentCause()?.requestId ?? 'nobody',
  });
  const call = request(await app.listen({ port: 0 }), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': 2, 'x-request-id': 'asked-for-this' },
  });
  call.flushHeaders();
  await reading.promise;
  call.end('{}');
  const [answer] = (await once(call, 'response')) as [IncomingMessage];
  expect(await text(answer)).toBe('asked-for-this');
  expect(presentCause()).toBeUndefined();
});
