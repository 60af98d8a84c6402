import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Metrics } from './metrics.ts';

/**
 * Serves `GET /metrics` on a separate, internal port (OPS-01), and `GET /healthz` without the database: a worker has no other port, and an
 * orchestrator must not restart it while the database is away. Rejects if the port is in use.
 */
export const serveMetrics = async (metrics: Metrics, at: { host: string; port: number }): Promise<{ stop: () => void }> => {
  const server = createServer(async ({ method, url }, response) => {
    if (method === 'GET' && url === '/healthz')
      return void response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"ok"}');
    if (method !== 'GET' || url !== '/metrics') return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': metrics.contentType }).end(await metrics.text());
  });
  server.listen(at);
  await once(server, 'listening');
  return {
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
