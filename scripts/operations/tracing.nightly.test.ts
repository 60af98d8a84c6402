import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { aNotification, times } from '../../apps/server/test/builders.ts';
import { portOf } from '../../apps/server/test/port-of.ts';
import { withoutSettings } from '../launch/own-environment.ts';
import { freePort } from '../../apps/server/src/platform/free-port.ts';
import { type DeliveryWorld, deliveryWorld } from '../test/delivery-world.ts';
import { type Collected, startCollector } from './collector.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';
const editor = '/api/v1/notification-editor';
/** A question about an unsaved item, so that the server calls the model. */
const QUESTION = {
  question: 'Ile kosztuje lot na Księżyc?',
  item: { name: 'Loty', description: 'Loty na Księżyc i ich ceny', content: 'Lot na Księżyc kosztuje 5 zł.' },
};
type Line = Record<string, unknown>;
type Name = 'admin-api' | 'app-api' | 'push-worker';

let world: DeliveryWorld;
let authorization: string;
beforeAll(async () => {
  world = await deliveryWorld({ devices: 5 });
  await world.pool.query('update device set is_tester = true');
  authorization = `Bearer ${await world.tokenOf('admin')}`;
});
afterAll(() => world.close());

/** Starts a process and collects the lines of its log. It ends with the test. */
const start = async (name: Name, own: Record<string, string>) => {
  const port = String(await freePort());
  const env = {
    ...world.settings,
    LOG_LEVEL: 'info',
    ENDCAP_ADMIN_PORT: port,
    ENDCAP_APP_PORT: port,
    OTEL_BSP_SCHEDULE_DELAY: '50',
    ENDCAP_TRUSTED_PROXIES: '127.0.0.1',
    ...own,
  };
  const child: ChildProcess = fork(`apps/server/src/processes/${name}.ts`, {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: { ...withoutSettings(process.env), ...env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines: Line[] = [];
  if (child.stdout) createInterface({ input: child.stdout }).on('line', (line) => lines.push(JSON.parse(line)));
  await once(child, 'message');
  return { child, lines, url: `http://127.0.0.1:${port}` };
};
const saying = (lines: readonly Line[], msg: string): Line[] => lines.filter((line) => line['msg'] === msg);
const jsonAt = (url: string) => ({ OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' });
/** Starts a fake model that records the request headers and answers 500. */
const startModel = async () => {
  const asked: Record<string, unknown>[] = [];
  const server = createServer(async (request, response) => {
    await json(request);
    asked.push(request.headers);
    response.writeHead(500).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { asked, url: `http://127.0.0.1:${portOf(server)}` };
};
/** Waits until the worker listens for sends, since a notification without a listener is lost. */
const isListening = async (): Promise<void> => {
  const asked = `select from pg_stat_activity where application_name = 'endcap_fan_out' and query like 'listen %'`;
  await expect.poll(async () => (await world.pool.query(asked)).rowCount).toBe(1);
};
const collect = async (port?: number) => {
  const collector = await startCollector(port);
  onTestFinished(collector.stop);
  return collector;
};

describe('traces', { tags: ['OPS-02'] }, () => {
  test('a request, its statements and the waves of its send continue the trace of the caller; log lines have both ids', async () => {
    const { url, spans } = await collect();
    const admin = await start('admin-api', jsonAt(url));
    const worker = await start('push-worker', jsonAt(url));
    await isListening();
    const headers = { authorization, traceparent: `00-${TRACE}-${CALLER}-01`, tracestate: 'shop=1', 'content-type': 'application/json' };
    const sent = await fetch(`${admin.url}${editor}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(aNotification({ isTest: true, title: 'Jabłka' })),
    });
    expect([sent.status, sent.headers.get('x-request-id')]).toEqual([201, TRACE]);
    const { _id: id } = (await sent.json()) as { _id: string };
    await world.finished(id);

    const ours = (): Collected[] => spans.filter(({ trace }) => trace === TRACE);
    const within = (part: Collected | undefined): Collected[] => ours().filter(({ parent }) => parent === part?.id);
    const rootOf = () => ours().find(({ parent }) => parent === CALLER);
    const waveOf = () => within(rootOf()).find(({ name }) => name === 'push wave');
    // Each process exports on its own schedule, and a parent span ends after its children.
    await expect.poll(() => within(waveOf()).length).toBeGreaterThan(0);
    const [root, wave] = [rootOf(), waveOf()];
    expect(root).toMatchObject({ service: 'endcap-admin-api', name: `POST ${editor}`, failed: false });
    expect(root?.facts).toMatchObject({ 'http.route': editor, 'endcap.request.id': TRACE });
    expect(Number(root?.facts['http.response.status_code'])).toBe(201);
    const statements = within(root).filter(({ facts }) => facts['db.system.name'] === 'postgresql');
    expect(statements.map(({ name }) => name)).toEqual(expect.arrayContaining(['begin', 'insert', 'commit']));
    expect(wave).toMatchObject({ service: 'endcap-push-worker', facts: { 'endcap.notification.id': id } });
    expect([wave?.facts['messaging.batch.message_count'], wave?.facts['endcap.push.accepted']].map(Number)).toEqual([5, 5]);
    expect(within(wave).map(({ name }) => name)).toContain('select');
    // Every parent span is part of the trace. Spans contain no texts of people and no credentials.
    expect(ours().filter(({ parent }) => parent !== CALLER && !ours().some((other) => other.id === parent))).toEqual([]);
    expect(JSON.stringify(spans)).not.toMatch(/Jabłka|Bearer/);
    // The worker's background work creates no spans.
    expect(spans.filter(({ service, name, parent }) => service === 'endcap-push-worker' && name !== 'push wave' && !parent)).toEqual([]);

    await expect.poll(() => saying(admin.lines, 'answered')).toHaveLength(1);
    expect(saying(admin.lines, 'answered')).toMatchObject([{ reqId: TRACE, status: 201, wrote: [`send notification ${id}`] }]);
    expect(saying(worker.lines, 'told of a send')).toMatchObject([{ reqId: TRACE, notificationId: id }]);
  });

  test('a request without traceparent starts a trace and passes it on; health checks are not traced; protobuf is the default', async () => {
    const { url, spans, kinds } = await collect();
    const model = await startModel();
    const admin = await start('admin-api', { ...jsonAt(url), ENDCAP_ASSISTANT_BASE_URL: model.url, OTEL_SERVICE_NAME: 'staff' });
    await fetch(`${admin.url}/healthz`);
    const headers = { authorization, 'content-type': 'application/json' };
    const tried = await fetch(`${admin.url}/api/v1/assistant/try`, { method: 'POST', headers, body: JSON.stringify(QUESTION) });
    expect(tried.status).toBe(200);
    await expect.poll(() => spans.find(({ name }) => name === 'POST /api/v1/assistant/try')).toBeDefined();
    const root = spans.find(({ name }) => name === 'POST /api/v1/assistant/try');
    expect([root?.service, root?.parent]).toEqual(['staff', undefined]);
    const asks = spans.find(
      ({ parent, facts }) =>
        parent === root?.id && facts['server.port'] !== undefined && `http://127.0.0.1:${facts['server.port']}` === model.url,
    );
    expect(asks?.facts).toMatchObject({ 'http.request.method': 'POST', 'server.address': '127.0.0.1' });
    expect(model.asked[0]?.['traceparent']).toBe(`00-${root?.trace}-${asks?.id}-01`);
    expect(spans.filter(({ name }) => name.includes('healthz'))).toEqual([]);
    expect([...kinds]).toEqual(['application/json']);

    const phones = await start('app-api', { OTEL_EXPORTER_OTLP_ENDPOINT: url });
    await fetch(`${phones.url}/app/v1/stores`);
    await expect.poll(() => [...kinds]).toContain('application/x-protobuf');
  });

  test('an unreachable collector causes one warning and no failed request; it gets new spans once it is back', async () => {
    const port = await freePort();
    // Long enough for a running collector on a busy machine. A timeout would log a second warning.
    const own = { ...jsonAt(`http://127.0.0.1:${port}`), OTEL_EXPORTER_OTLP_TIMEOUT: '2000', OTEL_BSP_MAX_QUEUE_SIZE: '20' };
    const phones = await start('app-api', own);
    const warned = (): Line[] => saying(phones.lines, 'the collector of traces does not take them: they are dropped until it does');
    const ask = async (): Promise<number> => (await fetch(`${phones.url}/app/v1/stores`)).status;
    await expect.poll(async () => [await ask(), warned().length]).toEqual([200, 1]);
    // More requests than the queue holds, but in parallel no more than the pool has connections. A busy machine may reject others.
    for (let n = 0; n < 6; n += 1) expect(await Promise.all(times(10, ask))).toEqual(times(10, () => 200));
    const { spans } = await collect(port);
    await expect.poll(async () => [await ask(), spans.length > 0]).toEqual([200, true]);
    await expect.poll(() => saying(phones.lines, 'the collector of traces takes them again')).toHaveLength(1);
    expect(warned()).toHaveLength(1);
  });

  test('a process exits with 0 on SIGTERM while its collector does not respond', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    onTestFinished(() => void silent.close());
    onTestFinished(() => silent.closeAllConnections());
    const asked = once(silent, 'request');
    const patient = { OTEL_EXPORTER_OTLP_TIMEOUT: '600000', OTEL_BSP_EXPORT_TIMEOUT: '600000' };
    const phones = await start('app-api', { ...jsonAt(`http://127.0.0.1:${portOf(silent)}`), ...patient });
    await fetch(`${phones.url}/app/v1/stores`, { headers: { connection: 'close' } });
    await asked;
    phones.child.kill('SIGTERM');
    expect(await once(phones.child, 'exit')).toEqual([0, null]);
  });
});

test(
  'SIGUSR2 makes a running process log each statement of a request and each wave of a send; a second one stops it',
  { tags: ['OPS-02', 'D-2A'] },
  async () => {
    const admin = await start('admin-api', {});
    const worker = await start('push-worker', {});
    const turn = async ({ child, lines }: typeof admin, times: number): Promise<void> => {
      child.kill('SIGUSR2');
      await expect.poll(() => saying(lines, 'the log has another level')).toHaveLength(times);
    };
    const list = async (id: string): Promise<Line[]> => {
      await fetch(`${admin.url}/api/v1/knowledge-editor/list?search=${id}`, { headers: { authorization, 'x-request-id': id } });
      await expect.poll(() => saying(admin.lines, 'answered').filter(({ reqId }) => reqId === id)).toHaveLength(1);
      return saying(admin.lines, 'statement').filter(({ reqId }) => reqId === id);
    };
    expect(await list('quiet-before')).toEqual([]);
    await turn(admin, 1);
    await turn(worker, 1);
    const said = await list('asked-while-loud');
    expect(said.length).toBeGreaterThan(0);
    expect(said.find(({ statement }) => /from knowledge/.test(String(statement)))).toMatchObject({ ms: expect.any(Number) });
    // Statements do not contain search terms.
    expect(JSON.stringify(said.map(({ statement }) => statement))).not.toContain('asked-while-loud');
    await isListening();
    const headers = { authorization, 'content-type': 'application/json', 'x-request-id': 'sent-while-loud' };
    const sent = await fetch(`${admin.url}${editor}`, { method: 'POST', headers, body: JSON.stringify(aNotification({ isTest: true })) });
    const { _id: id } = (await sent.json()) as { _id: string };
    await world.finished(id);
    await expect.poll(() => saying(worker.lines, 'a wave was sent')).toHaveLength(1);
    expect(saying(worker.lines, 'a wave was sent')).toMatchObject([{ notificationId: id, reqId: 'sent-while-loud', sent: 5, accepted: 5 }]);
    await turn(admin, 2);
    expect(await list('quiet-after')).toEqual([]);
  },
);
