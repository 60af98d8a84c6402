import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { createMetrics } from '../metrics/metrics.ts';
import { observeRequests } from '../metrics/observe-requests.ts';
import { noteWritten, presentCause } from '../tracing/cause.ts';
import type { Begun } from '../tracing/tracing.ts';
import { createServer } from './server.ts';

test('keeps the request id for all work of a request, even if the body arrives after the headers', { tags: ['OPS-02'] }, async () => {
  const app = await createServer({ log: pino({ level: 'silent' }), trustedProxies: ['127.0.0.1', '::1'] });
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

test('takes the id and trace of a request only from a trusted proxy, and else assigns a new id', { tags: ['E-43', 'OPS-02'] }, async () => {
  const [proxy, stranger] = ['192.0.2.1', '203.0.113.7'];
  const traces: unknown[] = [];
  const tracing = {
    begin: ({ from }: Begun) => {
      traces.push(from);
      return { note: () => {}, end: () => {}, carrier: () => ({}) };
    },
    stop: async () => {},
  };
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
  const traceparent = `00-${trace}-00f067aa0ba902b7-01`;
  const askedOf = async (trustedProxies: string[]) => {
    const app = await createServer({ log: pino({ level: 'silent' }), trustedProxies, tracing });
    onTestFinished(() => app.close());
    app.get('/', async () => ({}));
    return async (remoteAddress: string, headers: Record<string, string>) =>
      (await app.inject({ url: '/', remoteAddress, headers })).headers['x-request-id'];
  };
  const ask = await askedOf([proxy]);
  expect(await ask(proxy, { 'x-request-id': 'proxy-12345678' })).toBe('proxy-12345678');
  expect(await ask(proxy, { traceparent, tracestate: 'shop=1' })).toBe(trace);
  expect(traces.splice(0)).toEqual([{}, { traceparent, tracestate: 'shop=1' }]);
  const askAlone = await askedOf([]);
  const given = { 'x-request-id': 'proxy-12345678', traceparent, tracestate: 'shop=1' };
  // `X-Forwarded-For` from an untrusted client does not make it a trusted proxy.
  const numbers = [await ask(stranger, given), await ask(stranger, { ...given, 'x-forwarded-for': proxy }), await askAlone(proxy, given)];
  for (const number of numbers) expect(number).toMatch(/^[a-z2-7]{24}$/);
  expect(new Set(numbers).size).toBe(3);
  expect(traces).toEqual([{}, {}, {}]);
});

test(
  'logs and counts a request whose client disconnects before the response, including what it wrote',
  { tags: ['OPS-01', 'OPS-02'] },
  async () => {
    const lines: Record<string, unknown>[] = [];
    const ended: unknown[] = [];
    const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
    const tracing = {
      begin: () => ({ note: () => {}, end: (error: unknown) => void ended.push(error), carrier: () => ({}) }),
      stop: async () => {},
    };
    const app = await createServer({ log, tracing });
    onTestFinished(() => app.close());
    const metrics = createMetrics('test');
    observeRequests(app, metrics);
    const closed = Promise.withResolvers<void>();
    const received = Promise.withResolvers<void>();
    app.post('/store', async ({ raw }) => {
      raw.socket.once('close', closed.resolve);
      received.resolve();
      await closed.promise;
      noteWritten('create store');
      return {};
    });
    app.get('/file', async ({ raw }, reply) => {
      // More than fits into the socket buffers.
      const bytes = Buffer.alloc(50_000_000);
      setImmediate(() => raw.socket.destroy());
      return reply.send(bytes);
    });
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    const call = request(`${address}/store`, { method: 'POST' }).on('error', () => {});
    call.end();
    await received.promise;
    call.destroy();
    await expect
      .poll(() => lines.at(-1))
      .toMatchObject({ msg: 'answered', route: '/store', status: 200, lost: true, wrote: ['create store'] });
    request(`${address}/file`)
      .on('error', () => {})
      .end();
    await expect.poll(() => lines.at(-1)).toMatchObject({ msg: 'answered', route: '/file', status: 200, lost: true });
    const counted = (await metrics.text()).split('\n').filter((line) => line.startsWith('endcap_http_request_duration_seconds_count'));
    expect(counted).toEqual([
      expect.stringMatching(/route="\/store",status="200".* 1$/),
      expect.stringMatching(/route="\/file",status="200".* 1$/),
    ]);
    expect(ended).toEqual([undefined, undefined]);
  },
);
