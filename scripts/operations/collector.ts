import { once } from 'node:events';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { portOf } from '../../apps/server/test/port-of.ts';

type Value = { stringValue?: string; intValue?: number | string; doubleValue?: number; boolValue?: boolean };
type Attribute = { key: string; value: Value };
type Sent = {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: {
      spans: {
        traceId: string;
        spanId: string;
        parentSpanId?: string;
        name: string;
        attributes: Attribute[];
        status?: { code?: number };
      }[];
    }[];
  }[];
};
/** A span as a collector gets it, with the service that it comes from. */
export type Collected = {
  service: string;
  trace: string;
  id: string;
  parent: string | undefined;
  name: string;
  failed: boolean;
  facts: Record<string, unknown>;
};

const factsOf = (attributes: readonly Attribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
const spansIn = ({ resourceSpans }: Sent): Collected[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ traceId, spanId, parentSpanId, name, attributes, status }) => ({
        service: String(factsOf(resource.attributes)['service.name']),
        trace: traceId,
        id: spanId,
        parent: parentSpanId || undefined,
        name,
        failed: status?.code === 2,
        facts: factsOf(attributes),
      })),
    ),
  );

/** Starts a collector that accepts traces as OTLP over HTTP and parses those in JSON. `port` 0 means any free port. */
export const startCollector = async (port = 0) => {
  const spans: Collected[] = [];
  const kinds = new Set<string>();
  const server = createServer(async (request, response) => {
    const sent = await buffer(request);
    const kind = request.headers['content-type'] ?? '';
    kinds.add(kind);
    const bytes = request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent;
    if (request.url !== '/v1/traces' || bytes.length === 0) return void response.writeHead(404).end();
    if (kind === 'application/json') spans.push(...spansIn(JSON.parse(bytes.toString()) as Sent));
    response.writeHead(200, { 'content-type': kind }).end(kind === 'application/json' ? '{}' : '');
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    spans,
    /** Content types of the requests so far. */
    kinds,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
