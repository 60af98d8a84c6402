import { createServer as createHttpServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { Problem } from '@endcap/contract/core';
import fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { Logger } from 'pino';
import { deadlines } from '../deadlines.ts';
import { addressesWithin } from './client-address.ts';
import { createLeaving, type Leaving } from './leaving.ts';
import { replyWithProblem } from './problem-reply.ts';
import { parseStrictJson } from './strict-json.ts';
import { HEALTH, requestId, logRequests } from './request-id.ts';
import { createProxyHint } from './proxy-hint.ts';
import { createParserErrors } from './parser-errors.ts';
import type { Tracing } from '../tracing/tracing.ts';
import { endStalledReaders } from './stalled-readers.ts';
import { headersOf, type AllowedOrigins, noOrigins } from './security-headers.ts';
import { noPage, type PageReply, pathOf } from './unknown-paths.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Id of the caller, for the log; empty until the caller is authenticated. */
    actorId: string;
    /** True once the request is logged. */
    isLogged: boolean;
  }
}

export type ServerOptions = {
  log: Logger;
  /** Other origins from which the page may load images or that it may call; read for each response. */
  origins?: () => AllowedOrigins;
  /** Proxies that are trusted for the client address, the request id and the trace; none by default. */
  trustedProxies?: string[];
  /** Counts a call before anything else is done for it; throws when there were too many. Health checks are never counted. */
  count?: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  /** Answers a path that cannot be decoded. Any other path reaches the routes first. */
  page?: PageReply;
  /** Handles a request before the framework does; returns true if it has answered. */
  answerFirst?: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Timeout for receiving a request, headers and body. */
  requestTimeoutMs?: number;
  /** Milliseconds after which a client that reads nothing of its response is disconnected. */
  stalledMs?: number;
  leaving?: Leaving;
  tracing?: Tracing | undefined;
};

const BODY_LIMIT_BYTES = 1024 * 1024;
// Longer than proxies reuse a connection, so that they close it first and never send into one that we just closed.
const KEEP_ALIVE_MS = 72_000;
// As many keys as a body of honest size can have.
const BYTES_A_KEY = 50;

type Parser = ReturnType<typeof createParserErrors>;
type Listening = Required<Pick<ServerOptions, 'requestTimeoutMs' | 'stalledMs' | 'leaving'>> & {
  parser: Parser;
  answerFirst: ServerOptions['answerFirst'] | undefined;
};

/** Node's server below the framework: timeouts, its own refusals, and responses that need no routing. */
const listening = ({ parser, answerFirst, requestTimeoutMs, stalledMs, leaving }: Listening, handler: RequestListener): Server => {
  const server = createHttpServer(
    {
      requestTimeout: requestTimeoutMs,
      headersTimeout: requestTimeoutMs,
      // Milliseconds by which a timeout may be late.
      connectionsCheckingInterval: Math.min(1_000, requestTimeoutMs),
      keepAliveTimeout: KEEP_ALIVE_MS,
      requireHostHeader: false,
    },
    (request, response) => {
      if (leaving.isBegun()) response.shouldKeepAlive = false;
      if (!parser.isRefused(request, response) && !answerFirst?.(request, response)) handler(request, response);
    },
  );
  return endStalledReaders(parser.watch(server), stalledMs);
};

const readBodies = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    const charset = /charset=([^;]+)/i.exec(request.headers['content-type'] ?? '')?.[1] ?? 'utf-8';
    if (!/^"?utf-8"?$/i.test(charset.trim())) throw new Problem('unsupported_type', 'JSON must be UTF-8');
    return parseStrictJson(body, Math.round(request.routeOptions.bodyLimit / BYTES_A_KEY));
  });
  // Files of the import routes; every other route refuses them.
  app.addContentTypeParser<Buffer>('text/csv', { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) => body);
};

/** A server that answers JSON only, refuses with problems and sets the security headers on every answer (H14). */
export const createServer = async ({
  log,
  origins = () => noOrigins,
  trustedProxies = [],
  count,
  page = noPage,
  answerFirst,
  requestTimeoutMs = deadlines.request,
  stalledMs = deadlines.stalledReader,
  leaving = createLeaving(),
  tracing,
}: ServerOptions): Promise<FastifyInstance> => {
  const headers = headersOf(origins);
  const parser = createParserErrors(headers);
  const isTrusted = addressesWithin(trustedProxies);
  const loggerInstance: FastifyBaseLogger = log;
  const app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: trustedProxies.length > 0 ? isTrusted : false,
    genReqId: (request) => requestId(request, isTrusted),
    requestTimeout: requestTimeoutMs,
    clientErrorHandler: parser.onClientError,
    // While closing, answer requests as usual.
    return503OnClosing: false,
    serverFactory: (handler) => listening({ parser, answerFirst, requestTimeoutMs, stalledMs, leaving }, handler),
    routerOptions: { maxParamLength: 200 },
    // No hook runs for these.
    frameworkErrors: (error, request, reply) => {
      reply.headers(headers());
      const sent = error.code === 'FST_ERR_BAD_URL' ? page(request, reply, pathOf(request)) : null;
      if (!sent) replyWithProblem(error, request, reply);
    },
  });
  app.decorateRequest('actorId', '');
  app.decorateRequest('isLogged', false);
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers());
    done();
  });
  // Requests that arrived before draining began also close their connection.
  app.addHook('onSend', (_request, { raw }, payload, done) => {
    if (leaving.isBegun()) raw.shouldKeepAlive = false;
    done(null, payload);
  });
  logRequests(app, isTrusted, tracing);
  if (count) {
    const hint = createProxyHint(log, trustedProxies);
    app.addHook('onRequest', async (request, reply) => {
      if (HEALTH.has(request.routeOptions.url ?? '')) return;
      hint(request);
      await count(request, reply);
    });
  }
  readBodies(app);
  app.setErrorHandler(replyWithProblem);
  return app;
};
