import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../free-port.ts';
import { createMetrics } from './metrics.ts';
import { serveMetrics } from './serve-metrics.ts';

test('the port of the metrics answers /healthz while the database does not answer', { tags: ['OPS-10'] }, async () => {
  const metrics = createMetrics('push-worker');
  metrics.level({ name: 'endcap_open_fan_outs', help: 'Read from a database that is away' }, () => new Promise(() => {}));
  const port = await freePort();
  const { stop } = await serveMetrics(metrics, { host: '127.0.0.1', port });
  onTestFinished(stop);
  const answer = await fetch(`http://127.0.0.1:${port}/healthz`);
  expect([answer.status, await answer.json()]).toEqual([200, { status: 'ok' }]);
});
