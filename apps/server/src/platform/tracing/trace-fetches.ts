import { subscribe } from 'node:diagnostics_channel';
import { presentCause } from './cause.ts';
import type { Part, Tracing } from './tracing.ts';

/** A request in Node's diagnostics events of `fetch`. */
type FetchRequest = { origin: string; method: string; addHeader: (name: string, value: string) => void };
type Message = { request: FetchRequest; response?: { statusCode: number }; error?: unknown };

/** Creates a span for each `fetch` of a traced request, and passes the trace on in its headers. Call it once per process. */
export const traceFetches = (tracing: Tracing): void => {
  const parts = new WeakMap<FetchRequest, Part>();
  const on = (event: string, handle: (message: Message, part: Part | undefined) => void): void =>
    subscribe(`undici:request:${event}`, (message) => handle(message as Message, parts.get((message as Message).request)));
  on('create', ({ request }) => {
    const within = presentCause()?.part;
    if (!within) return;
    // Paths and queries may contain user input.
    const { hostname, port } = new URL(request.origin);
    const facts = { 'http.request.method': request.method, 'server.address': hostname, ...(port && { 'server.port': Number(port) }) };
    const part = tracing.begin({ name: request.method, kind: 'client', facts, within });
    parts.set(request, part);
    for (const [name, value] of Object.entries(part.carrier())) request.addHeader(name, value);
  });
  on('headers', ({ response }, part) => part?.note({ 'http.response.status_code': response?.statusCode ?? 0 }));
  on('trailers', (_, part) => part?.end());
  on('error', ({ error }, part) => part?.end(error));
};
